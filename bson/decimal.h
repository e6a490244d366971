// Decimal128 arithmetic by Intel's library. The only users of its headers are the decimal sources beside this.
#pragma once

#include <sheaf/bson/types.h>

#include <cstdint>
#include <optional>

namespace sheaf::bson::decimal {

Decimal128 add(Decimal128 a, Decimal128 b);
Decimal128 subtract(Decimal128 a, Decimal128 b);
Decimal128 multiply(Decimal128 a, Decimal128 b);
Decimal128 divide(Decimal128 a, Decimal128 b);
Decimal128 fromDouble(double value);             // exact up to 34 digits
Decimal128 fromDouble15Digits(double value);     // MongoDB's conversion: rounded to 15 significant digits
double toDouble(Decimal128 value);               // nearest
std::optional<std::int64_t> exactInt64(Decimal128 value);
std::int64_t truncatedInt64(Decimal128 value);   // clamped; NaN is 0
bool isNaN(Decimal128 value);
bool isInfinite(Decimal128 value);
bool isNegative(Decimal128 value);               // the sign bit
bool isZero(Decimal128 value);
// Exact; neither may be NaN.
int compare(Decimal128 a, Decimal128 b);
int compareWithDouble(Decimal128 a, double b);   // exact

// Sign, coefficient (up to 34 digits) and exponent of a finite value.
struct Parts {
    bool negative;
    __extension__ unsigned __int128 coefficient;
    int exponent;
};
Parts partsOf(Decimal128 finite);
Decimal128 fromParts(const Parts& parts);

}  // namespace sheaf::bson::decimal
