// $bitsAnyClear: at least one bit of the mask is clear.
//
//   { <path>: { $bitsAnyClear: <mask, binary data or positions> } }
//
// Values and errors: query/filter/bits.h.

#include "query/filter/bits.h"

namespace sheaf::query {
namespace {

FilterPtr parseBitsAnyClear(const FieldCondition& condition) {
    return parseBits(BitTest::AnyClear, "$bitsAnyClear", condition);
}

}  // namespace

constinit const FilterOperator kFilterBitsAnyClear{.name = "$bitsAnyClear", .parseOnField = parseBitsAnyClear};

}  // namespace sheaf::query
