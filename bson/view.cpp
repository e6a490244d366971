// What of the views is not worth inlining: rare types, lookups, and what happens when bytes are broken.
#include <sheaf/bson/document.h>
#include <sheaf/bson/view.h>

#include "bson/raise.h"

#include <limits>

namespace sheaf::bson {

namespace detail {
namespace {

[[noreturn, gnu::cold, gnu::noinline]] void throwBroken(const char* what, std::uint8_t type) {
    raise(ErrorCode::InvalidBSON, "broken BSON: ", what, " (element type ", type, ")");
}

// Bytes of the string (length, text, null byte) at `at`, or 0 when no whole one lies before `end`.
std::uint32_t stringSize(const std::uint8_t* at, const std::uint8_t* end) {
    if (end - at < 5) return 0;
    const auto length = load<std::uint32_t>(at);
    if (length < 1 || length > static_cast<std::uint64_t>(end - at) - 4 || at[3 + std::size_t{length}] != 0) return 0;
    return 4 + length;
}

std::uint32_t regexSize(const std::uint8_t* at, const std::uint8_t* end) {
    const std::uint8_t* patternEnd = findNull(at, end);
    if (patternEnd == end) throwBroken("a regular expression without its end", 11);
    const std::uint8_t* optionsEnd = findNull(patternEnd + 1, end);
    if (optionsEnd == end) throwBroken("regular expression options without their end", 11);
    return static_cast<std::uint32_t>(optionsEnd + 1 - at);
}

std::uint32_t dbPointerSize(const std::uint8_t* at, const std::uint8_t* end) {
    const std::uint32_t nameSize = stringSize(at, end);
    if (nameSize == 0 || end - at - nameSize < 12) throwBroken("a DBPointer that is not whole", 12);
    return nameSize + 12;
}

std::uint32_t codeWithScopeSize(const std::uint8_t* at, const std::uint8_t* end) {
    const char* const what = "code with scope that is not whole";
    if (end - at < 14) throwBroken(what, 15);
    const auto size = load<std::uint32_t>(at);
    if (size < 14 || size > static_cast<std::uint64_t>(end - at)) throwBroken(what, 15);
    const std::uint32_t codeSize = stringSize(at + 4, at + size);
    if (codeSize == 0) throwBroken(what, 15);
    const std::uint32_t scopeSize = size - 4 - codeSize;
    if (scopeSize < 5 || load<std::uint32_t>(at + 4 + codeSize) != scopeSize || at[size - 1] != 0) {
        throwBroken(what, 15);
    }
    return size;
}

}  // namespace

std::uint32_t valueSizeSlow(std::uint8_t type, const std::uint8_t* at, const std::uint8_t* end) {
    switch (static_cast<Type>(type)) {
        case Type::MinKey:
        case Type::MaxKey:
            return 0;
        case Type::Regex:
            return regexSize(at, end);
        case Type::DbPointer:
            return dbPointerSize(at, end);
        case Type::CodeWithScope:
            return codeWithScopeSize(at, end);
        default:
            break;
    }
    if (type >= kShapeCount || !kShapes[type].isPlain) throwBroken("an element of unknown type", type);
    const ValueShape& shape = kShapes[type];
    const auto room = static_cast<std::uint64_t>(end - at);
    std::uint64_t size = shape.base;
    if (shape.lengthMask != 0) {
        if (room < 4) throwBroken("a length passes the end of its document", type);
        size += load<std::uint32_t>(at);
    }
    if (size > room) throwBroken("a value passes the end of its document", type);
    if (size < shape.least) throwBroken("a length that is too small", type);
    if (shape.endMask != 0 && at[size - 1] != 0) throwBroken("a value without its closing null byte", type);
    return static_cast<std::uint32_t>(size);
}

void throwUnterminatedName() {
    raise(ErrorCode::InvalidBSON, "broken BSON: a field name without its closing null byte");
}

}  // namespace detail

DocumentView::DocumentView(const std::uint8_t* data, std::size_t size) : data_(data), size_(0) {
    if (size < 5) raise(ErrorCode::InvalidBSON, "broken BSON: a document of ", size, " bytes");
    const auto length = load<std::uint32_t>(data);
    if (length < 5 || length > size || length > std::numeric_limits<std::int32_t>::max()) {
        raise(ErrorCode::InvalidBSON, "broken BSON: a document's length is ", load<std::int32_t>(data), ", of ", size,
              " bytes");
    }
    if (data[length - 1] != 0) raise(ErrorCode::InvalidBSON, "broken BSON: a document without its closing null byte");
    size_ = length;
}

std::size_t DocumentView::countElements() const {
    std::size_t count = 0;
    for (auto it = begin(); it != end(); ++it) ++count;
    return count;
}

ValueView DocumentView::operator[](std::string_view name) const {
    for (const Element& element : *this) {
        if (element.name == name) return element.value;
    }
    return {};
}

Document DocumentView::copy() const { return Document(*this); }

ValueView ArrayView::operator[](std::size_t index) const {
    for (const ValueView& value : *this) {
        if (index-- == 0) return value;
    }
    return {};
}

RegexView ValueView::asRegex() const {
    assert(type_ == Type::Regex);
    const std::string_view pattern(reinterpret_cast<const char*>(data_));
    return {pattern, {pattern.data() + pattern.size() + 1, size_ - pattern.size() - 2}};
}

DbPointerView ValueView::asDbPointer() const {
    assert(type_ == Type::DbPointer);
    DbPointerView pointer;
    pointer.ns = {reinterpret_cast<const char*>(data_ + 4), size_ - 17};
    std::memcpy(pointer.id.bytes.data(), data_ + size_ - 12, 12);
    return pointer;
}

std::string_view ValueView::codeOfCodeWithScope() const {
    assert(type_ == Type::CodeWithScope);
    return {reinterpret_cast<const char*>(data_ + 8), load<std::uint32_t>(data_ + 4) - 1};
}

DocumentView ValueView::scopeOfCodeWithScope() const {
    assert(type_ == Type::CodeWithScope);
    const std::uint32_t before = 8 + load<std::uint32_t>(data_ + 4);
    return DocumentView::trusted(data_ + before, size_ - before);
}

}  // namespace sheaf::bson
