// Reading and writing numbers at any address, in BSON's little-endian order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace sheaf::bson {

static_assert(std::endian::native == std::endian::little, "BSON is read in place: little-endian machines only");

template <typename T>
inline T load(const std::uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename T>
inline void store(std::uint8_t* at, T value) {
    std::memcpy(at, &value, sizeof value);
}

}  // namespace sheaf::bson
