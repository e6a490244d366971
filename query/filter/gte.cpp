// $gte: the value is greater or equal.
//
//   { <path>: { $gte: <value> } }
//
// Compares  values of the operand's sort class only; NaN only with NaN; null also with missing; MinKey and MaxKey with all.
// Errors    2 while parsing: undefined and regular expressions.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseGte(const FieldCondition& condition) {
    requireComparable("$gte", condition, RegexOperand::Refused);
    return makeComparison(FilterKind::Gte, condition.path, condition.argument,
                          condition.parser.options().collation);
}

}  // namespace

constinit const FilterOperator kFilterGte{.name = "$gte", .parseOnField = parseGte};

}  // namespace sheaf::query
