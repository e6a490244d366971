// The variables of an operation, and what names they may have.

#include "query/expression/variables.h"

#include "bson/raise.h"
#include "query/expression/expression.h"

namespace sheaf::query {
namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isBeyondAscii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }

}  // namespace

void requireVariableName(std::string_view name) {
    if (name == "CURRENT") return;
    if (name.empty()) raise(ErrorCode::FailedToParse, "empty variable names are not allowed");
    const bool beginsWell = (name[0] >= 'a' && name[0] <= 'z') || isBeyondAscii(name[0]);
    if (!beginsWell) {
        raise(ErrorCode::FailedToParse, "'", name, "' starts with an invalid character for a user variable name");
    }
    for (const char c : name) {
        if (!isLetter(c) && !isDigit(c) && c != '_' && !isBeyondAscii(c)) {
            raise(ErrorCode::FailedToParse, "'", name, "' contains an invalid character for a variable name: '", c, "'");
        }
    }
}

void OperationVariables::addLet(bson::DocumentView let) {
    for (const bson::Element& element : let) {
        requireVariableName(element.name);
        const Expression expression = Expression::parse(element.value, *this);
        if (expression.dependencies().readsDocument()) {
            raise(location(4890500), "Command let Expression tried to access a field, but this is not allowed because ",
                  "Command let Expressions run before the query examines any documents: ", element.name);
        }
        const ArenaScope scope(Arena::ofThread());
        let_.emplace_back(element.name, bson::Value(expression.evaluate(DocumentView(), Arena::ofThread())));
    }
}

void OperationVariables::addConstants(bson::DocumentView constants) {
    for (const bson::Element& element : constants) {
        requireVariableName(element.name);
        let_.emplace_back(element.name, bson::Value(element.value));
    }
}

const bson::Value* OperationVariables::find(std::string_view name) const {
    for (auto it = let_.rbegin(); it != let_.rend(); ++it) {
        if (it->first == name) return &it->second;
    }
    return nullptr;
}

const OperationVariables& OperationVariables::none() {
    thread_local OperationVariables variables;
    variables.now_ = bson::Date::now();
    return variables;
}

}  // namespace sheaf::query
