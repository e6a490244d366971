// $where: JavaScript, which is not run here. Expressions ($expr) say most of what it is used for.
//
//   { $where: <code> }
//
// Errors    2 while parsing: always.

#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr refuseWhere(FilterParser&, bson::ValueView argument) {
    raise(ErrorCode::BadValue, "$where needs JavaScript, which is not supported: use $expr. Found ", argument);
}

}  // namespace

constinit const FilterOperator kFilterWhere{.name = "$where", .parseAtTop = refuseWhere};

}  // namespace sheaf::query
