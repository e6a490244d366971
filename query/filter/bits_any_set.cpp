// $bitsAnySet: at least one bit of the mask is set.
//
//   { <path>: { $bitsAnySet: <mask, binary data or positions> } }
//
// Values and errors: query/filter/bits.h.

#include "query/filter/bits.h"

namespace sheaf::query {
namespace {

FilterPtr parseBitsAnySet(const FieldCondition& condition) {
    return parseBits(BitTest::AnySet, "$bitsAnySet", condition);
}

}  // namespace

constinit const FilterOperator kFilterBitsAnySet{.name = "$bitsAnySet", .parseOnField = parseBitsAnySet};

}  // namespace sheaf::query
