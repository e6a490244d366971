// Decodes components with their type bits back into the values that they were made of.

#include "bson/bytes.h"
#include "bson/decimal.h"
#include "bson/raise.h"
#include "index/key_bytes.h"
#include "index/key_tags.h"

#include <cstring>
#include <string>

namespace sheaf::index {
namespace {

// Reads type bits in order; beyond their end all are zero.
class BitReader {
public:
    BitReader(Bytes bytes, std::size_t position) : bytes_(bytes), position_(position) {}

    std::uint32_t next(unsigned count) {
        std::uint32_t bits = 0;
        for (unsigned bit = 0; bit < count; ++bit, ++position_) {
            const std::size_t byte = position_ / 8;
            if (byte < bytes_.size()) bits |= (bytes_[byte] >> position_ % 8 & 1u) << bit;
        }
        return bits;
    }
    std::size_t position() const { return position_; }

private:
    Bytes bytes_;
    std::size_t position_;
};

// Where a decoded value goes: under a name, or as the next element of the open array.
class Target {
public:
    Target(bson::Builder& out, const std::string_view* name) : out_(out), name_(name) {}

    template <typename T>
    void put(const T& value) const {
        if (name_ != nullptr) {
            out_.append(*name_, value);
        } else {
            out_.push(value);
        }
    }
    void openDocument() const { name_ != nullptr ? out_.openDocument(*name_) : out_.pushDocument(); }
    void openArray() const { name_ != nullptr ? out_.openArray(*name_) : out_.pushArray(); }
    void close() const { out_.close(); }
    bson::Builder& builder() const { return out_; }

    void putCodeWithScope(std::string_view code, bson::DocumentView scope) const {
        if (name_ != nullptr) {
            out_.appendCodeWithScope(*name_, code, scope);
            return;
        }
        bson::Builder one;
        one.appendCodeWithScope("", code, scope);
        out_.push(one.finish()[""]);
    }

private:
    bson::Builder& out_;
    const std::string_view* name_;
};

// Decodes ascending bytes.
class ComponentReader {
public:
    ComponentReader(Bytes bytes, BitReader& bits) : rest_(bytes), bits_(bits) {}

