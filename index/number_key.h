// Numbers as ordered bytes, exact across int32, int64, double and Decimal128: equal numbers have equal bytes.
//
//   number    := 20                         NaN
//              | 21 | 37                    -Infinity, Infinity
//              | 2C                         zero
//              | sign(2D fine)              0 < a < 1
//              | sign(2D+n whole)           1 <= a < 2^63; n = 1..8
//              | sign(36 fine)              2^63 <= a
//   sign(tag body)  := tag body when positive; when negative 58 - tag, and the body inverted
//   fine      := d*2 + c in 8 bytes, d the bits of the largest double <= a; c = 1: continuation follows
//   whole     := w in n bytes, as few as possible; w = 2 * floor(a) + f, f = 1 when a has a fraction; then if f = 1
//                  n < 8: F*2 + c in 8 - n bytes, F = floor(fraction * 2^(63-8n)); c = 1: continuation follows
//                  n = 8: continuation
//   continuation := e + 4000 in 2 bytes, e the exponent of the scientific form d.ddd * 10^e; the digits, two a byte as
//                  pair + 1, without zeros at the end; 00
//
// a is the absolute value; everything is big-endian. Only a Decimal128 that lies between two steps of the grid above
// has a continuation.
#pragma once

#include <sheaf/bson/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sheaf::index {

namespace tag {
inline constexpr std::uint8_t kNaN = 0x20;
inline constexpr std::uint8_t kMinusInfinity = 0x21;
inline constexpr std::uint8_t kZero = 0x2C;
inline constexpr std::uint8_t kSmall = 0x2D;
inline constexpr std::uint8_t kHuge = 0x36;
inline constexpr std::uint8_t kInfinity = 0x37;
inline constexpr std::uint8_t kFirstNumber = kNaN;
inline constexpr std::uint8_t kLastNumber = kInfinity;
}  // namespace tag

inline constexpr std::size_t kMaxNumberBytes = 32;

// Each writes to `out` (room for kMaxNumberBytes) and returns the length.
std::size_t encodeInteger(std::int64_t value, std::uint8_t* out) noexcept;
std::size_t encodeDouble(double value, std::uint8_t* out) noexcept;

// `zerosRemoved`: how many zeros the coefficient ended with; 0 for zeros, infinities and NaN.
struct EncodedDecimal {
    std::size_t size;
    unsigned zerosRemoved;
};
EncodedDecimal encodeDecimal(bson::Decimal128 value, std::uint8_t* out);

// The number's length; nothing when `bytes` end within it. `mask` (0 or FF) undoes a descending field.
std::optional<std::size_t> numberLength(std::span<const std::uint8_t> bytes, std::uint8_t mask) noexcept;

// The number of the type that it was encoded from. `bytes` hold one whole ascending number. Throw StoreDamaged when it
// cannot be of that type.
std::int64_t decodeInteger(std::span<const std::uint8_t> bytes);
double decodeDouble(std::span<const std::uint8_t> bytes);
// Not for zeros, whose sign and exponent are type bits.
bson::Decimal128 decodeDecimal(std::span<const std::uint8_t> bytes, unsigned zerosRemoved);

}  // namespace sheaf::index
