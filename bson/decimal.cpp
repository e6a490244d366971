// Decimal128 through Intel's library, which keeps no global rounding mode or flags: both are passed to every call.
#include "bson/decimal.h"

#include "bson/raise.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#define DECIMAL_CALL_BY_REFERENCE 0
#define DECIMAL_GLOBAL_ROUNDING 0
#define DECIMAL_GLOBAL_EXCEPTION_FLAGS 0
extern "C" {
#include <bid_conf.h>
#include <bid_functions.h>
}
#pragma GCC diagnostic pop

namespace sheaf::bson {
namespace {

constexpr unsigned kNearestEven = 0;
constexpr unsigned kDown = 1;
constexpr unsigned kUp = 2;
constexpr unsigned kInvalid = 0x01;
constexpr unsigned kOverflow = 0x08;
constexpr unsigned kUnderflow = 0x10;
constexpr unsigned kInexact = 0x20;

constexpr int kExponentBias = 6176;
constexpr std::size_t kMaxTextBytes = 4096;

BID_UINT128 toBid(Decimal128 value) {
    BID_UINT128 bid;
    bid.w[0] = value.low;
    bid.w[1] = value.high;
    return bid;
}

Decimal128 fromBid(BID_UINT128 bid) { return {bid.w[0], bid.w[1]}; }

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

std::size_t digitsAt(std::string_view text, std::size_t at) {
    std::size_t count = 0;
    while (at + count < text.size() && text[at + count] >= '0' && text[at + count] <= '9') ++count;
    return count;
}

// digits [. digits] [e [sign] digits], with at least one digit before the exponent.
bool isDecimalText(std::string_view text) {
    std::size_t at = 0;
    const std::size_t whole = digitsAt(text, at);
    at += whole;
    std::size_t fraction = 0;
    if (at < text.size() && text[at] == '.') {
        fraction = digitsAt(text, ++at);
        at += fraction;
    }
    if (whole + fraction == 0) return false;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        const std::size_t exponent = digitsAt(text, at);
        if (exponent == 0) return false;
        at += exponent;
    }
    return at == text.size();
}

}  // namespace

Decimal128 Decimal128::parse(std::string_view text) {
    if (text.size() > kMaxTextBytes) raise(ErrorCode::FailedToParse, "a decimal of ", text.size(), " characters is too long");
    std::string_view body = text;
    const bool isSigned = !body.empty() && (body[0] == '+' || body[0] == '-');
    const bool isNegative = isSigned && body[0] == '-';
    if (isSigned) body.remove_prefix(1);
    if (equalsIgnoringCase(body, "inf") || equalsIgnoringCase(body, "infinity")) {
        return {0, isNegative ? 0xF800000000000000u : 0x7800000000000000u};
    }
    if (equalsIgnoringCase(body, "nan")) return {0, 0x7C00000000000000u};
    if (!isDecimalText(body)) raise(ErrorCode::FailedToParse, "not a decimal number: \"", text, "\"");
    const std::string_view coefficient = body.substr(0, body.find_first_of("eE"));
    const bool isZero = coefficient.find_first_not_of("0.") == std::string_view::npos;
    std::string copy(text);
    unsigned flags = 0;
    const BID_UINT128 bid = __bid128_from_string(copy.data(), kNearestEven, &flags);
    if (flags & (kOverflow | kInvalid)) raise(ErrorCode::FailedToParse, "out of the range of a decimal: \"", text, "\"");
    if ((flags & (kInexact | kUnderflow)) && !isZero) {  // a zero's exponent is clamped, which loses nothing
        raise(ErrorCode::FailedToParse, "a decimal cannot hold this exactly: \"", text, "\"");
    }
    return fromBid(bid);
}

Decimal128 Decimal128::fromInt64(std::int64_t value) { return fromBid(__bid128_from_int64(value)); }

std::string Decimal128::toString() const {
    if (decimal::isNaN(*this)) return "NaN";
    if (decimal::isInfinite(*this)) return decimal::isNegative(*this) ? "-Infinity" : "Infinity";
    const decimal::Parts parts = decimal::partsOf(*this);
    std::string digits;
    auto rest = parts.coefficient;
    do {
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
    } while (rest != 0);
    std::reverse(digits.begin(), digits.end());

    const int count = static_cast<int>(digits.size());
    const int adjusted = parts.exponent + count - 1;
    std::string out = parts.negative ? "-" : "";
    if (parts.exponent > 0 || adjusted < -6) {
        out += digits[0];
        if (count > 1) out.append(".").append(digits, 1, std::string::npos);
        out += adjusted < 0 ? "E-" : "E+";
        return out += std::to_string(std::abs(adjusted));
    }
    if (parts.exponent == 0) return out += digits;
    const int whole = count + parts.exponent;  // digits before the point
    if (whole > 0) return out.append(digits, 0, static_cast<std::size_t>(whole)).append(".").append(digits, static_cast<std::size_t>(whole), std::string::npos);
    return out.append("0.").append(static_cast<std::size_t>(-whole), '0').append(digits);
}

