// MongoDB's numeric promotion, in one place: int32 < int64 < double < Decimal128, the result has the wider type;
// int32 overflows into int64. int64 overflow is the caller's matter (updates refuse it, expressions go to double).
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>

namespace sheaf::bson {

enum class IntegerOverflow : std::uint8_t { Refuse, ToDouble };

// Both must be numbers. Nothing when two integers overflow int64 and `overflow` is Refuse.
std::optional<Value> add(ValueView a, ValueView b, IntegerOverflow overflow);
std::optional<Value> subtract(ValueView a, ValueView b, IntegerOverflow overflow);
std::optional<Value> multiply(ValueView a, ValueView b, IntegerOverflow overflow);

// An integer that a number of any type stands for exactly (2.0, NumberDecimal("2")); nothing for fractions, NaN and
// what int64 cannot hold.
std::optional<std::int64_t> exactInt64(ValueView number);
// Truncated towards zero and clamped to int64; NaN is 0.
std::int64_t truncatedInt64(ValueView number);
double toDouble(ValueView number);
Decimal128 toDecimal128(ValueView number);
bool isNaN(ValueView value);
bool isNegative(ValueView number);

}  // namespace sheaf::bson
