// $lt: the value is less.
//
//   { <path>: { $lt: <value> } }
//
// Compares  values of the operand's sort class only; NaN only with NaN; null also with missing; MinKey and MaxKey with all.
// Errors    2 while parsing: undefined and regular expressions.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseLt(const FieldCondition& condition) {
    requireComparable("$lt", condition, RegexOperand::Refused);
    return makeComparison(FilterKind::Lt, condition.path, condition.argument,
                          condition.parser.options().collation);
}

}  // namespace

constinit const FilterOperator kFilterLt{.name = "$lt", .parseOnField = parseLt};

}  // namespace sheaf::query
