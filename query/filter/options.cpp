// $options: the letters of the $regex beside it.
//
//   { <path>: { $regex: <pattern>, $options: <string> } }
//
// Errors    2 while parsing: no $regex beside it, or no string.

#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseOptions(const FieldCondition& condition) {
    if (!condition.argument.isString()) raise(ErrorCode::BadValue, "$options has to be a string");
    if (!condition.operators.contains("$regex")) raise(ErrorCode::BadValue, "$options needs a $regex");
    return nullptr;
}

}  // namespace

constinit const FilterOperator kFilterOptions{.name = "$options", .parseOnField = parseOptions};

}  // namespace sheaf::query
