// UTF-8 validation: eight ASCII bytes at a time, then character by character.
#include "bson/utf8.h"

#include "bson/bytes.h"

namespace sheaf::bson {
namespace {

bool isContinuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

// The length of the character of two to four bytes that starts here, or 0.
std::size_t wideCharacter(const std::uint8_t* at, std::size_t left) {
    const std::uint8_t lead = at[0];
    if (lead < 0xC2) return 0;
    if (lead < 0xE0) return left >= 2 && isContinuation(at[1]) ? 2 : 0;
    if (lead < 0xF0) {
        if (left < 3 || !isContinuation(at[1]) || !isContinuation(at[2])) return 0;
        if (lead == 0xE0 && at[1] < 0xA0) return 0;   // overlong
        if (lead == 0xED && at[1] >= 0xA0) return 0;  // a surrogate
        return 3;
    }
    if (lead > 0xF4 || left < 4 || !isContinuation(at[1]) || !isContinuation(at[2]) || !isContinuation(at[3])) return 0;
    if (lead == 0xF0 && at[1] < 0x90) return 0;   // overlong
    if (lead == 0xF4 && at[1] >= 0x90) return 0;  // beyond U+10FFFF
    return 4;
}

}  // namespace

std::size_t utf8Prefix(const std::uint8_t* bytes, std::size_t size) noexcept {
    constexpr std::uint64_t kHigh = 0x8080808080808080u;
    std::size_t at = 0;
    while (true) {
        while (at + 16 <= size && ((load<std::uint64_t>(bytes + at) | load<std::uint64_t>(bytes + at + 8)) & kHigh) == 0) at += 16;
        while (at + 8 <= size && (load<std::uint64_t>(bytes + at) & kHigh) == 0) at += 8;
        while (at < size && bytes[at] < 0x80) ++at;
        if (at == size) return at;
        do {
            const std::size_t length = wideCharacter(bytes + at, size - at);
            if (length == 0) return at;
            at += length;
        } while (at < size && bytes[at] >= 0x80);
    }
}

bool isUtf8(const std::uint8_t* bytes, std::size_t size) noexcept { return utf8Prefix(bytes, size) == size; }

}  // namespace sheaf::bson
