// The fields of a command document, read strictly: what a command does not know is an error.
#pragma once

#include "engine/operation.h"
#include "engine/write/settings.h"

#include <sheaf/store.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::engine {

// What any command may say.
struct GenericArguments {
    bool wantsCost = false;
    bool journal = false;       // writeConcern {j: true}
    bool tooManyNodes = false;  // writeConcern {w: 2} and above: cannot be had
};

struct CommandCall {
    Operation& operation;
    std::string_view database;
    bson::DocumentView command;
    std::span<const CommandSequence> sequences;
    GenericArguments generic{};

    StoreImpl& store() const { return operation.store(); }
};

// Walks the fields after the command's name; those that any command may have are taken in on the way.
//
//   CommandFields fields(call);
//   while (fields.next()) {
//       if (fields.is("skip")) skip = fields.integer();
//       else fields.refuse();
//   }
//
// Errors: 40415 unknown field, 40413 given twice, TypeMismatch (14), FailedToParse (9) and BadValue (2) for wrong values.
class CommandFields {
public:
    explicit CommandFields(CommandCall& call);

    std::string_view command() const { return command_; }
    // The namespace named by the first field's value; a missing or wrong one is InvalidNamespace (73).
    Namespace ns() const;

    bool next();
    bool is(std::string_view name) const { return element_->name == name; }
    std::string_view name() const { return element_->name; }
    bson::ValueView value() const { return element_->value; }
    // The field that next() stopped at is not known.
    [[noreturn]] void refuse() const;
    // It is known to MongoDB, but not to be had here. NotImplemented (238).
    [[noreturn]] void refuseUnsupported() const;

    bool boolean() const;
    bool truthy() const;                       // a boolean or a number
    std::int64_t integer() const;              // any number that is whole
    std::int64_t nonNegative() const;
    std::string_view string() const;
    bson::DocumentView document() const;       // null counts as {}
    bson::ArrayView array() const;
    std::vector<bson::DocumentView> documents() const;  // an array of documents
    [[noreturn]] void wrongType(std::string_view expected) const;
    // 40414.
    [[noreturn]] void missing(std::string_view field) const;

    // ordered, metered, pages, multiBatch. False: the field is none of these.
    bool takeWriteSetting(WriteSettings& settings) const;

private:
    bool takeGeneric();
    void takeMaxTime();
    void takeWriteConcern();
    void requireOnce() const;

    CommandCall& call_;
    std::string_view command_;
    bson::ElementIterator element_;
};

// The documents of a sequence of that name beside the command, or nothing.
std::optional<std::span<const bson::DocumentView>> findSequence(const CommandCall& call, std::string_view name);

}  // namespace sheaf::engine
