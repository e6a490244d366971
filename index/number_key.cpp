// Integers and doubles as ordered bytes. The grammar is in the header.

#include "index/number_key.h"

#include "bson/raise.h"
#include "index/number_key_parts.h"

#include <bit>
#include <cmath>
#include <limits>

namespace sheaf::index {

std::size_t writeBody(const NumberBody& body, bool negative, std::uint8_t* out) noexcept {
    out[0] = negative ? static_cast<std::uint8_t>(tag::kMirror - body.tag) : body.tag;
    storeBigEndian(out + 1, negative ? ~body.word : body.word);
    return 1 + body.bytes;
}

NumberBody wholeBody(std::uint64_t whole) noexcept {
    const std::uint64_t doubled = whole << 1;
    const unsigned bytes = (static_cast<unsigned>(std::bit_width(doubled)) + 7) / 8;
    return {static_cast<std::uint8_t>(tag::kSmall + bytes), doubled << (64 - 8 * bytes), bytes};
}

NumberBody fractionBody(std::uint64_t whole, std::uint64_t fraction, bool continues) noexcept {
    const std::uint64_t doubled = whole << 1 | 1;
    const unsigned bytes = wholeBytes(whole);
    std::uint64_t word = doubled << (64 - 8 * bytes);
    if (bytes < 8) word |= fraction << 1 | static_cast<std::uint64_t>(continues);
    return {static_cast<std::uint8_t>(tag::kSmall + bytes), word, 8};
}

NumberBody fineBody(std::uint8_t tag, double floor, bool continues) noexcept {
    return {tag, std::bit_cast<std::uint64_t>(floor) << 1 | static_cast<std::uint64_t>(continues), 8};
}

std::size_t encodeInteger(std::int64_t value, std::uint8_t* out) noexcept {
    if (value == 0) {
        out[0] = tag::kZero;
        return 1;
    }
    const bool negative = value < 0;
    const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    if (magnitude == kTwoTo63) return writeBody(fineBody(tag::kHuge, 0x1p63, false), negative, out);
    return writeBody(wholeBody(magnitude), negative, out);
}

std::size_t encodeDouble(double value, std::uint8_t* out) noexcept {
    const double magnitude = std::fabs(value);
    const bool negative = std::signbit(value);
    if (magnitude == 0) {
        out[0] = tag::kZero;
        return 1;
    }
    if (!(magnitude <= std::numeric_limits<double>::max())) {  // infinite or NaN
        out[0] = std::isnan(value) ? tag::kNaN : negative ? tag::kMinusInfinity : tag::kInfinity;
        return 1;
    }
    if (magnitude < 1) return writeBody(fineBody(tag::kSmall, magnitude, false), negative, out);
    if (magnitude >= 0x1p63) return writeBody(fineBody(tag::kHuge, magnitude, false), negative, out);

    const auto whole = static_cast<std::uint64_t>(magnitude);
    const double rest = magnitude - static_cast<double>(whole);
    if (rest == 0) return writeBody(wholeBody(whole), negative, out);
    // A double with a fraction is below 2^52, so at most 7 bytes are whole, and the scaled fraction is an integer.
    const double scale = std::bit_cast<double>((1023ull + fractionBits(whole)) << 52);
    return writeBody(fractionBody(whole, static_cast<std::uint64_t>(rest * scale), false), negative, out);
}

std::optional<std::size_t> numberLength(std::span<const std::uint8_t> bytes, std::uint8_t mask) noexcept {
    if (bytes.empty()) return std::nullopt;
    std::uint8_t tag = bytes[0] ^ mask;
    if (tag <= tag::kMinusInfinity || tag == tag::kZero || tag == tag::kInfinity) return 1;
    if (tag < tag::kZero) {
        tag = static_cast<std::uint8_t>(tag::kMirror - tag);
        mask = static_cast<std::uint8_t>(~mask);
    }
    std::size_t length = 9;
    if (tag != tag::kSmall && tag != tag::kHuge) {
        const std::size_t whole = tag - tag::kSmall;
        if (bytes.size() <= whole) return std::nullopt;
        if (((bytes[whole] ^ mask) & 1) == 0) return 1 + whole;
    }
    if (bytes.size() < length) return std::nullopt;
    if (((bytes[8] ^ mask) & 1) == 0) return length;
    for (length += 2; length < bytes.size(); ++length) {
        if (bytes[length] == mask) return length + 1;
    }
    return std::nullopt;
}

NumberParts partsOfNumber(std::span<const std::uint8_t> bytes) {
    NumberParts parts;
    std::uint8_t tag = bytes[0];
    if (tag == tag::kNaN || tag == tag::kMinusInfinity || tag == tag::kZero || tag == tag::kInfinity) {
        parts.tag = tag;
        parts.negative = tag == tag::kMinusInfinity;
        return parts;
    }
    parts.negative = tag < tag::kZero;
    const auto mask = static_cast<std::uint8_t>(parts.negative ? 0xFF : 0);
    parts.tag = parts.negative ? static_cast<std::uint8_t>(tag::kMirror - tag) : tag;
    std::uint64_t word = 0;
    for (std::size_t at = 1; at < 9; ++at) {
        word = word << 8 | (at < bytes.size() ? static_cast<std::uint8_t>(bytes[at] ^ mask) : 0);
    }
    if (parts.tag == tag::kSmall || parts.tag == tag::kHuge) {
        parts.floor = std::bit_cast<double>(word >> 1);
        parts.continues = (word & 1) != 0;
    } else {
        const unsigned whole = parts.tag - tag::kSmall;
        const std::uint64_t doubled = word >> (64 - 8 * whole);
        parts.whole = doubled >> 1;
        if ((doubled & 1) != 0) {
            parts.continues = whole == 8 || (word & 1) != 0;
            if (whole < 8) {
                parts.fractionBits = 63 - 8 * whole;
                parts.fraction = (word >> 1) & ((std::uint64_t{1} << parts.fractionBits) - 1);
            }
        }
    }
    if (parts.continues) parts.continuation = bytes.subspan(9);
    return parts;
}

std::int64_t decodeInteger(std::span<const std::uint8_t> bytes) {
    const NumberParts parts = partsOfNumber(bytes);
    if (parts.tag == tag::kZero) return 0;
    if (parts.tag == tag::kHuge && parts.negative && parts.floor == 0x1p63 && !parts.continues) {
        return std::numeric_limits<std::int64_t>::min();
    }
    if (parts.tag <= tag::kSmall || parts.tag >= tag::kHuge || parts.fraction != 0 || parts.continues) {
        raise(ErrorCode::StoreDamaged, "an index key holds a number that its type bits call an integer, but it is none");
    }
    const auto whole = static_cast<std::int64_t>(parts.whole);
    return parts.negative ? -whole : whole;
}

double decodeDouble(std::span<const std::uint8_t> bytes) {
    const NumberParts parts = partsOfNumber(bytes);
    double value = 0;
    if (parts.tag == tag::kNaN) return std::numeric_limits<double>::quiet_NaN();
    if (parts.tag == tag::kInfinity || parts.tag == tag::kMinusInfinity) {
        value = std::numeric_limits<double>::infinity();
    } else if (parts.tag == tag::kSmall || parts.tag == tag::kHuge) {
        value = parts.floor;
    } else if (parts.tag != tag::kZero) {
        value = static_cast<double>(parts.whole) +
                std::ldexp(static_cast<double>(parts.fraction), -static_cast<int>(parts.fractionBits));
    }
    if (parts.continues) {
        raise(ErrorCode::StoreDamaged, "an index key holds a number that its type bits call a double, but it is none");
    }
    return parts.negative ? -value : value;
}

}  // namespace sheaf::index
