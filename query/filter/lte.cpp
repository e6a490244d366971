// $lte: the value is less or equal.
//
//   { <path>: { $lte: <value> } }
//
// Compares  values of the operand's sort class only; NaN only with NaN; null also with missing; MinKey and MaxKey with all.
// Errors    2 while parsing: undefined and regular expressions.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseLte(const FieldCondition& condition) {
    requireComparable("$lte", condition, RegexOperand::Refused);
    return makeComparison(FilterKind::Lte, condition.path, condition.argument,
                          condition.parser.options().collation);
}

}  // namespace

constinit const FilterOperator kFilterLte{.name = "$lte", .parseOnField = parseLte};

}  // namespace sheaf::query