    void value(const Target& target, int depth);

private:
    Bytes take(std::size_t count) {
        if (rest_.size() < count) raise(ErrorCode::StoreDamaged, "the key of an index entry is broken off");
        const Bytes taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    std::uint8_t byte() { return take(1)[0]; }
    std::uint64_t bigEndian(std::size_t bytes) {
        std::uint64_t value = 0;
        for (const std::uint8_t next : take(bytes)) value = value << 8 | next;
        return value;
    }
    bool takeEnd() {
        if (rest_.empty() || rest_[0] != kEnd) return false;
        take(1);
        return true;
    }
    void number(const Target& target);
    bson::Decimal128 decimal(Bytes bytes);
    std::string text();
    std::string name();
    void binary(const Target& target);
    void dbPointer(const Target& target);
    void documentBody(bson::Builder& out, int depth);
    void codeWithScope(const Target& target, int depth);

    Bytes rest_;
    BitReader& bits_;
};

void ComponentReader::value(const Target& target, int depth) {
    if (depth > kMaxComponentDepth) raise(ErrorCode::StoreDamaged, "an index key is nested too deeply");
    if (!rest_.empty() && rest_[0] >= tag::kFirstNumber && rest_[0] <= tag::kLastNumber) return number(target);
    const std::uint8_t tag = byte();
    switch (tag) {
        case tag::kMinKey: return target.put(bson::MinKey{});
        case tag::kMaxKey: return target.put(bson::MaxKey{});
        case tag::kUndefined: return target.put(bson::Undefined{});
        case tag::kNull:
            if (bits_.next(1) == 0) target.put(nullptr);
            return;
        case tag::kFalse: return target.put(false);
        case tag::kTrue: return target.put(true);
        case tag::kString: {
            const bool isSymbol = bits_.next(1) != 0;
            const std::string string = text();
            if (isSymbol) return target.put(bson::SymbolView{string});
            return target.put(std::string_view(string));
        }
        case tag::kDate:
            return target.put(bson::Date{static_cast<std::int64_t>(bigEndian(8) ^ std::uint64_t{1} << 63)});
        case tag::kTimestamp: {
            const std::uint64_t time = bigEndian(8);
            return target.put(bson::Timestamp{static_cast<std::uint32_t>(time >> 32), static_cast<std::uint32_t>(time)});
        }
        case tag::kObjectId: {
            bson::ObjectId id;
            std::memcpy(id.bytes.data(), take(12).data(), 12);
            return target.put(id);
        }
        case tag::kBinary: return binary(target);
        case tag::kRegex: {
            const std::string pattern = text();
            const std::string options = text();
            return target.put(bson::RegexView{pattern, options});
        }
        case tag::kDbPointer: return dbPointer(target);
        case tag::kCode: {
            const std::string code = text();
            return target.put(bson::CodeView{code});
        }
        case tag::kCodeWithScope: return codeWithScope(target, depth);
        case tag::kDocument:
            target.openDocument();
            documentBody(target.builder(), depth);
            return target.close();
        case tag::kArray:
            target.openArray();
            while (!takeEnd()) value(Target(target.builder(), nullptr), depth + 1);
            return target.close();
        default: raise(ErrorCode::StoreDamaged, "an index key has the unknown tag ", static_cast<int>(tag));
    }
}

void ComponentReader::number(const Target& target) {
    const std::optional<std::size_t> length = numberLength(rest_, 0);
    const Bytes bytes = take(length ? *length : rest_.size() + 1);
    switch (bits_.next(2)) {
        case 0: return target.put(static_cast<std::int32_t>(decodeInteger(bytes)));
        case 1: return target.put(decodeInteger(bytes));
        case 2: {
            const double value = decodeDouble(bytes);
            return target.put(bytes[0] == tag::kZero && bits_.next(1) != 0 ? -0.0 : value);
        }
        default: return target.put(decimal(bytes));
    }
}

bson::Decimal128 ComponentReader::decimal(Bytes bytes) {
    if (bytes[0] == tag::kZero) {
        const bool negative = bits_.next(1) != 0;
        return bson::decimal::fromParts({negative, 0, static_cast<int>(bits_.next(14)) - 6176});
    }
    const bool isFinite = bytes[0] > tag::kMinusInfinity && bytes[0] < tag::kInfinity;
    const unsigned zerosRemoved = isFinite ? bits_.next(6) : 0;
    if (zerosRemoved > 33) raise(ErrorCode::StoreDamaged, "the type bits of an index entry are wrong");
    return decodeDecimal(bytes, zerosRemoved);
}

std::string ComponentReader::text() {
    std::string text;
    while (true) {
        text += name();
        if (rest_.empty() || rest_[0] != kEscape) return text;
        take(1);
        text += '\0';
    }
}

std::string ComponentReader::name() {
    const void* const end = rest_.empty() ? nullptr : std::memchr(rest_.data(), kEnd, rest_.size());
    if (end == nullptr) raise(ErrorCode::StoreDamaged, "a text in an index key has no end");
    const Bytes bytes = take(static_cast<std::size_t>(static_cast<const std::uint8_t*>(end) - rest_.data()) + 1);
    return std::string(bytes.begin(), bytes.end() - 1);
}

void ComponentReader::binary(const Target& target) {
    std::size_t size = byte();
    if (size == kLongLength) size = bigEndian(4);
    const std::uint8_t subtype = byte();
    target.put(bson::BinaryView{subtype, take(size).data(), size});
}

void ComponentReader::dbPointer(const Target& target) {
    const Bytes ns = take(bigEndian(4));
    bson::ObjectId id;
    std::memcpy(id.bytes.data(), take(12).data(), 12);
    target.put(bson::DbPointerView{{reinterpret_cast<const char*>(ns.data()), ns.size()}, id});
}

void ComponentReader::documentBody(bson::Builder& out, int depth) {
    while (!takeEnd()) {
        take(1);  // the class
        const std::string name = this->name();
        const std::string_view view = name;
        value(Target(out, &view), depth + 1);
    }
}

void ComponentReader::codeWithScope(const Target& target, int depth) {
    const std::string code = text();
    bson::Builder scope;
    documentBody(scope, depth);
    target.putCodeWithScope(code, scope.finish());
}

[[noreturn]] void raiseBrokenOff() { raise(ErrorCode::StoreDamaged, "the key of an index entry is broken off"); }

}  // namespace

void KeyDecoder::next(std::string_view name, bson::Builder& out) {
    const bool descending = ordering_.isDescending(field_);
    const std::optional<std::size_t> length = componentLength(key_, descending);
    if (!length || atEnd()) raiseBrokenOff();
    Bytes component = key_.first(*length);
    bson::Buffer inverted;
    if (descending) {
        std::uint8_t* const at = inverted.extend(*length);
        for (std::size_t byte = 0; byte < *length; ++byte) at[byte] = static_cast<std::uint8_t>(~component[byte]);
        component = inverted.bytes();
    }
    BitReader bits(typeBits_, bit_);
    ComponentReader(component, bits).value(Target(out, &name), 1);
    bit_ = bits.position();
    key_ = key_.subspan(*length);
    ++field_;
}

void KeyDecoder::skip() {
    bson::Builder unused;
    next("", unused);
}

void decodeKey(const EntryView& entry, const KeyPattern& pattern, bson::Builder& out) {
    SHEAF_INVARIANT(!entry.isLong, "a long key does not hold its values");
    KeyDecoder decoder(entry.key, entry.typeBits, pattern.ordering());
    for (const KeyField& field : pattern.fields()) decoder.next(field.path.dotted(), out);
}

EntryView readEntry(Bytes key, Bytes value, bool unique) {
    if (isLongKey(key)) {
        const DecodedRecordId id = recordIdAtEnd(key);
        if (value.empty() || value.back() != kLongKeyMark) {
            raise(ErrorCode::StoreDamaged, "the value of a long index key lacks its mark");
        }
        return {key.first(kLongPrefixBytes + kDigestBytes), id.id, {}, true};
    }
    if (unique) {
        const DecodedRecordId id = recordIdAtStart(value);
        return {key, id.id, value.subspan(id.bytes), false};
    }
    const DecodedRecordId id = recordIdAtEnd(key);
    return {key.first(key.size() - id.bytes), id.id, value, false};
}

}  // namespace sheaf::index
