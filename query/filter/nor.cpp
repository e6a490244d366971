// $nor: none of the filters matches.
//
//   { $nor: [ <filter>, … ] }
//
// Errors    2 while parsing: not an array, an empty array, an entry that is no document.

#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseNor(FilterParser& parser, bson::ValueView argument) {
    return makeNor(parser.parseFilterList("$nor", argument));
}

}  // namespace

constinit const FilterOperator kFilterNor{.name = "$nor", .parseAtTop = parseNor};

}  // namespace sheaf::query