namespace decimal {

Decimal128 add(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromBid(__bid128_add(toBid(a), toBid(b), kNearestEven, &flags));
}

Decimal128 subtract(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromBid(__bid128_sub(toBid(a), toBid(b), kNearestEven, &flags));
}

Decimal128 multiply(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromBid(__bid128_mul(toBid(a), toBid(b), kNearestEven, &flags));
}

Decimal128 divide(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromBid(__bid128_div(toBid(a), toBid(b), kNearestEven, &flags));
}

Decimal128 fromDouble(double value) {
    unsigned flags = 0;
    return fromBid(__binary64_to_bid128(value, kNearestEven, &flags));
}

Decimal128 fromDouble15Digits(double value) {
    if (!std::isfinite(value) || value == 0) return fromDouble(value);
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%.14e", value);
    unsigned flags = 0;
    return fromBid(__bid128_from_string(text.data(), kNearestEven, &flags));
}

double toDouble(Decimal128 value) {
    unsigned flags = 0;
    return __bid128_to_binary64(toBid(value), kNearestEven, &flags);
}

std::optional<std::int64_t> exactInt64(Decimal128 value) {
    unsigned flags = 0;
    const auto result = static_cast<std::int64_t>(__bid128_to_int64_xint(toBid(value), &flags));
    if (flags & (kInvalid | kInexact)) return std::nullopt;
    return result;
}

std::int64_t truncatedInt64(Decimal128 value) {
    if (isNaN(value)) return 0;
    unsigned flags = 0;
    const auto result = static_cast<std::int64_t>(__bid128_to_int64_int(toBid(value), &flags));
    if (!(flags & kInvalid)) return result;
    return isNegative(value) ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

bool isNaN(Decimal128 value) { return (value.high & 0x7C00000000000000u) == 0x7C00000000000000u; }
bool isInfinite(Decimal128 value) { return (value.high & 0x7C00000000000000u) == 0x7800000000000000u; }
bool isNegative(Decimal128 value) { return (value.high >> 63) != 0; }
bool isZero(Decimal128 value) { return !isNaN(value) && !isInfinite(value) && partsOf(value).coefficient == 0; }

int compare(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    if (__bid128_quiet_less(toBid(a), toBid(b), &flags)) return -1;
    return __bid128_quiet_greater(toBid(a), toBid(b), &flags) ? 1 : 0;
}

// The double lies at, or strictly between, two neighbouring decimals; nothing of ours lies between those.
int compareWithDouble(Decimal128 a, double b) {
    unsigned flags = 0;
    const Decimal128 below = fromBid(__binary64_to_bid128(b, kDown, &flags));
    if (!(flags & kInexact)) return compare(a, below);
    const Decimal128 above = fromBid(__binary64_to_bid128(b, kUp, &flags));
    SHEAF_INVARIANT(compare(below, above) < 0, "an inexact conversion has two different neighbours");
    return compare(a, below) <= 0 ? -1 : 1;
}

// A coefficient over 34 digits, and the form with the two leading exponent bits set, are zero by IEEE 754.
Parts partsOf(Decimal128 finite) {
    Parts parts{isNegative(finite), 0, 0};
    if ((finite.high & 0x6000000000000000u) == 0x6000000000000000u) {
        parts.exponent = static_cast<int>((finite.high >> 47) & 0x3FFF) - kExponentBias;
        return parts;
    }
    parts.exponent = static_cast<int>((finite.high >> 49) & 0x3FFF) - kExponentBias;
    __extension__ using Wide = unsigned __int128;
    const Wide coefficient = (static_cast<Wide>(finite.high & 0x0001FFFFFFFFFFFFu) << 64) | finite.low;
    constexpr Wide kTenTo17 = 100'000'000'000'000'000u;
    if (coefficient < kTenTo17 * kTenTo17) parts.coefficient = coefficient;
    return parts;
}

Decimal128 fromParts(const Parts& parts) {
    Decimal128 result;
    result.low = static_cast<std::uint64_t>(parts.coefficient);
    result.high = static_cast<std::uint64_t>(parts.coefficient >> 64) |
                  (static_cast<std::uint64_t>(parts.exponent + kExponentBias) << 49) |
                  (parts.negative ? 0x8000000000000000u : 0);
    return result;
}

}  // namespace decimal
}  // namespace sheaf::bson
