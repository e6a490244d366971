// Encodes values as key components. The grammar is in the header.

#include "index/key_bytes.h"

#include "bson/bytes.h"
#include "bson/decimal.h"
#include "bson/raise.h"
#include "index/key_tags.h"
#include "index/number_key_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sheaf::index {
namespace {

// The type bits of numbers.
enum NumberTypeBits : std::uint32_t { kInt32Bits, kInt64Bits, kDoubleBits, kDecimalBits };
constexpr unsigned kDecimalZeroExponentBits = 14;
constexpr int kDecimalExponentBias = 6176;
constexpr unsigned kZerosRemovedBits = 6;

// Appends one ascending component after the other; type bits are dropped when there is no place for them.
class ComponentWriter {
public:
    ComponentWriter(bson::Buffer& out, TypeBits* bits) : out_(out), bits_(bits) {}

    void value(bson::ValueView value, int depth);

private:
    void note(std::uint32_t bits, unsigned count) {
        if (bits_ != nullptr) bits_->append(bits, count);
    }
    void tagOnly(std::uint8_t tag) { out_.append(tag); }
    void number(bson::ValueView value);
    void decimal(bson::Decimal128 value);
    void bigEndian(std::uint8_t tag, std::uint64_t value);
    void fixed(std::uint8_t tag, const std::uint8_t* bytes, std::size_t size);
    void text(std::string_view text);
    void binary(bson::BinaryView binary);
    void dbPointer(bson::DbPointerView pointer);
    void documentBody(bson::DocumentView document, int depth);
    void array(bson::ArrayView array, int depth);

