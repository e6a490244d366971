// Bytes as text, for tests.
#pragma once

#include <sheaf/bson/buffer.h>

#include <cstdint>
#include <span>
#include <string>

namespace sheaf::index {

// "2D 7F C0".
inline std::string hex(std::span<const std::uint8_t> bytes) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        if (!text.empty()) text += ' ';
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

}  // namespace sheaf::index
