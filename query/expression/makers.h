// Arrays and documents that are put together from values, in an arena.
#pragma once

#include "query/expression/node.h"

#include <cstdint>
#include <string_view>

namespace sheaf::query {

// A list of values that grows in an arena. The values are views: what they point at must live as long as the list.
class ValueList {
public:
    explicit ValueList(Arena& arena) : arena_(arena) {}
    ValueList(const ValueList&) = delete;
    ValueList& operator=(const ValueList&) = delete;

    void push(ValueView value);
    std::size_t size() const { return size_; }
    bool isEmpty() const { return size_ == 0; }
    ValueView* begin() { return values_; }
    ValueView* end() { return values_ + size_; }
    const ValueView* begin() const { return values_; }
    const ValueView* end() const { return values_ + size_; }
    ValueView& operator[](std::size_t at) { return values_[at]; }
    const ValueView& operator[](std::size_t at) const { return values_[at]; }
    void truncate(std::size_t size) { size_ = size; }
    // The elements of an array.
    void pushAll(bson::ArrayView array);

    // One array of them all, missing ones as null.
    ValueView toArray() const;

private:
    Arena& arena_;
    ValueView* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// A document that is made field by field. Names and values are views.
class FieldList {
public:
    explicit FieldList(Arena& arena) : arena_(arena) {}
    FieldList(const FieldList&) = delete;
    FieldList& operator=(const FieldList&) = delete;

    // Adds a field whose name is new. A missing value adds nothing.
    void add(std::string_view name, ValueView value);
    // The field's value becomes this one, in the place of a field of that name or at the end. A missing value takes
    // the field away.
    void set(std::string_view name, ValueView value);
    ValueView toDocument() const;

private:
    std::size_t find(std::string_view name);
    void index(std::size_t from);

    Arena& arena_;
    bson::Element* fields_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::uint32_t* buckets_ = nullptr;  // positions + 1 by the names' hashes, once there are many fields
    std::size_t bucketCount_ = 0;
};

}  // namespace sheaf::query
