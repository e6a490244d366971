// Views over BSON bytes: they own nothing, copy nothing, and never look beyond the bytes they were given.
//
// A view is valid as long as the bytes are. Walking a document checks every element against the end of the document,
// so bytes that were never validated cannot be read past: a broken element throws InvalidBSON (22) where it is met.
#pragma once

#include <sheaf/bson/types.h>

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::bson {

class DocumentView;
class ArrayView;
class Document;
class Array;

enum class JsonMode : std::uint8_t { Canonical, Relaxed };

// One value: its type, and where its bytes lie. The bytes have been checked to hold a whole value of that type
// (nested documents: their length only; their elements are checked when they are walked).
class ValueView {
public:
    constexpr ValueView() = default;  // missing
    constexpr ValueView(Type type, const std::uint8_t* data, std::uint32_t size)
        : data_(data), size_(size), type_(type) {}

    constexpr Type type() const { return type_; }
    constexpr const std::uint8_t* data() const { return data_; }
    constexpr std::uint32_t size() const { return size_; }
    std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
    std::string_view typeName() const { return bson::typeName(type_); }

    constexpr bool isMissing() const { return type_ == Type::Missing; }
    constexpr explicit operator bool() const { return type_ != Type::Missing; }
    constexpr bool isNull() const { return type_ == Type::Null; }
    constexpr bool isNullish() const {  // missing, null or undefined
        return type_ == Type::Missing || type_ == Type::Null || type_ == Type::Undefined;
    }
    constexpr bool isDocument() const { return type_ == Type::Document; }
    constexpr bool isArray() const { return type_ == Type::Array; }
    constexpr bool isString() const { return type_ == Type::String; }
    constexpr bool isBool() const { return type_ == Type::Bool; }
    constexpr bool isDate() const { return type_ == Type::Date; }
    constexpr bool isNumber() const {
        return type_ == Type::Int32 || type_ == Type::Double || type_ == Type::Int64 || type_ == Type::Decimal128;
    }

    // The value as its C++ type. The type must be the right one (checked in debug builds).
    double asDouble() const;
    std::int32_t asInt32() const;
    std::int64_t asInt64() const;
    Decimal128 asDecimal128() const;
    bool asBool() const;
    Date asDate() const;
    Timestamp asTimestamp() const;
    ObjectId asObjectId() const;
    std::string_view asString() const;       // String, Symbol and Code; may hold null bytes
    DocumentView asDocument() const;         // Document and Array
    ArrayView asArray() const;
    BinaryView asBinary() const;
    RegexView asRegex() const;
    DbPointerView asDbPointer() const;
    std::string_view codeOfCodeWithScope() const;
    DocumentView scopeOfCodeWithScope() const;

    // {"$numberInt":"2"}-like text of the one value.
    std::string toJson(JsonMode mode = JsonMode::Relaxed) const;

private:
    const std::uint8_t* data_ = nullptr;
    std::uint32_t size_ = 0;
    Type type_ = Type::Missing;
};

struct Element {
    std::string_view name;
    ValueView value;
};

// Walks the elements of a document or an array.
class ElementIterator {
public:
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const Element*;
    using reference = const Element&;

    ElementIterator() = default;                                            // the end
    ElementIterator(const std::uint8_t* first, const std::uint8_t* end);    // end: at the closing null byte

    const Element& operator*() const { return element_; }
    const Element* operator->() const { return &element_; }
    ElementIterator& operator++();
    ElementIterator operator++(int);
    friend bool operator==(const ElementIterator& a, const ElementIterator& b) { return a.at_ == b.at_; }

private:
    void read();  // parses the element at next_, or becomes the end

    const std::uint8_t* at_ = nullptr;    // the element's type byte; null at the end
    const std::uint8_t* next_ = nullptr;  // one past the element
    const std::uint8_t* end_ = nullptr;
    Element element_;
};

class DocumentView {
public:
    DocumentView();  // the empty document
    // Reads the length and checks it against `size` and the closing null byte. Throws InvalidBSON.
    DocumentView(const std::uint8_t* data, std::size_t size);
    // A document whose length field and end have been checked already.
    static DocumentView trusted(const std::uint8_t* data, std::uint32_t size);

    const std::uint8_t* data() const { return data_; }
    std::uint32_t size() const { return size_; }  // in bytes
    std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
    bool isEmpty() const { return size_ <= 5; }
    std::size_t countElements() const;            // walks

    ElementIterator begin() const;
    ElementIterator end() const { return {}; }

    // The first element of that name (no dotted paths), or missing.
    ValueView operator[](std::string_view name) const;
    bool contains(std::string_view name) const { return !operator[](name).isMissing(); }

    ValueView asValue(Type type = Type::Document) const { return {type, data_, size_}; }
    std::string toJson(JsonMode mode = JsonMode::Relaxed) const;
    Document copy() const;

private:
    const std::uint8_t* data_;
    std::uint32_t size_;
};

// An array is a document whose names count up; the names are not looked at.
class ArrayView {
public:
    class Iterator {
    public:
        using value_type = ValueView;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using pointer = const ValueView*;
        using reference = const ValueView&;
        Iterator() = default;
        explicit Iterator(ElementIterator inner) : inner_(inner) {}
        const ValueView& operator*() const { return inner_->value; }
        const ValueView* operator->() const { return &inner_->value; }
        Iterator& operator++() { ++inner_; return *this; }
        Iterator operator++(int) { Iterator old = *this; ++inner_; return old; }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.inner_ == b.inner_; }

    private:
        ElementIterator inner_;
    };

    ArrayView() = default;
    explicit ArrayView(DocumentView document) : document_(document) {}

    Iterator begin() const { return Iterator(document_.begin()); }
    Iterator end() const { return {}; }
    bool isEmpty() const { return document_.isEmpty(); }
    std::size_t countElements() const { return document_.countElements(); }
    ValueView operator[](std::size_t index) const;  // walks; missing beyond the end
    DocumentView asDocument() const { return document_; }
    ValueView asValue() const { return document_.asValue(Type::Array); }
    std::string toJson(JsonMode mode = JsonMode::Relaxed) const { return asValue().toJson(mode); }

private:
    DocumentView document_;
};

}  // namespace sheaf::bson

#include <sheaf/bson/detail/view_inline.h>
