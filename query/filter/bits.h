// What $bitsAllSet, $bitsAllClear, $bitsAnySet and $bitsAnyClear share.
#pragma once

#include "query/filter/operators.h"

#include <cstdint>
#include <vector>

namespace sheaf::query {

enum class BitTest : std::uint8_t { AllSet, AllClear, AnySet, AnyClear };

// {<path>: {<name>: <bits>}}. The bits are a mask (a non-negative int64, or binary data, its lowest bit first)
// or a list of positions from 0 to 2^31 - 1.
//
// Values    int32, int64, whole doubles, and decimals rounded to integers, when they fit into int64: above bit 63 the sign
//           goes on. Binary data: beyond its end every bit is clear. Nothing else matches.
// Errors    while parsing: 9 a mask that is negative, no integer or too large; 2 such a position, or another argument.
FilterPtr parseBits(BitTest test, std::string_view name, const FieldCondition& condition);

}  // namespace sheaf::query
