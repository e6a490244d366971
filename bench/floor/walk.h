// Walks BSON by hand, bounded by the end of the document: what a floor does instead of a query engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace sheaf::bench::floor {

struct Span {
    const std::uint8_t* data;
    const std::uint8_t* end;
};

template <typename T>
T loadAt(const std::uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// The document inside a record's value, its closing null byte left out.
inline Span elementsOf(std::string_view record) {
    const auto* document = reinterpret_cast<const std::uint8_t*>(record.data()) + 9;
    const std::uint32_t size = loadAt<std::uint32_t>(document);
    if (size > record.size() - 9) return {nullptr, nullptr};
    return {document + 4, document + size - 1};
}
inline Span elementsInside(const std::uint8_t* value, const std::uint8_t* end) {
    const std::uint32_t size = loadAt<std::uint32_t>(value);
    return static_cast<std::size_t>(end - value) < size ? Span{nullptr, nullptr} : Span{value + 4, value + size - 1};
}
inline std::string_view textAt(const std::uint8_t* value, const std::uint8_t* end) {
    const std::uint32_t size = loadAt<std::uint32_t>(value);
    if (size == 0 || static_cast<std::size_t>(end - value) < size + 4U) return {};
    return {reinterpret_cast<const char*>(value) + 4, size - 1};
}

// The bytes of a value of the types that the workload has; more than `room` when it does not fit.
inline std::size_t valueBytes(std::uint8_t type, const std::uint8_t* value, std::size_t room) {
    switch (type) {
        case 0x10: return 4;
        case 0x01: case 0x09: case 0x12: return 8;
        case 0x08: return 1;
        case 0x02: return room < 4 ? room + 1 : std::size_t{4} + loadAt<std::uint32_t>(value);
        case 0x03: case 0x04: return room < 4 ? room + 1 : loadAt<std::uint32_t>(value);
        default: return room + 1;
    }
}

// visit(type, name, value) for each element, until it gives false.
template <typename Visit>
void walk(Span elements, Visit&& visit) {
    const std::uint8_t* at = elements.data;
    while (at < elements.end) {
        const std::uint8_t type = *at++;
        const std::uint8_t* nameEnd = at;  // names are short: quicker than a call of memchr
        while (nameEnd < elements.end && *nameEnd != 0) ++nameEnd;
        if (nameEnd == elements.end) return;
        const std::string_view name(reinterpret_cast<const char*>(at), static_cast<std::size_t>(nameEnd - at));
        const std::uint8_t* value = nameEnd + 1;
        const auto room = static_cast<std::size_t>(elements.end - value);
        const std::size_t size = valueBytes(type, value, room);
        if (size > room) return;
        if (!visit(type, name, value)) return;
        at = value + size;
    }
}

}  // namespace sheaf::bench::floor
