// $or: one of the filters matches.
//
//   { $or: [ <filter>, … ] }
//
// Errors    2 while parsing: not an array, an empty array, an entry that is no document.

#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseOr(FilterParser& parser, bson::ValueView argument) {
    return makeOr(parser.parseFilterList("$or", argument));
}

}  // namespace

constinit const FilterOperator kFilterOr{.name = "$or", .parseAtTop = parseOr};

}  // namespace sheaf::query
