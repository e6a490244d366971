// Decimal128: taking apart, comparison, conversion and the four operations.
#include "bson/decimal.h"

#include "bson/decimal_library.h"

#include <cmath>
#include <limits>

namespace sheaf::bson {

Decimal128 Decimal128::fromInt64(std::int64_t value) { return decimal::fromLibrary(bid128_from_int64(value)); }

namespace decimal {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kSpecialMask = std::uint64_t{0x1E} << 58;   // infinity or NaN
constexpr std::uint64_t kNaNMask = std::uint64_t{0x1F} << 58;
constexpr std::uint64_t kInfinityBits = std::uint64_t{0x1E} << 58;
constexpr std::uint64_t kLargeMask = std::uint64_t{3} << 61;        // a coefficient beyond 113 bits
constexpr int kExponentBias = 6176;
constexpr Coefficient kPowerOf17 = 100'000'000'000'000'000u;
constexpr Coefficient kCoefficientEnd = kPowerOf17 * kPowerOf17;    // 10^34

Decimal128 roundDouble(double value, unsigned rounding, unsigned& flags) {
    return fromLibrary(binary64_to_bid128(value, rounding, &flags));
}

}  // namespace

Decimal128 add(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromLibrary(bid128_add(toLibrary(a), toLibrary(b), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 subtract(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromLibrary(bid128_sub(toLibrary(a), toLibrary(b), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 multiply(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromLibrary(bid128_mul(toLibrary(a), toLibrary(b), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 divide(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromLibrary(bid128_div(toLibrary(a), toLibrary(b), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 fromDouble(double value) {
    unsigned flags = 0;
    return roundDouble(value, BID_ROUNDING_TO_NEAREST, flags);
}

Decimal128 fromDouble15Digits(double value) {
    const Decimal128 exact = fromDouble(value);
    if (value == 0 || !std::isfinite(value)) return exact;
    // The decimal exponent from the binary one; it may be one too small.
    int binaryExponent = 0;
    std::frexp(value, &binaryExponent);
    int exponent = static_cast<int>(std::floor((binaryExponent - 1) * 0.30102999566398119521)) - 14;
    const Decimal128 rounded = quantize(exact, exponent, Rounding::HalfEven);
    if (!isNaN(rounded) && partsOf(rounded).coefficient < 1'000'000'000'000'000u) return rounded;
    return quantize(exact, exponent + 1, Rounding::HalfEven);
}

double toDouble(Decimal128 value) {
    unsigned flags = 0;
    return bid128_to_binary64(toLibrary(value), BID_ROUNDING_TO_NEAREST, &flags);
}

std::optional<std::int64_t> exactInt64(Decimal128 value) {
    unsigned flags = 0;
    const std::int64_t result = bid128_to_int64_xint(toLibrary(value), &flags);
    if (flags & (BID_INVALID_EXCEPTION | BID_INEXACT_EXCEPTION)) return std::nullopt;
    return result;
}

std::int64_t truncatedInt64(Decimal128 value) {
    if (isNaN(value)) return 0;
    unsigned flags = 0;
    const std::int64_t result = bid128_to_int64_xint(toLibrary(value), &flags);
    if (!(flags & BID_INVALID_EXCEPTION)) return result;
    return isNegative(value) ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

bool isNaN(Decimal128 value) { return (value.high & kNaNMask) == kNaNMask; }
bool isInfinite(Decimal128 value) { return (value.high & kNaNMask) == kInfinityBits; }
bool isNegative(Decimal128 value) { return (value.high & kSignBit) != 0; }

bool isZero(Decimal128 value) {
    return (value.high & kSpecialMask) != kSpecialMask && partsOf(value).coefficient == 0;
}

int compare(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    if (bid128_quiet_less(toLibrary(a), toLibrary(b), &flags)) return -1;
    return bid128_quiet_greater(toLibrary(a), toLibrary(b), &flags) ? 1 : 0;
}

int compareWithDouble(Decimal128 a, double b) {
    unsigned flags = 0;
    const Decimal128 nearest = roundDouble(b, BID_ROUNDING_TO_NEAREST, flags);
    // `a` itself needs no rounding, so it can lie on the other side of b than of nearest only if it is nearest.
    const int order = compare(a, nearest);
    if (order != 0 || (flags & BID_INEXACT_EXCEPTION) == 0) return order;
    const Decimal128 below = roundDouble(b, BID_ROUNDING_DOWN, flags);
    return compare(a, below) == 0 ? -1 : 1;
}

Parts partsOf(Decimal128 finite) {
    const bool negative = isNegative(finite);
    if ((finite.high & kLargeMask) == kLargeMask) {
        return {negative, 0, static_cast<int>(finite.high >> 47 & 0x3FFF) - kExponentBias};
    }
    const int exponent = static_cast<int>(finite.high >> 49 & 0x3FFF) - kExponentBias;
    const std::uint64_t high = finite.high & ((std::uint64_t{1} << 49) - 1);
    const Coefficient coefficient = Coefficient{high} << 64 | finite.low;
    return {negative, coefficient < kCoefficientEnd ? coefficient : 0, exponent};
}

Decimal128 fromParts(const Parts& parts) {
    Decimal128 value;
    value.low = static_cast<std::uint64_t>(parts.coefficient);
    value.high = static_cast<std::uint64_t>(parts.coefficient >> 64);
    value.high |= static_cast<std::uint64_t>(parts.exponent + kExponentBias) << 49;
    if (parts.negative) value.high |= kSignBit;
    return value;
}

Decimal128 quietNaN() { return {0, kNaNMask}; }
Decimal128 infinity(bool negative) { return {0, kInfinityBits | (negative ? kSignBit : 0)}; }

}  // namespace decimal
}  // namespace sheaf::bson
