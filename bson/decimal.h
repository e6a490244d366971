// Decimal128 arithmetic by Intel's library. The only users of its headers are the decimal sources beside this.
#pragma once

#include <sheaf/bson/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

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

__extension__ using Coefficient = unsigned __int128;

// Sign, coefficient (up to 34 digits) and exponent of a finite value. Encodings of coefficients above 34 digits stand
// for 0, as IEEE 754 says.
struct Parts {
    bool negative;
    Coefficient coefficient;  // below 10^34
    int exponent;             // kLeastExponent to kGreatestExponent
};
inline constexpr int kLeastExponent = -6176;
inline constexpr int kGreatestExponent = 6111;
Parts partsOf(Decimal128 finite);
Decimal128 fromParts(const Parts& parts);

Decimal128 quietNaN();
Decimal128 infinity(bool negative);

// Decimal128::parse without the demand that the text be exact: digits beyond the 34th round to even. Nothing for what
// is no number, overflows, or underflows inexactly.
std::optional<Decimal128> parseRounded(std::string_view text);

enum class Rounding : std::uint8_t { HalfEven, Down, Up, TowardsZero };

// The nearest multiple of 10^exponent; NaN when that needs more than 34 digits.
Decimal128 quantize(Decimal128 value, int exponent, Rounding rounding);
Decimal128 roundToInteger(Decimal128 value, Rounding rounding);
// The remainder of a division truncated towards zero; it has the sign of `a`. NaN when b is 0.
Decimal128 remainder(Decimal128 a, Decimal128 b);
Decimal128 negate(Decimal128 value);
Decimal128 absolute(Decimal128 value);
Decimal128 squareRoot(Decimal128 value);
Decimal128 power(Decimal128 base, Decimal128 exponent);

// Functions of one argument, to the last digit or one beside it. Outside their domain they give NaN or infinity.
enum class Function : std::uint8_t {
    Exp, Ln, Log10, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh,
};
Decimal128 apply(Function function, Decimal128 value);
Decimal128 arcTangent2(Decimal128 y, Decimal128 x);

}  // namespace sheaf::bson::decimal
