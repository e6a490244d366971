// $comment: a note that goes along with a filter and changes nothing.
//
//   { $comment: <value> }    { <path>: { $comment: <value>, … } }

#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseOnField(const FieldCondition&) { return nullptr; }
FilterPtr parseAtTop(FilterParser&, bson::ValueView) { return nullptr; }

}  // namespace

constinit const FilterOperator kFilterComment{
    .name = "$comment", .parseOnField = parseOnField, .parseAtTop = parseAtTop};

}  // namespace sheaf::query
