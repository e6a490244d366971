// Bytes as hexadecimal digits, and back.
#pragma once

#include <sheaf/bson/buffer.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::bson {

// The value of one digit, either case, or -1.
constexpr int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Two lower-case digits a byte.
std::string toHex(std::span<const std::uint8_t> bytes);

// Appends the bytes that the digits stand for. Throws FailedToParse (9) unless there are two digits for each byte;
// `out` is then as it was.
void appendFromHex(std::string_view hex, Buffer& out);

}  // namespace sheaf::bson
