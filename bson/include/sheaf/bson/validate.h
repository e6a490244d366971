// Checks foreign bytes before they are trusted: structure, UTF-8, depth and size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sheaf::bson {

struct Limits {
    std::size_t bytes;
    int depth;  // levels of documents and arrays, the outermost included
};
inline constexpr Limits kStoredLimits{16'777'216, 100};
inline constexpr Limits kCommandLimits{48'000'000, 200};

enum class Fault : std::uint8_t {
    None,
    TooShort,            // the bytes end before the length field says
    BadLength,           // a length that is too small, negative, or passes the end of what holds it
    TrailingBytes,       // bytes after the document
    NoTerminator,        // a name, string or document without its closing null byte
    UnknownType,
    BadUtf8,
    BadBool,             // a boolean that is neither 0 nor 1
    BadBinary,           // subtype 2 with an inner length that does not fit
    TooDeep,
    TooLarge,
};

struct Validation {
    Fault fault = Fault::None;
    std::size_t offset = 0;  // where the fault was seen
    explicit operator bool() const { return fault == Fault::None; }
};

// Never reads past the end of `bytes`, whatever they are. Does not throw, does not allocate.
Validation validate(std::span<const std::uint8_t> bytes, const Limits& limits) noexcept;

// The same; throws InvalidBSON (22), Overflow (15, too deep) or BSONObjectTooLarge (10334).
void requireValid(std::span<const std::uint8_t> bytes, const Limits& limits);

std::string_view describe(Fault fault);

}  // namespace sheaf::bson
