// What the write commands' requests and replies have in common.
#pragma once

#include "engine/commands/command.h"
#include "engine/write/update.h"

#include <vector>

namespace sheaf::engine {

inline constexpr std::size_t kMaxWriteBatch = 100'000;

// The statements of a write command: from inside the command (null: none there) or from the sequence of that name.
// Throws 40414 when neither is there, 40413 for both, InvalidLength (16) for none or more than kMaxWriteBatch.
std::span<const bson::DocumentView> oneSourceOf(const CommandCall& call, const CommandFields& fields, std::string_view name,
                                                const std::vector<bson::DocumentView>* inside);

// Takes over what the generic arguments say. Throws BadValue (2) for `pages` without `metered`.
void finishSettings(const CommandCall& call, WriteSettings& settings);

// writeErrors, when there are any.
void appendWriteErrors(bson::Builder& reply, const std::vector<WriteError>& errors);

// The fields of one statement ({q: …, u: …}), read strictly; used like CommandFields, with the same errors.
class StatementFields {
public:
    StatementFields(std::string_view where, bson::DocumentView statement);

    bool next();
    bool is(std::string_view name) const { return element_->name == name; }
    bson::ValueView value() const { return element_->value; }
    bson::DocumentView document() const;  // null counts as {}
    std::string_view string() const;
    std::vector<bson::DocumentView> documents() const;
    bool boolean() const;
    [[noreturn]] void refuse() const;
    // 40414 when the statement has no such field.
    void require(std::string_view name) const;

private:
    [[noreturn]] void wrongType(std::string_view expected) const;

    std::string_view where_;
    bson::DocumentView statement_;
    bson::ElementIterator element_;
    bool started_ = false;
};

// The value of `u` in update, of `updateMods` in bulkWrite. FailedToParse (9): neither a document nor an array.
bson::ValueView updateOf(bson::ValueView update);
// A field that the statements of both have under the same name. False: it is none.
bool takeUpdateField(const StatementFields& fields, UpdateStatement& statement);

// For statements that came beside the command. Throws as bson::requireValid.
void requireValidStatement(bson::DocumentView statement);

}  // namespace sheaf::engine
