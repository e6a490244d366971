// Documents and values that own their bytes.
#pragma once

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/view.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace sheaf::bson {

// An owning document. Its bytes are whole; its elements are as its maker left them (Builder and parse make valid
// ones; use validate() for foreign bytes).
class Document {
public:
    Document() = default;                            // empty
    explicit Document(DocumentView view);            // copies
    // Takes bytes that hold exactly one document. Throws InvalidBSON.
    explicit Document(Buffer bytes);

    DocumentView view() const;
    operator DocumentView() const { return view(); }

    ElementIterator begin() const { return view().begin(); }
    ElementIterator end() const { return {}; }
    ValueView operator[](std::string_view name) const { return view()[name]; }
    bool isEmpty() const { return view().isEmpty(); }
    std::uint32_t size() const { return view().size(); }
    std::string toJson(JsonMode mode = JsonMode::Relaxed) const { return view().toJson(mode); }

private:
    Buffer bytes_;  // nothing for the empty document
};

// An owning value: up to 16 bytes in place, more in a shared block that never changes, so copies are cheap.
class Value {
public:
    Value() = default;  // missing
    explicit Value(ValueView view);  // copies
    Value(double value);
    Value(std::int32_t value);
    Value(std::int64_t value);
    Value(bool value);
    Value(std::nullptr_t);
    Value(std::string_view value);
    Value(const char* value) : Value(std::string_view(value)) {}
    Value(const std::string& value) : Value(std::string_view(value)) {}
    Value(ObjectId value);
    Value(Date value);
    Value(Timestamp value);
    Value(Decimal128 value);
    Value(DocumentView value);
    Value(const Document& value) : Value(value.view()) {}
    Value(ArrayView value);
    static Value minKey();
    static Value maxKey();
    // int32 when it fits, else int64.
    static Value fromCount(std::uint64_t count);

    // Valid while this Value is, at this address.
    ValueView view() const;
    operator ValueView() const { return view(); }
    Type type() const { return type_; }
    bool isMissing() const { return type_ == Type::Missing; }
    std::string toJson(JsonMode mode = JsonMode::Relaxed) const { return view().toJson(mode); }

private:
    Value(Type type, const void* bytes, std::size_t size);

    Type type_ = Type::Missing;
    std::uint32_t size_ = 0;
    std::array<std::uint8_t, 16> inline_{};
    std::shared_ptr<const std::uint8_t[]> shared_;
};

}  // namespace sheaf::bson

namespace sheaf {
using bson::DocumentView;
using bson::Document;
using bson::ValueView;
using bson::Value;
}  // namespace sheaf
