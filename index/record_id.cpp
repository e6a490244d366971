// RecordIds as bytes at the end of index keys.

#include "index/record_id.h"

#include "bson/raise.h"

#include <bit>

namespace sheaf::index {
namespace {

constexpr unsigned kLengthBits = 3;
constexpr std::uint8_t kLengthMask = 0x07;
constexpr std::size_t kFewestBytes = 2;

RecordId read(std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    for (const std::uint8_t byte : bytes) word = word << 8 | byte;
    const std::size_t extra = bytes.size() - kFewestBytes;
    const auto valueBits = static_cast<unsigned>(8 * bytes.size()) - 2 * kLengthBits;
    const bool ends = (word & kLengthMask) == extra;
    const bool starts = word >> (valueBits + kLengthBits) == extra + 1;
    if (!ends || !starts) raise(ErrorCode::StoreDamaged, "the RecordId of an index entry is broken");
    return word >> kLengthBits & ((std::uint64_t{1} << valueBits) - 1);
}

}  // namespace

std::size_t encodeRecordId(RecordId id, std::uint8_t* out) noexcept {
    const auto bits = static_cast<unsigned>(std::bit_width(id));
    const unsigned extra = bits <= 10 ? 0 : (bits - 10 + 7) / 8;
    const std::size_t size = kFewestBytes + extra;
    const auto valueBits = static_cast<unsigned>(8 * size) - 2 * kLengthBits;
    const std::uint64_t word =
        (std::uint64_t{extra + 1} << valueBits | id) << kLengthBits | extra;
    for (std::size_t at = 0; at < size; ++at) out[at] = static_cast<std::uint8_t>(word >> 8 * (size - 1 - at));
    return size;
}

DecodedRecordId recordIdAtEnd(std::span<const std::uint8_t> bytes) {
    const std::size_t size = bytes.empty() ? 0 : kFewestBytes + (bytes.back() & kLengthMask);
    if (size > bytes.size() || size > kMaxRecordIdBytes || size == 0) {
        raise(ErrorCode::StoreDamaged, "the key of an index entry is too short for its RecordId");
    }
    return {read(bytes.last(size)), size};
}

DecodedRecordId recordIdAtStart(std::span<const std::uint8_t> bytes) {
    const std::size_t size = bytes.empty() ? 0 : 1 + std::size_t{bytes.front()} / 32;
    if (size > bytes.size() || size < kFewestBytes) {
        raise(ErrorCode::StoreDamaged, "the value of a unique index entry is too short for its RecordId");
    }
    return {read(bytes.first(size)), size};
}

}  // namespace sheaf::index
