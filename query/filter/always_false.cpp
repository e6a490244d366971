// $alwaysFalse: matches no document.
//
//   { $alwaysFalse: 1 }
//
// Errors    9 while parsing: another argument than the number 1.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseAlwaysFalse(FilterParser&, bson::ValueView argument) {
    if (!argument.isNumber() || bson::toDouble(argument) != 1.0) {
        raise(ErrorCode::FailedToParse, "$alwaysFalse must be the number 1, found ", argument);
    }
    return makeAlwaysFalse();
}

}  // namespace

constinit const FilterOperator kFilterAlwaysFalse{.name = "$alwaysFalse", .parseAtTop = parseAlwaysFalse};

}  // namespace sheaf::query