    bson::Buffer& out_;
    TypeBits* bits_;
};

void ComponentWriter::value(bson::ValueView value, int depth) {
    using bson::Type;
    if (depth > kMaxComponentDepth) raise(ErrorCode::Overflow, "an indexed value is nested too deeply");
    switch (value.type()) {
        case Type::MinKey: return tagOnly(tag::kMinKey);
        case Type::MaxKey: return tagOnly(tag::kMaxKey);
        case Type::Undefined: return tagOnly(tag::kUndefined);
        case Type::Missing:
        case Type::Null:
            note(value.isMissing() ? 1 : 0, 1);
            return tagOnly(tag::kNull);
        case Type::Bool: return tagOnly(value.asBool() ? tag::kTrue : tag::kFalse);
        case Type::Int32:
        case Type::Int64:
        case Type::Double:
        case Type::Decimal128: return number(value);
        case Type::String:
        case Type::Symbol:
            note(value.type() == Type::Symbol ? 1 : 0, 1);
            tagOnly(tag::kString);
            return text(value.asString());
        case Type::Date: return bigEndian(tag::kDate, static_cast<std::uint64_t>(value.asDate().ms) ^ kTwoTo63);
        case Type::Timestamp: {
            const bson::Timestamp time = value.asTimestamp();
            return bigEndian(tag::kTimestamp, std::uint64_t{time.seconds} << 32 | time.increment);
        }
        case Type::ObjectId: return fixed(tag::kObjectId, value.data(), 12);
        case Type::Binary: return binary(value.asBinary());
        case Type::Regex:
            tagOnly(tag::kRegex);
            text(value.asRegex().pattern);
            return text(value.asRegex().options);
        case Type::DbPointer: return dbPointer(value.asDbPointer());
        case Type::Code:
            tagOnly(tag::kCode);
            return text(value.asString());
        case Type::CodeWithScope:
            tagOnly(tag::kCodeWithScope);
            text(value.codeOfCodeWithScope());
            return documentBody(value.scopeOfCodeWithScope(), depth);
        case Type::Document:
            tagOnly(tag::kDocument);
            return documentBody(value.asDocument(), depth);
        case Type::Array: return array(value.asArray(), depth);
    }
    raise(ErrorCode::InvalidBSON, "an indexed value has the unknown type ", static_cast<int>(value.type()));
}

void ComponentWriter::number(bson::ValueView value) {
    std::uint8_t* const at = out_.extend(kMaxNumberBytes);
    const std::size_t start = out_.size() - kMaxNumberBytes;
    std::size_t size = 0;
    switch (value.type()) {
        case bson::Type::Int32:
            note(kInt32Bits, 2);
            size = encodeInteger(value.asInt32(), at);
            break;
        case bson::Type::Int64:
            note(kInt64Bits, 2);
            size = encodeInteger(value.asInt64(), at);
            break;
        case bson::Type::Double: {
            const double number = value.asDouble();
            note(kDoubleBits, 2);
            if (number == 0) note(std::signbit(number) ? 1 : 0, 1);
            size = encodeDouble(number, at);
            break;
        }
        default:
            out_.truncate(start);
            return decimal(value.asDecimal128());
    }
    out_.truncate(start + size);
}

void ComponentWriter::decimal(bson::Decimal128 value) {
    std::uint8_t* const at = out_.extend(kMaxNumberBytes);
    const EncodedDecimal encoded = encodeDecimal(value, at);
    out_.truncate(out_.size() - kMaxNumberBytes + encoded.size);
    note(kDecimalBits, 2);
    if (bson::decimal::isNaN(value) || bson::decimal::isInfinite(value)) return;
    if (!bson::decimal::isZero(value)) return note(encoded.zerosRemoved, kZerosRemovedBits);
    note(bson::decimal::isNegative(value) ? 1 : 0, 1);
    const int exponent = bson::decimal::partsOf(value).exponent;
    note(static_cast<std::uint32_t>(exponent + kDecimalExponentBias), kDecimalZeroExponentBits);
}

void ComponentWriter::bigEndian(std::uint8_t tag, std::uint64_t value) {
    std::uint8_t* const at = out_.extend(9);
    at[0] = tag;
    storeBigEndian(at + 1, value);
}

void ComponentWriter::fixed(std::uint8_t tag, const std::uint8_t* bytes, std::size_t size) {
    std::uint8_t* const at = out_.extend(1 + size);
    at[0] = tag;
    std::memcpy(at + 1, bytes, size);
}

void ComponentWriter::text(std::string_view text) {
    while (true) {
        const void* const null = text.empty() ? nullptr : std::memchr(text.data(), 0, text.size());
        if (null == nullptr) break;
        const std::size_t size = static_cast<std::size_t>(static_cast<const char*>(null) - text.data()) + 1;
        out_.append(text.data(), size);
        out_.append(kEscape);
        text.remove_prefix(size);
    }
    std::uint8_t* const at = out_.extend(text.size() + 1);
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    at[text.size()] = kEnd;
}

void ComponentWriter::binary(bson::BinaryView binary) {
    const bool isShort = binary.size < kLongLength;
    std::uint8_t* at = out_.extend((isShort ? 3 : 7) + binary.size);
    *at++ = tag::kBinary;
    *at++ = isShort ? static_cast<std::uint8_t>(binary.size) : kLongLength;
    if (!isShort) {
        bson::store(at, __builtin_bswap32(static_cast<std::uint32_t>(binary.size)));
        at += 4;
    }
    *at++ = binary.subtype;
    if (binary.size != 0) std::memcpy(at, binary.data, binary.size);
}

void ComponentWriter::dbPointer(bson::DbPointerView pointer) {
    std::uint8_t* const at = out_.extend(5 + pointer.ns.size() + 12);
    at[0] = tag::kDbPointer;
    bson::store(at + 1, __builtin_bswap32(static_cast<std::uint32_t>(pointer.ns.size())));
    if (!pointer.ns.empty()) std::memcpy(at + 5, pointer.ns.data(), pointer.ns.size());
    std::memcpy(at + 5 + pointer.ns.size(), pointer.id.bytes.data(), 12);
}

void ComponentWriter::documentBody(bson::DocumentView document, int depth) {
    for (const bson::Element& element : document) {
        std::uint8_t* const at = out_.extend(element.name.size() + 2);
        at[0] = classByte(element.value.type());
        if (!element.name.empty()) std::memcpy(at + 1, element.name.data(), element.name.size());
        at[1 + element.name.size()] = kEnd;
        value(element.value, depth + 1);
    }
    out_.append(kEnd);
}

void ComponentWriter::array(bson::ArrayView array, int depth) {
    tagOnly(tag::kArray);
    for (const bson::ValueView& element : array) value(element, depth + 1);
    out_.append(kEnd);
}

void invert(bson::Buffer& out, std::size_t start) {
    std::uint8_t* const bytes = out.data();
    for (std::size_t at = start; at < out.size(); ++at) bytes[at] = static_cast<std::uint8_t>(~bytes[at]);
}

}  // namespace

void TypeBits::append(std::uint32_t bits, unsigned count) {
    any_ = any_ || bits != 0;
    low_ |= std::uint64_t{bits} << count_;
    if (count_ + count < 64) {
        count_ += count;
        return;
    }
    bson::store(rest_.extend(8), low_);
    const unsigned written = 64 - count_;
    low_ = written < count ? std::uint64_t{bits} >> written : 0;
    count_ = count - written;
}

void TypeBits::writeTo(bson::Buffer& out) const {
    if (!any_) return;
    out.append(rest_.data(), rest_.size());
    bson::store(out.extend(8), low_);
    std::size_t size = out.size();
    while (out.data()[size - 1] == 0) --size;  // ends: some bit is set
    out.truncate(size);
}

void appendComponent(bson::Buffer& out, TypeBits* bits, bson::ValueView value, bool descending) {
    const std::size_t start = out.size();
    ComponentWriter(out, bits).value(value, 1);
    if (descending) invert(out, start);
}

int compareComponents(Bytes a, Bytes b, bool descending) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    if (order != 0) return order < 0 ? -1 : 1;
    if (a.size() == b.size()) return 0;
    return (a.size() < b.size()) != descending ? -1 : 1;
}

}  // namespace sheaf::index
