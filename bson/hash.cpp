// XXH3 by libxxhash.
#include "bson/hash.h"

#include <xxhash.h>

namespace sheaf::bson {

std::uint64_t hashBytes(std::span<const std::uint8_t> bytes, std::uint64_t seed) noexcept {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::array<std::uint8_t, 16> digestBytes(std::span<const std::uint8_t> bytes) noexcept {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    std::array<std::uint8_t, 16> digest;
    for (std::size_t at = 0; at < digest.size(); ++at) digest[at] = canonical.digest[at];
    return digest;
}

}  // namespace sheaf::bson
