// $gt: the value is greater.
//
//   { <path>: { $gt: <value> } }
//
// Compares  values of the operand's sort class only; NaN only with NaN; null also with missing; MinKey and MaxKey with all.
// Errors    2 while parsing: undefined and regular expressions.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseGt(const FieldCondition& condition) {
    requireComparable("$gt", condition, RegexOperand::Refused);
    return makeComparison(FilterKind::Gt, condition.path, condition.argument,
                          condition.parser.options().collation);
}

}  // namespace

constinit const FilterOperator kFilterGt{.name = "$gt", .parseOnField = parseGt};

}  // namespace sheaf::query
