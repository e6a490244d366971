// $nin: the value is none of a list: the opposite of $in, so it also holds for a missing field unless null is listed.
//
//   { <path>: { $nin: [ <value>, …, /regex/, … ] } }
//
// Errors    2 while parsing: as $in.

#include "query/filter/argument.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseNin(const FieldCondition& condition) { return makeNot(parseInList("$nin", condition)); }

}  // namespace

constinit const FilterOperator kFilterNin{.name = "$nin", .parseOnField = parseNin};

}  // namespace sheaf::query
