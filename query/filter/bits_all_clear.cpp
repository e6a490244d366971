// $bitsAllClear: every bit of the mask is clear.
//
//   { <path>: { $bitsAllClear: <mask, binary data or positions> } }
//
// Values and errors: query/filter/bits.h.

#include "query/filter/bits.h"

namespace sheaf::query {
namespace {

FilterPtr parseBitsAllClear(const FieldCondition& condition) {
    return parseBits(BitTest::AllClear, "$bitsAllClear", condition);
}

}  // namespace

constinit const FilterOperator kFilterBitsAllClear{.name = "$bitsAllClear", .parseOnField = parseBitsAllClear};

}  // namespace sheaf::query
