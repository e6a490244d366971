// $and: all of the filters match.
//
//   { $and: [ <filter>, … ] }
//
// Errors    2 while parsing: not an array, an empty array, an entry that is no document.

#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseAnd(FilterParser& parser, bson::ValueView argument) {
    return makeAnd(parser.parseFilterList("$and", argument));
}

}  // namespace

constinit const FilterOperator kFilterAnd{.name = "$and", .parseAtTop = parseAnd};

}  // namespace sheaf::query
