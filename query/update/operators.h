// The update operators: what one is, and the table of them.
#pragma once

#include "query/field_writer.h"
#include "query/update/update.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::query {

// What an operator is told about the field that it is to change.
struct FieldChange {
    ValueView old;               // missing when there is no such field
    std::string_view name;       // the last component of the path, `$` resolved
    DocumentView root;           // the whole document before the update
    const UpdateContext& context;
    bool isArrayElement;         // the field is an element of an array
    bool isBelowArray;           // some container of the field is an array
};

// One operator applied to one path: immutable, used by many threads.
class Modifier {
public:
    virtual ~Modifier() = default;

    // Throws TypeMismatch (14) or BadValue (2) when the old value does not suit.
    virtual FieldEffect modify(const FieldChange& change, FieldWriter& out) const = 0;

    // The path ends in a value that can hold no such field. True: nothing happens; false: PathNotViable (28). May throw
    // an error of its own.
    virtual bool ignoresBlockedPath(DocumentView root, const UpdateContext& context) const {
        (void)root, (void)context;
        return false;
    }

    // Levels of documents and arrays in what modify() may write into the document, beyond those that were there: 0
    // for a number.
    virtual int newLevels(DocumentView root) const {
        (void)root;
        return 0;
    }
};

// Collects what the operators of one update document want done.
class ModifierList {
public:
    virtual ~ModifierList() = default;
    // Throws what is wrong with the path, or ConflictingUpdateOperators (40).
    virtual void add(std::string_view path, std::unique_ptr<const Modifier> modifier) = 0;
    // How the update compares strings; null: by their bytes.
    virtual const CollationPtr& collation() const = 0;
};

// {<name>: {<path>: <operand>}}. `parse` checks the operand and adds its modifiers; the operand stays where it is for
// as long as they live.
struct UpdateOperator {
    std::string_view name;
    void (*parse)(std::string_view path, ValueView operand, ModifierList& list);
};

// In name order.
std::span<const UpdateOperator* const> updateOperators();
const UpdateOperator* findUpdateOperator(std::string_view name);

// {_id: 5}, for messages.
std::string describeDocument(DocumentView root);
// A value as messages show it: cut short when it is long.
std::string describeValue(ValueView value);
// Levels of documents and arrays in a value: 0 for a scalar, 1 for {a: 1}. Stops counting at 256.
int levelsOf(ValueView value);

extern const UpdateOperator kAddToSet;
extern const UpdateOperator kBit;
extern const UpdateOperator kCurrentDate;
extern const UpdateOperator kInc;
extern const UpdateOperator kMax;
extern const UpdateOperator kMin;
extern const UpdateOperator kMul;
extern const UpdateOperator kPop;
extern const UpdateOperator kPull;
extern const UpdateOperator kPullAll;
extern const UpdateOperator kPush;
extern const UpdateOperator kRename;
extern const UpdateOperator kSet;
extern const UpdateOperator kSetOnInsert;
extern const UpdateOperator kUnset;

}  // namespace sheaf::query
