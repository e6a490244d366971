// Decimal128 as ordered bytes: the same grid as doubles, and a continuation of decimal digits between its steps.

#include "bson/decimal.h"
#include "bson/raise.h"
#include "index/number_key_parts.h"

#include <array>
#include <cmath>
#include <limits>

namespace sheaf::index {
namespace {

namespace decimal = bson::decimal;
__extension__ using Wide = unsigned __int128;

constexpr int kMaxDigits = 34;
constexpr int kExponentBias = 0x4000;
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;  // of Decimal128::high

constexpr std::array<Wide, kMaxDigits + 1> makePowers(unsigned base) {
    std::array<Wide, kMaxDigits + 1> powers{};
    powers[0] = 1;
    for (std::size_t at = 1; at < powers.size(); ++at) powers[at] = powers[at - 1] * base;
    return powers;
}
constexpr std::array<Wide, kMaxDigits + 1> kPowersOf10 = makePowers(10);

int countDigits(Wide coefficient) {
    int digits = 1;
    while (digits < kMaxDigits && coefficient >= kPowersOf10[static_cast<std::size_t>(digits)]) ++digits;
    return digits;
}

unsigned removeTrailingZeros(decimal::Parts& parts) {
    unsigned removed = 0;
    while (parts.coefficient % 10 == 0) {
        parts.coefficient /= 10;
        ++parts.exponent;
        ++removed;
    }
    return removed;
}

// The largest double that is not above `magnitude`.
struct Floor {
    double value;
    bool isExact;
};
Floor floorOf(bson::Decimal128 magnitude) {
    double value = decimal::toDouble(magnitude);
    if (std::isinf(value)) return {std::numeric_limits<double>::max(), false};
    const int order = decimal::compareWithDouble(magnitude, value);
    if (order < 0) value = std::nextafter(value, 0.0);
    return {value, order == 0};
}

// Appends exponent, digit pairs and end, all inverted when `mask` is FF.
std::size_t writeContinuation(Wide coefficient, int digits, int exponent, std::uint8_t mask, std::uint8_t* out) {
    const auto biased = static_cast<unsigned>(exponent + kExponentBias);
    std::size_t at = 0;
    out[at++] = static_cast<std::uint8_t>((biased >> 8) ^ mask);
    out[at++] = static_cast<std::uint8_t>((biased & 0xFF) ^ mask);
    if (digits % 2 != 0) {
        coefficient *= 10;
        ++digits;
    }
    for (std::size_t pair = static_cast<std::size_t>(digits) / 2; pair-- > 0;) {
        out[at + pair] = static_cast<std::uint8_t>((static_cast<unsigned>(coefficient % 100) + 1) ^ mask);
        coefficient /= 100;
    }
    at += static_cast<std::size_t>(digits) / 2;
    out[at++] = mask;
    return at;
}

// A number from 1 to below 2^63 that has a fraction: coefficient / 10^places.
NumberBody fractionOf(Wide coefficient, std::size_t places) {
    const Wide power = kPowersOf10[places];
    const auto whole = static_cast<std::uint64_t>(coefficient / power);
    Wide rest = coefficient % power;
    if (wholeBytes(whole) == 8) return fractionBody(whole, 0, true);
    std::uint64_t fraction = 0;
    for (unsigned bit = 0; bit < fractionBits(whole); ++bit) {
        rest *= 2;
        fraction <<= 1;
        if (rest >= power) {
            rest -= power;
            fraction |= 1;
        }
    }
    return fractionBody(whole, fraction, rest != 0);
}

// m * 2^e as a decimal coefficient and exponent, without zeros at the end.
decimal::Parts exactDecimal(std::uint64_t mantissa, int exponent) {
    if (mantissa == 0) raise(ErrorCode::StoreDamaged, "an index key has a zero where a number must be");
    const int zeros = std::countr_zero(mantissa);
    mantissa >>= zeros;
    exponent += zeros;
    decimal::Parts parts{false, mantissa, 0};
    while (exponent > 0 && parts.coefficient % 5 == 0) {
        parts.coefficient /= 5;
        --exponent;
        ++parts.exponent;
    }
    // What a Decimal128 held has at most 34 digits, so below 2^113, and at most 48 places after the binary point.
    const int bits = std::bit_width(static_cast<std::uint64_t>(parts.coefficient));
    if (exponent < -48 || exponent + bits > 113) {
        raise(ErrorCode::StoreDamaged, "an index key holds a number that its type bits call a decimal, but it is none");
    }
    if (exponent >= 0) {
        parts.coefficient <<= exponent;
        return parts;
    }
    for (int place = exponent; place < 0; ++place) {
        if (parts.coefficient > kPowersOf10[kMaxDigits] / 5) {
            raise(ErrorCode::StoreDamaged, "an index key holds a decimal of more than 34 digits");
        }
        parts.coefficient *= 5;
    }
    parts.exponent = exponent;
    return parts;
}

decimal::Parts partsOfContinuation(const NumberParts& number) {
    const auto mask = static_cast<std::uint8_t>(number.negative ? 0xFF : 0);
    const std::span<const std::uint8_t> bytes = number.continuation;
    const std::size_t pairs = bytes.size() < 3 ? 0 : bytes.size() - 3;
    if (pairs < 1 || pairs > kMaxDigits / 2) {
        raise(ErrorCode::StoreDamaged, "the decimal digits of an index key are broken off");
    }
    decimal::Parts parts{false, 0, 0};
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const unsigned digits = static_cast<std::uint8_t>(bytes[2 + pair] ^ mask) - 1u;
        if (digits > 99) raise(ErrorCode::StoreDamaged, "an index key has a byte that is no pair of digits");
        parts.coefficient = parts.coefficient * 100 + digits;
    }
    const int scientific = ((bytes[0] ^ mask) << 8 | (bytes[1] ^ mask)) - kExponentBias;
    parts.exponent = scientific - static_cast<int>(2 * pairs - 1);
    if (parts.coefficient == 0) raise(ErrorCode::StoreDamaged, "an index key continues a number with zero");
    removeTrailingZeros(parts);
    return parts;
}

decimal::Parts magnitudeOf(const NumberParts& number) {
    if (number.continues) return partsOfContinuation(number);
    if (number.tag == tag::kSmall || number.tag == tag::kHuge) {
        int exponent = 0;
        const double mantissa = std::frexp(number.floor, &exponent);  // exact
        const auto whole = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
        return exactDecimal(whole, exponent - 53);
    }
    const int places = static_cast<int>(number.fractionBits);
    if (places == 0) return exactDecimal(number.whole, 0);
    return exactDecimal(number.whole << places | number.fraction, -places);
}

}  // namespace

