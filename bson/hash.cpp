// XXH3 by libxxhash, in the widest registers that the processor has where the library can choose.
#include "bson/hash.h"

#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif

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
