// $exists: the field is there, null included; or, with a false argument, it is not.
//
//   { <path>: { $exists: <boolean> } }
//
// Any value is taken as a boolean: false, 0, null and undefined are false.

#include "bson/number.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

bool isTrue(bson::ValueView value) {
    if (value.isBool()) return value.asBool();
    if (value.isNumber()) return bson::isNaN(value) || bson::toDouble(value) != 0;
    return !value.isNullish();
}

FilterPtr parseExists(const FieldCondition& condition) {
    FilterPtr node = std::make_shared<ExistsNode>(condition.path);
    return isTrue(condition.argument) ? node : makeNot(std::move(node));
}

}  // namespace

constinit const FilterOperator kFilterExists{.name = "$exists", .parseOnField = parseExists};

}  // namespace sheaf::query
