// $bitsAllSet: every bit of the mask is set.
//
//   { <path>: { $bitsAllSet: <mask, binary data or positions> } }
//
// Values and errors: query/filter/bits.h.

#include "query/filter/bits.h"

namespace sheaf::query {
namespace {

FilterPtr parseBitsAllSet(const FieldCondition& condition) {
    return parseBits(BitTest::AllSet, "$bitsAllSet", condition);
}

}  // namespace

constinit const FilterOperator kFilterBitsAllSet{.name = "$bitsAllSet", .parseOnField = parseBitsAllSet};

}  // namespace sheaf::query