EncodedDecimal encodeDecimal(bson::Decimal128 value, std::uint8_t* out) {
    const bool negative = decimal::isNegative(value);
    if (decimal::isNaN(value) || decimal::isInfinite(value)) {
        out[0] = decimal::isNaN(value) ? tag::kNaN : negative ? tag::kMinusInfinity : tag::kInfinity;
        return {1, 0};
    }
    if (decimal::isZero(value)) {
        out[0] = tag::kZero;
        return {1, 0};
    }
    decimal::Parts parts = decimal::partsOf(value);
    const unsigned zerosRemoved = removeTrailingZeros(parts);
    const int digits = countDigits(parts.coefficient);
    const int scientific = digits - 1 + parts.exponent;

    NumberBody body{};
    bool continues = false;
    Wide whole = 0;
    if (scientific >= 0 && scientific <= 18) {
        whole = parts.exponent >= 0 ? parts.coefficient * kPowersOf10[static_cast<std::size_t>(parts.exponent)]
                                    : parts.coefficient / kPowersOf10[static_cast<std::size_t>(-parts.exponent)];
    }
    if (scientific < 0 || scientific > 18 || whole >= kTwoTo63) {
        const Floor floor = floorOf({value.low, value.high & ~kSignBit});
        continues = !floor.isExact;
        body = fineBody(scientific < 0 ? tag::kSmall : tag::kHuge, floor.value, continues);
    } else if (parts.exponent >= 0) {
        body = wholeBody(static_cast<std::uint64_t>(whole));
    } else {
        body = fractionOf(parts.coefficient, static_cast<std::size_t>(-parts.exponent));
        continues = (body.word & 1) != 0;
    }
    std::size_t size = writeBody(body, negative, out);
    if (continues) {
        const auto mask = static_cast<std::uint8_t>(negative ? 0xFF : 0);
        size += writeContinuation(parts.coefficient, digits, scientific, mask, out + size);
    }
    return {size, zerosRemoved};
}

bson::Decimal128 decodeDecimal(std::span<const std::uint8_t> bytes, unsigned zerosRemoved) {
    const NumberParts number = partsOfNumber(bytes);
    // Canonical NaN and infinities of the BID encoding.
    if (number.tag == tag::kNaN) return {0, std::uint64_t{0x7C} << 56};
    if (number.tag == tag::kInfinity) return {0, std::uint64_t{0x78} << 56};
    if (number.tag == tag::kMinusInfinity) return {0, std::uint64_t{0xF8} << 56};
    decimal::Parts parts = magnitudeOf(number);
    if (countDigits(parts.coefficient) + static_cast<int>(zerosRemoved) > kMaxDigits) {
        raise(ErrorCode::StoreDamaged, "an index key holds a decimal of more than 34 digits");
    }
    parts.negative = number.negative;
    parts.coefficient *= kPowersOf10[zerosRemoved];
    parts.exponent -= static_cast<int>(zerosRemoved);
    return decimal::fromParts(parts);
}

}  // namespace sheaf::index
