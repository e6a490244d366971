// Hexadecimal digits.
#include <sheaf/bson/hex.h>

#include "bson/raise.h"

namespace sheaf::bson {

std::string toHex(std::span<const std::uint8_t> bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex(bytes.size() * 2, '0');
    char* at = hex.data();
    for (const std::uint8_t byte : bytes) {
        *at++ = kDigits[byte >> 4];
        *at++ = kDigits[byte & 15];
    }
    return hex;
}

void appendFromHex(std::string_view hex, Buffer& out) {
    for (std::size_t at = 0; at < hex.size(); ++at) {
        if (hexDigit(hex[at]) < 0) raise(ErrorCode::FailedToParse, "not a hexadecimal digit, at column ", at + 1);
    }
    if (hex.size() % 2 != 0) raise(ErrorCode::FailedToParse, "an odd number of hexadecimal digits: ", hex.size());
    std::uint8_t* to = out.extend(hex.size() / 2);
    for (std::size_t at = 0; at < hex.size(); at += 2) {
        *to++ = static_cast<std::uint8_t>(hexDigit(hex[at]) * 16 + hexDigit(hex[at + 1]));
    }
}

}  // namespace sheaf::bson
