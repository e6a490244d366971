// Whether bytes are UTF-8, and up to where.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sheaf::bson {

// No overlong forms, no surrogates, nothing beyond U+10FFFF. Null bytes are allowed.
bool isUtf8(const std::uint8_t* bytes, std::size_t size) noexcept;
// How many bytes from the start are whole characters of UTF-8.
std::size_t utf8Prefix(const std::uint8_t* bytes, std::size_t size) noexcept;

}  // namespace sheaf::bson
