// The inline bodies of view.h: stepping from element to element is the inner loop of every collection scan.
//
// A value's size follows from its type without a branch: base[type] + (the 32-bit number at its start & mask[type]).
// Types with another shape (regex, DBPointer, code with scope, MinKey, MaxKey) and everything broken go through one
// function that is not inlined.
#pragma once

#include <sheaf/bson/detail/bytes.h>

#include <cassert>

namespace sheaf::bson {

namespace detail {

struct ValueShape {
    std::uint32_t lengthMask;   // all ones where the value starts with a length that counts towards its size
    std::uint8_t base;          // bytes besides that length's worth
    std::uint8_t least;         // the smallest whole value
    std::uint8_t endMask;       // all ones where the last byte must be null
    bool isPlain;               // the three above say everything
};

inline constexpr std::uint32_t kCounted = 0xFFFFFFFF;
inline constexpr ValueShape kShapes[] = {
    {0, 0, 0, 0, false},            // 0: not an element
    {0, 8, 8, 0, true},             // double
    {kCounted, 4, 5, 0xFF, true},   // string
    {kCounted, 0, 5, 0xFF, true},   // document
    {kCounted, 0, 5, 0xFF, true},   // array
    {kCounted, 5, 5, 0, true},      // binary
    {0, 0, 0, 0, true},             // undefined
    {0, 12, 12, 0, true},           // ObjectId
    {0, 1, 1, 0, true},             // bool
    {0, 8, 8, 0, true},             // date
    {0, 0, 0, 0, true},             // null
    {0, 0, 0, 0, false},            // regex
    {0, 0, 0, 0, false},            // DBPointer
    {kCounted, 4, 5, 0xFF, true},   // code
    {kCounted, 4, 5, 0xFF, true},   // symbol
    {0, 0, 0, 0, false},            // code with scope
    {0, 4, 4, 0, true},             // int32
    {0, 8, 8, 0, true},             // timestamp
    {0, 8, 8, 0, true},             // int64
    {0, 16, 16, 0, true},           // Decimal128
};
inline constexpr std::size_t kShapeCount = sizeof kShapes / sizeof kShapes[0];

// The size of a value of `type` at `at`, all of it before `end`. Throws InvalidBSON when there is no whole one.
// Works for every type; the fast path below covers most.
std::uint32_t valueSizeSlow(std::uint8_t type, const std::uint8_t* at, const std::uint8_t* end);
[[noreturn]] void throwUnterminatedName();

// `at` lies in a document that ends at `end`, where its closing null byte is.
inline std::uint32_t valueSize(std::uint8_t type, const std::uint8_t* at, const std::uint8_t* end) {
    const auto room = static_cast<std::uint64_t>(end - at);
    if (type < kShapeCount && room >= 3) [[likely]] {  // with the closing byte, four bytes can be read
        const ValueShape& shape = kShapes[type];
        const std::uint64_t size = std::uint64_t{load<std::uint32_t>(at) & shape.lengthMask} + shape.base;
        if (shape.isPlain && size <= room && size >= shape.least) [[likely]] {
            // at[-1], the name's null byte, when the size is 0.
            if ((*(at + size - 1) & shape.endMask) == 0) [[likely]] return static_cast<std::uint32_t>(size);
        }
    }
    return valueSizeSlow(type, at, end);
}

// The first null byte at or after `at`; `end` when there is none before it. Reads nothing beyond `end`.
inline const std::uint8_t* findNull(const std::uint8_t* at, const std::uint8_t* end) {
    while (end - at >= 8) {
        const auto word = load<std::uint64_t>(at);
        const std::uint64_t zeros = (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
        if (zeros != 0) return at + (std::countr_zero(zeros) >> 3);
        at += 8;
    }
    while (at < end && *at != 0) ++at;
    return at;
}

inline constexpr std::uint8_t kEmptyDocument[5] = {5, 0, 0, 0, 0};

}  // namespace detail

inline DocumentView::DocumentView() : data_(detail::kEmptyDocument), size_(5) {}

inline DocumentView DocumentView::trusted(const std::uint8_t* data, std::uint32_t size) {
    assert(size >= 5 && load<std::uint32_t>(data) == size && data[size - 1] == 0);
    DocumentView view;
    view.data_ = data;
    view.size_ = size;
    return view;
}

inline ElementIterator DocumentView::begin() const { return {data_ + 4, data_ + size_ - 1}; }

inline ElementIterator::ElementIterator(const std::uint8_t* first, const std::uint8_t* end) : next_(first), end_(end) {
    read();
}

inline ElementIterator& ElementIterator::operator++() {
    read();
    return *this;
}

inline ElementIterator ElementIterator::operator++(int) {
    ElementIterator old = *this;
    read();
    return old;
}

inline void ElementIterator::read() {
    const std::uint8_t* const at = next_;
    if (at == end_) {
        at_ = nullptr;
        return;
    }
    const std::uint8_t* const name = at + 1;
    const std::uint8_t* const nameEnd = detail::findNull(name, end_);
    if (nameEnd == end_) [[unlikely]] detail::throwUnterminatedName();
    const std::uint8_t* const value = nameEnd + 1;
    const std::uint32_t size = detail::valueSize(*at, value, end_);
    at_ = at;
    next_ = value + size;
    element_.name = {reinterpret_cast<const char*>(name), static_cast<std::size_t>(nameEnd - name)};
    element_.value = ValueView(static_cast<Type>(*at), value, size);
}

inline double ValueView::asDouble() const {
    assert(type_ == Type::Double);
    return load<double>(data_);
}
inline std::int32_t ValueView::asInt32() const {
    assert(type_ == Type::Int32);
    return load<std::int32_t>(data_);
}
inline std::int64_t ValueView::asInt64() const {
    assert(type_ == Type::Int64);
    return load<std::int64_t>(data_);
}
inline Decimal128 ValueView::asDecimal128() const {
    assert(type_ == Type::Decimal128);
    return {load<std::uint64_t>(data_), load<std::uint64_t>(data_ + 8)};
}
inline bool ValueView::asBool() const {
    assert(type_ == Type::Bool);
    return *data_ != 0;
}
inline Date ValueView::asDate() const {
    assert(type_ == Type::Date);
    return {load<std::int64_t>(data_)};
}
inline Timestamp ValueView::asTimestamp() const {
    assert(type_ == Type::Timestamp);
    return {load<std::uint32_t>(data_ + 4), load<std::uint32_t>(data_)};
}
inline ObjectId ValueView::asObjectId() const {
    assert(type_ == Type::ObjectId);
    ObjectId id;
    std::memcpy(id.bytes.data(), data_, id.bytes.size());
    return id;
}
inline std::string_view ValueView::asString() const {
    assert(type_ == Type::String || type_ == Type::Symbol || type_ == Type::Code);
    return {reinterpret_cast<const char*>(data_ + 4), size_ - 5};
}
inline DocumentView ValueView::asDocument() const {
    assert(type_ == Type::Document || type_ == Type::Array);
    return DocumentView::trusted(data_, size_);
}
inline ArrayView ValueView::asArray() const {
    assert(type_ == Type::Array);
    return ArrayView(DocumentView::trusted(data_, size_));
}
inline BinaryView ValueView::asBinary() const {
    assert(type_ == Type::Binary);
    return {data_[4], data_ + 5, size_ - 5};
}

}  // namespace sheaf::bson
