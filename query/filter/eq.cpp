// $eq: the value is equal.
//
//   { <path>: { $eq: <value> } }
//
// Compares  as values: numbers of every type by magnitude, documents by their fields in order; null equals missing.
// Errors    2 while parsing: undefined.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseEq(const FieldCondition& condition) {
    requireComparable("$eq", condition, RegexOperand::Allowed);
    return makeComparison(FilterKind::Eq, condition.path, condition.argument,
                          condition.parser.options().collation);
}

}  // namespace

constinit const FilterOperator kFilterEq{.name = "$eq", .parseOnField = parseEq};

}  // namespace sheaf::query
