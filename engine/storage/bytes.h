// Byte strings as the storage layer speaks of them: borrowed, never owned.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace sheaf::storage {

using Bytes = std::span<const std::uint8_t>;

inline Bytes asBytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view asText(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
// Plain byte order, a prefix before what it begins: the order of keys in a Plain tree.
inline int compareBytes(Bytes a, Bytes b) {
    const std::size_t common = a.size() < b.size() ? a.size() : b.size();
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    if (order != 0) return order;
    return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

}  // namespace sheaf::storage
