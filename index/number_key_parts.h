// The pieces that the sources of number_key share.
#pragma once

#include "index/number_key.h"

#include <bit>
#include <cstring>

namespace sheaf::index {

namespace tag {
inline constexpr std::uint8_t kMirror = 0x58;  // a positive tag and its negative one add up to this
}

inline constexpr std::uint64_t kTwoTo63 = std::uint64_t{1} << 63;

// What follows a positive tag: the first `bytes` bytes of `word`.
struct NumberBody {
    std::uint8_t tag;
    std::uint64_t word;
    unsigned bytes;
};
NumberBody wholeBody(std::uint64_t whole) noexcept;                                        // 1 <= whole < 2^63
NumberBody fractionBody(std::uint64_t whole, std::uint64_t fraction, bool continues) noexcept;
NumberBody fineBody(std::uint8_t tag, double floor, bool continues) noexcept;
// Writes tag and body (9 bytes are touched); returns the length.
std::size_t writeBody(const NumberBody& body, bool negative, std::uint8_t* out) noexcept;

// Of a number with a fraction: bytes of its whole part, and bits of its scaled fraction.
inline unsigned wholeBytes(std::uint64_t whole) {
    return (static_cast<unsigned>(std::bit_width(whole << 1)) + 7) / 8;
}
inline unsigned fractionBits(std::uint64_t whole) { return 63 - 8 * wholeBytes(whole); }

inline void storeBigEndian(std::uint8_t* out, std::uint64_t value) {
    const std::uint64_t swapped = __builtin_bswap64(value);
    std::memcpy(out, &swapped, sizeof swapped);
}

// An encoded number taken apart; what does not apply is 0.
struct NumberParts {
    std::uint8_t tag = 0;  // the positive one, but -Infinity and NaN as they are
    bool negative = false;
    bool continues = false;
    double floor = 0;
    std::uint64_t whole = 0;
    std::uint64_t fraction = 0;
    unsigned fractionBits = 0;
    std::span<const std::uint8_t> continuation;  // still inverted when negative; with its end
};
NumberParts partsOfNumber(std::span<const std::uint8_t> bytes);

}  // namespace sheaf::index
