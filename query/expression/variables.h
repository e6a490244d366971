// What an operation gives to all of its expressions: its time, and the variables of the command's `let`.
#pragma once

#include <sheaf/bson/document.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sheaf::query {

// Constants of one operation, taken into its expressions while they are parsed.
class OperationVariables {
public:
    // $$NOW is now, and there are no others.
    OperationVariables() : now_(bson::Date::now()) {}
    explicit OperationVariables(bson::Date now) : now_(now) {}

    // Takes in `let` (or an update's `c`): names with expressions that read no document; a later one may use the earlier
    // ones. Throws FailedToParse (9) for a name that is none, location(4890500) for an expression that reads a field, and
    // what the expressions throw.
    void addLet(bson::DocumentView let);
    // The same with values as they are.
    void addConstants(bson::DocumentView constants);

    bson::Date now() const { return now_; }
    // Null when there is none; a value may be missing.
    const bson::Value* find(std::string_view name) const;

    // For what belongs to no operation.
    static const OperationVariables& none();

private:
    bson::Date now_;
    std::vector<std::pair<std::string, bson::Value>> let_;
};

// Throws FailedToParse (9) unless it begins with a lower-case letter (or a byte above ASCII), and goes on with letters,
// digits and underscores; CURRENT may be set too.
void requireVariableName(std::string_view name);

}  // namespace sheaf::query
