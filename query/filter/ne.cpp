// $ne: the value is not equal: the opposite of $eq, so an array must hold no equal element, and a missing field
// matches unless the operand is null.
//
//   { <path>: { $ne: <value> } }
//
// Errors    2 while parsing: undefined and regular expressions.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseNe(const FieldCondition& condition) {
    requireComparable("$ne", condition, RegexOperand::Refused);
    return makeNot(makeComparison(FilterKind::Eq, condition.path, condition.argument,
                                  condition.parser.options().collation));
}

}  // namespace

constinit const FilterOperator kFilterNe{.name = "$ne", .parseOnField = parseNe};

}  // namespace sheaf::query
