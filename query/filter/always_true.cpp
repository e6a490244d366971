// $alwaysTrue: matches every document.
//
//   { $alwaysTrue: 1 }
//
// Errors    9 while parsing: another argument than the number 1.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseAlwaysTrue(FilterParser&, bson::ValueView argument) {
    if (!argument.isNumber() || bson::toDouble(argument) != 1.0) {
        raise(ErrorCode::FailedToParse, "$alwaysTrue must be the number 1, found ", argument);
    }
    return makeAlwaysTrue();
}

}  // namespace

constinit const FilterOperator kFilterAlwaysTrue{.name = "$alwaysTrue", .parseAtTop = parseAlwaysTrue};

}  // namespace sheaf::query
