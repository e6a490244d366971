// Lists that grow in an arena, and the BSON that they become.

#include "query/expression/makers.h"

#include "bson/bytes.h"
#include "query/field_writer.h"

#include <cstring>
#include <functional>
#include <memory>

namespace sheaf::query {
namespace {

constexpr std::size_t kFirstCapacity = 8;
constexpr std::size_t kIndexedFrom = 16;  // fields

// `capacity` items more room; what was there moves.
template <typename T>
void grow(Arena& arena, T*& items, std::size_t size, std::size_t& capacity) {
    capacity = capacity == 0 ? kFirstCapacity : 2 * capacity;
    T* const larger = reinterpret_cast<T*>(arena.allocate(capacity * sizeof(T)));
    std::uninitialized_copy_n(items, size, larger);
    items = larger;
}

std::uint8_t* writeElement(std::uint8_t* at, std::string_view name, ValueView value) {
    *at++ = static_cast<std::uint8_t>(value.type());
    if (!name.empty()) std::memcpy(at, name.data(), name.size());
    at += name.size();
    *at++ = 0;
    if (value.size() != 0) std::memcpy(at, value.data(), value.size());
    return at + value.size();
}

}  // namespace

void ValueList::push(ValueView value) {
    if (size_ == capacity_) grow(arena_, values_, size_, capacity_);
    std::construct_at(values_ + size_++, value);
}

void ValueList::pushAll(bson::ArrayView array) {
    for (const ValueView& value : array) push(value);
}

ValueView ValueList::toArray() const {
    std::size_t bytes = 5;
    for (std::size_t i = 0; i < size_; ++i) {
        bytes += 2 + PositionName(static_cast<std::uint32_t>(i)).view().size() + values_[i].size();
    }
    std::uint8_t* const start = arena_.allocate(bytes);
    std::uint8_t* at = start + 4;
    for (std::size_t i = 0; i < size_; ++i) {
        const ValueView value = values_[i].isMissing() ? EvalContext::null() : values_[i];
        at = writeElement(at, PositionName(static_cast<std::uint32_t>(i)).view(), value);
    }
    *at = 0;
    bson::store(start, static_cast<std::uint32_t>(bytes));
    return {bson::Type::Array, start, static_cast<std::uint32_t>(bytes)};
}

void FieldList::add(std::string_view name, ValueView value) {
    if (value.isMissing()) return;
    if (size_ == capacity_) grow(arena_, fields_, size_, capacity_);
    std::construct_at(fields_ + size_++, bson::Element{name, value});
    if (bucketCount_ != 0) {
        if (2 * size_ > bucketCount_) index(0);
        else index(size_ - 1);
    }
}

// Puts the fields from a position on into the table; from 0 on into a larger one.
void FieldList::index(std::size_t from) {
    if (from == 0) {
        bucketCount_ = 64;
        while (bucketCount_ < 4 * size_) bucketCount_ *= 2;
        buckets_ = reinterpret_cast<std::uint32_t*>(arena_.allocate(bucketCount_ * sizeof(std::uint32_t)));
        std::uninitialized_fill_n(buckets_, bucketCount_, 0);
    }
    for (std::size_t i = from; i < size_; ++i) {
        std::size_t bucket = std::hash<std::string_view>()(fields_[i].name) & (bucketCount_ - 1);
        while (buckets_[bucket] != 0) bucket = (bucket + 1) & (bucketCount_ - 1);
        buckets_[bucket] = static_cast<std::uint32_t>(i + 1);
    }
}

// size_ when there is none.
std::size_t FieldList::find(std::string_view name) {
    if (size_ < kIndexedFrom) {
        std::size_t at = 0;
        while (at < size_ && fields_[at].name != name) ++at;
        return at;
    }
    if (bucketCount_ == 0) index(0);
    std::size_t bucket = std::hash<std::string_view>()(name) & (bucketCount_ - 1);
    while (buckets_[bucket] != 0) {
        const std::size_t at = buckets_[bucket] - 1;
        if (fields_[at].name == name) return at;
        bucket = (bucket + 1) & (bucketCount_ - 1);
    }
    return size_;
}

void FieldList::set(std::string_view name, ValueView value) {
    const std::size_t at = find(name);
    if (at == size_) add(name, value);
    else fields_[at].value = value;
}

ValueView FieldList::toDocument() const {
    std::size_t bytes = 5;
    for (std::size_t i = 0; i < size_; ++i) {
        if (!fields_[i].value.isMissing()) bytes += 2 + fields_[i].name.size() + fields_[i].value.size();
    }
    std::uint8_t* const start = arena_.allocate(bytes);
    std::uint8_t* at = start + 4;
    for (std::size_t i = 0; i < size_; ++i) {
        if (!fields_[i].value.isMissing()) at = writeElement(at, fields_[i].name, fields_[i].value);
    }
    *at = 0;
    bson::store(start, static_cast<std::uint32_t>(bytes));
    return {bson::Type::Document, start, static_cast<std::uint32_t>(bytes)};
}

}  // namespace sheaf::query
