// The number of a record in its collection, and its bytes at the end of an index entry's key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sheaf {
// The number of a record in its collection, from 1 up; its order is natural order. 0 is no record.
using RecordId = std::uint64_t;
}  // namespace sheaf

namespace sheaf::index {

// So that the encoded bytes start below FF.
inline constexpr RecordId kMaxRecordId = (RecordId{1} << 57) - 1;

// rid := n + 2 bytes, big-endian (n = 0..6, the smallest that fits): 3 bits n + 1, the number, 3 bits n.
// Byte order is number order, and both the first and the last byte tell the length.
inline constexpr std::size_t kMaxRecordIdBytes = 8;

// Writes the bytes to `out` (room for kMaxRecordIdBytes) and returns how many.
std::size_t encodeRecordId(RecordId id, std::uint8_t* out) noexcept;

struct DecodedRecordId {
    RecordId id;
    std::size_t bytes;
};
// From the end, or from the start, of bytes that hold one. Throws StoreDamaged when they cannot.
DecodedRecordId recordIdAtEnd(std::span<const std::uint8_t> bytes);
DecodedRecordId recordIdAtStart(std::span<const std::uint8_t> bytes);

}  // namespace sheaf::index
