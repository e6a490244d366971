// Builder: elements written straight into their place, lengths filled in when a level closes.
#include <sheaf/bson/builder.h>

#include "bson/bytes.h"
#include "bson/raise.h"

#include <cstring>
#include <limits>

namespace sheaf::bson {
namespace {

constexpr std::size_t kMaxBsonBytes = std::numeric_limits<std::int32_t>::max();

[[noreturn, gnu::cold]] void throwNullInName(std::string_view name) {
    raise(ErrorCode::BadValue, "a field name may not hold a null byte: '", name, "'");
}

[[noreturn, gnu::cold]] void throwTooLarge(std::size_t size) {
    raise(ErrorCode::BSONObjectTooLarge, "a BSON value of ", size, " bytes is too large");
}

void requireNoNull(std::string_view text, const char* what) {
    if (text.find('\0') != std::string_view::npos) raise(ErrorCode::BadValue, what, " may not hold a null byte");
}

// Writes length, text and null byte; returns the place after them.
std::uint8_t* storeString(std::uint8_t* at, std::string_view text) {
    store(at, static_cast<std::uint32_t>(text.size() + 1));
    if (!text.empty()) std::memcpy(at + 4, text.data(), text.size());
    at[4 + text.size()] = 0;
    return at + 5 + text.size();
}

// Writes text and null byte; returns the place after them.
std::uint8_t* storeCString(std::uint8_t* at, std::string_view text) {
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    at[text.size()] = 0;
    return at + text.size() + 1;
}

}  // namespace

Builder::IndexName::IndexName(std::uint32_t index) : start_(sizeof text_) {
    do {
        text_[--start_] = static_cast<char>('0' + index % 10);
        index /= 10;
    } while (index != 0);
}

Builder::Builder(Buffer& out) : out_(&out) {
    frames_.reserve(4);
    frames_.push_back({out.size(), 0});
    out.extend(4);
}

std::uint8_t* Builder::element(Type type, std::string_view name, std::size_t valueBytes) {
    if (!name.empty() && std::memchr(name.data(), 0, name.size()) != nullptr) throwNullInName(name);
    if (valueBytes > kMaxBsonBytes) throwTooLarge(valueBytes);
    std::uint8_t* at = out_->extend(1 + name.size() + 1 + valueBytes);
    *at++ = static_cast<std::uint8_t>(type);
    return storeCString(at, name);
}

Builder& Builder::append(std::string_view name, ValueView value) {
    if (value.isMissing()) return *this;
    std::uint8_t* at = element(value.type(), name, value.size());
    if (value.size() != 0) std::memcpy(at, value.data(), value.size());
    return *this;
}

Builder& Builder::append(std::string_view name, double value) {
    store(element(Type::Double, name, 8), value);
    return *this;
}

Builder& Builder::append(std::string_view name, std::int32_t value) {
    store(element(Type::Int32, name, 4), value);
    return *this;
}

Builder& Builder::append(std::string_view name, std::int64_t value) {
    store(element(Type::Int64, name, 8), value);
    return *this;
}

Builder& Builder::append(std::string_view name, bool value) {
    *element(Type::Bool, name, 1) = value ? 1 : 0;
    return *this;
}

Builder& Builder::append(std::string_view name, std::nullptr_t) {
    element(Type::Null, name, 0);
    return *this;
}

Builder& Builder::append(std::string_view name, std::string_view value) {
    storeString(element(Type::String, name, value.size() + 5), value);
    return *this;
}

Builder& Builder::append(std::string_view name, ObjectId value) {
    std::memcpy(element(Type::ObjectId, name, 12), value.bytes.data(), 12);
    return *this;
}

Builder& Builder::append(std::string_view name, Date value) {
    store(element(Type::Date, name, 8), value.ms);
    return *this;
}

Builder& Builder::append(std::string_view name, Timestamp value) {
    std::uint8_t* at = element(Type::Timestamp, name, 8);
    store(at, value.increment);
    store(at + 4, value.seconds);
    return *this;
}

Builder& Builder::append(std::string_view name, Decimal128 value) {
    std::uint8_t* at = element(Type::Decimal128, name, 16);
    store(at, value.low);
    store(at + 8, value.high);
    return *this;
}

Builder& Builder::append(std::string_view name, BinaryView value) {
    std::uint8_t* at = element(Type::Binary, name, value.size + 5);
    store(at, static_cast<std::uint32_t>(value.size));
    at[4] = value.subtype;
    if (value.size != 0) std::memcpy(at + 5, value.data, value.size);
    return *this;
}

Builder& Builder::append(std::string_view name, RegexView value) {
    requireNoNull(value.pattern, "a regular expression");
    requireNoNull(value.options, "regular expression options");
    std::uint8_t* at = element(Type::Regex, name, value.pattern.size() + value.options.size() + 2);
    storeCString(storeCString(at, value.pattern), value.options);
    return *this;
}

Builder& Builder::append(std::string_view name, DbPointerView value) {
    std::uint8_t* at = storeString(element(Type::DbPointer, name, value.ns.size() + 17), value.ns);
    std::memcpy(at, value.id.bytes.data(), 12);
    return *this;
}

Builder& Builder::append(std::string_view name, CodeView value) {
    storeString(element(Type::Code, name, value.code.size() + 5), value.code);
    return *this;
}

Builder& Builder::append(std::string_view name, SymbolView value) {
    storeString(element(Type::Symbol, name, value.symbol.size() + 5), value.symbol);
    return *this;
}

Builder& Builder::append(std::string_view name, MinKey) {
    element(Type::MinKey, name, 0);
    return *this;
}

Builder& Builder::append(std::string_view name, MaxKey) {
    element(Type::MaxKey, name, 0);
    return *this;
}

Builder& Builder::append(std::string_view name, Undefined) {
    element(Type::Undefined, name, 0);
    return *this;
}

Builder& Builder::append(std::string_view name, DocumentView value) { return append(name, value.asValue()); }

Builder& Builder::append(std::string_view name, ArrayView value) { return append(name, value.asValue()); }

Builder& Builder::appendCodeWithScope(std::string_view name, std::string_view code, DocumentView scope) {
    const std::size_t size = 4 + code.size() + 5 + scope.size();
    std::uint8_t* at = element(Type::CodeWithScope, name, size);
    store(at, static_cast<std::uint32_t>(size));
    std::memcpy(storeString(at + 4, code), scope.data(), scope.size());
    return *this;
}

Builder& Builder::appendCount(std::string_view name, std::uint64_t count) {
    if (count <= kMaxBsonBytes) return append(name, static_cast<std::int32_t>(count));
    return append(name, static_cast<std::int64_t>(count));
}

Builder& Builder::appendElements(DocumentView document) {
    out_->append(document.data() + 4, document.size() - 5);
    return *this;
}

void Builder::open(Type type, std::string_view name) {
    element(type, name, 4);
    frames_.push_back({out_->size() - 4, 0});
}

Builder& Builder::openDocument(std::string_view name) {
    open(Type::Document, name);
    return *this;
}

Builder& Builder::openArray(std::string_view name) {
    open(Type::Array, name);
    return *this;
}

Builder& Builder::pushDocument() {
    const IndexName name(frames_.back().count++);
    return openDocument(name.view());
}

Builder& Builder::pushArray() {
    const IndexName name(frames_.back().count++);
    return openArray(name.view());
}

Builder& Builder::close() {
    SHEAF_INVARIANT(frames_.size() > 1, "close() follows an open level; the document itself is closed by finish()");
    out_->append(std::uint8_t{0});
    const std::size_t start = frames_.back().start;
    const std::size_t size = out_->size() - start;
    if (size > kMaxBsonBytes) throwTooLarge(size);
    store(out_->data() + start, static_cast<std::uint32_t>(size));
    frames_.pop_back();
    return *this;
}

DocumentView Builder::finish() {
    SHEAF_INVARIANT(frames_.size() == 1, "every open level is closed before the document is finished");
    out_->append(std::uint8_t{0});
    const std::size_t start = frames_.front().start;
    const std::size_t size = out_->size() - start;
    if (size > kMaxBsonBytes) throwTooLarge(size);
    store(out_->data() + start, static_cast<std::uint32_t>(size));
    return DocumentView::trusted(out_->data() + start, static_cast<std::uint32_t>(size));
}

Document Builder::take() {
    SHEAF_INVARIANT(out_ == &own_, "only a builder with a buffer of its own can hand it over");
    finish();
    return Document(std::move(own_));
}

}  // namespace sheaf::bson
