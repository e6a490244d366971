// XXH3 over bytes: record checksums, digests of long index keys. The only user of <xxhash.h> is hash.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sheaf::bson {

std::uint64_t hashBytes(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0) noexcept;   // XXH3-64
std::array<std::uint8_t, 16> digestBytes(std::span<const std::uint8_t> bytes) noexcept;          // XXH3-128, canonical

}  // namespace sheaf::bson
