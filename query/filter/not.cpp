// $not: the operators below it do not hold together.
//
//   { <path>: { $not: { <operators> } } }    { <path>: { $not: /regex/ } }
//
// Errors    2 while parsing: neither operators nor a regular expression; an empty document.

#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseNot(const FieldCondition& condition) {
    const bson::ValueView argument = condition.argument;
    if (argument.type() == bson::Type::Regex) return makeNot(condition.parser.parseField(condition.path, argument));
    if (!argument.isDocument()) raise(ErrorCode::BadValue, "$not needs a regex or a document, found ", argument);
    if (argument.asDocument().isEmpty()) raise(ErrorCode::BadValue, "$not argument must be a non-empty object");
    return makeNot(condition.parser.parseOperators(condition.path, argument.asDocument()));
}

}  // namespace

constinit const FilterOperator kFilterNot{.name = "$not", .parseOnField = parseNot};

}  // namespace sheaf::query
