// Validation of foreign bytes: one pass, a stack of the ends of the open levels, no recursion.
#include <sheaf/bson/validate.h>

#include "bson/bytes.h"
#include "bson/raise.h"
#include "bson/utf8.h"

#include <sheaf/bson/types.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace sheaf::bson {
namespace {

constexpr int kMaxDepth = 200;

class Validator {
public:
    Validator(std::span<const std::uint8_t> bytes, const Limits& limits)
        : start_(bytes.data()), at_(bytes.data()), size_(bytes.size()), maxDepth_(std::min(limits.depth, kMaxDepth)) {}

    Validation run() {
        if (size_ < kMinDocument) return {Fault::TooShort, size_};
        const auto length = load<std::int32_t>(at_);
        if (length < static_cast<std::int32_t>(kMinDocument)) return {Fault::BadLength, 0};
        if (static_cast<std::size_t>(length) > size_) return {Fault::TooShort, size_};
        if (static_cast<std::size_t>(length) < size_) return {Fault::TrailingBytes, static_cast<std::size_t>(length)};
        if (!open(start_ + size_)) return result();
        while (depth_ > 0) {
            if (!element()) return result();
        }
        return {};
    }

private:
    static constexpr std::size_t kMinDocument = 5;

    // One open level: where its closing null byte lies.
    struct Level {
        const std::uint8_t* last;
    };

    Validation result() const { return {fault_, static_cast<std::size_t>(at_ - start_)}; }
    bool fail(Fault fault) {
        fault_ = fault;
        return false;
    }
    std::size_t left() const { return static_cast<std::size_t>(levels_[static_cast<std::size_t>(depth_ - 1)].last - at_); }

    // Enters the document at at_, which ends at `end`; its length has been checked.
    bool open(const std::uint8_t* end) {
        if (depth_ == maxDepth_) return fail(Fault::TooDeep);
        if (end[-1] != 0) return fail(Fault::NoTerminator);
        levels_[static_cast<std::size_t>(depth_++)] = {end - 1};
        at_ += 4;
        return true;
    }

    // One element, or the end of the level.
    bool element() {
        const std::uint8_t* last = levels_[static_cast<std::size_t>(depth_ - 1)].last;
        if (at_ == last) {
            ++at_;
            --depth_;
            return true;
        }
        const auto type = static_cast<Type>(*at_);
        if (*at_ == 0) return fail(Fault::BadLength);  // an end before the length says so
        ++at_;
        return text() && value(type);
    }

    // A name or a part of a regular expression: UTF-8 up to a null byte.
    bool text() {
        const std::size_t room = left();
        std::size_t length = 0;
        std::uint8_t high = 0;
        while (length < room && at_[length] != 0) high |= at_[length++];
        if (length == room) return fail(Fault::NoTerminator);
        if (high >= 0x80 && !isUtf8(at_, length)) return fail(Fault::BadUtf8);
        at_ += length + 1;
        return true;
    }

    bool fixed(std::size_t bytes) {
        if (left() < bytes) return fail(Fault::BadLength);
        at_ += bytes;
        return true;
    }

    // int32 length with the null byte, then the text.
    bool string() {
        if (left() < 5) return fail(Fault::BadLength);
        const auto length = load<std::int32_t>(at_);
        if (length < 1 || static_cast<std::size_t>(length) > left() - 4) return fail(Fault::BadLength);
        const auto size = static_cast<std::size_t>(length) - 1;
        if (at_[4 + size] != 0) return fail(Fault::NoTerminator);
        if (!isUtf8(at_ + 4, size)) return fail(Fault::BadUtf8);
        at_ += 4 + size + 1;
        return true;
    }

    bool nested() {
        if (left() < kMinDocument) return fail(Fault::BadLength);
        const auto length = load<std::int32_t>(at_);
        if (length < static_cast<std::int32_t>(kMinDocument) || static_cast<std::size_t>(length) > left()) return fail(Fault::BadLength);
        return open(at_ + length);
    }

    bool binary() {
        constexpr std::uint8_t kOldSubtype = 2;
        if (left() < 5) return fail(Fault::BadLength);
        const auto length = load<std::int32_t>(at_);
        if (length < 0 || static_cast<std::size_t>(length) > left() - 5) return fail(Fault::BadLength);
        if (at_[4] == kOldSubtype && (length < 4 || load<std::int32_t>(at_ + 5) != length - 4)) return fail(Fault::BadBinary);
        at_ += 5 + length;
        return true;
    }

    // int32 length of the whole, string, document: which must end exactly where the length says.
    bool codeWithScope() {
        constexpr std::size_t kMin = 4 + 5 + kMinDocument;
        if (left() < kMin) return fail(Fault::BadLength);
        const auto length = load<std::int32_t>(at_);
        if (length < static_cast<std::int32_t>(kMin) || static_cast<std::size_t>(length) > left()) return fail(Fault::BadLength);
        const std::uint8_t* end = at_ + length;
        at_ += 4;
        if (!string()) return false;
        if (at_ > end || static_cast<std::size_t>(end - at_) < kMinDocument || load<std::int32_t>(at_) != end - at_) return fail(Fault::BadLength);
        return nested();
    }

    bool value(Type type) {
        switch (type) {
            case Type::Double:
            case Type::Date:
            case Type::Timestamp:
            case Type::Int64: return fixed(8);
            case Type::Int32: return fixed(4);
            case Type::ObjectId: return fixed(12);
            case Type::Decimal128: return fixed(16);
            case Type::Undefined:
            case Type::Null:
            case Type::MinKey:
            case Type::MaxKey: return true;
            case Type::Bool:
                if (left() < 1) return fail(Fault::BadLength);
                if (*at_ > 1) return fail(Fault::BadBool);
                ++at_;
                return true;
            case Type::String:
            case Type::Code:
            case Type::Symbol: return string();
            case Type::Document:
            case Type::Array: return nested();
            case Type::Binary: return binary();
            case Type::Regex: return text() && text();
            case Type::DbPointer: return string() && fixed(12);
            case Type::CodeWithScope: return codeWithScope();
            default: return fail(Fault::UnknownType);
        }
    }

    const std::uint8_t* start_;
    const std::uint8_t* at_;
    std::size_t size_;
    int maxDepth_;
    int depth_ = 0;
    Fault fault_ = Fault::None;
    std::array<Level, kMaxDepth> levels_;
};

}  // namespace

Validation validate(std::span<const std::uint8_t> bytes, const Limits& limits) noexcept {
    if (bytes.size() > limits.bytes) return {Fault::TooLarge, limits.bytes};
    return Validator(bytes, limits).run();
}

void requireValid(std::span<const std::uint8_t> bytes, const Limits& limits) {
    const Validation validation = validate(bytes, limits);
    switch (validation.fault) {
        case Fault::None: return;
        case Fault::TooLarge:
            raise(ErrorCode::BSONObjectTooLarge, "BSON of ", bytes.size(), " bytes; at most ", limits.bytes, " are allowed");
        case Fault::TooDeep:
            raise(ErrorCode::Overflow, "BSON nested deeper than ", std::min(limits.depth, kMaxDepth), " levels, at byte ", validation.offset);
        default:
            raise(ErrorCode::InvalidBSON, "invalid BSON at byte ", validation.offset, ": ", describe(validation.fault));
    }
}

std::string_view describe(Fault fault) {
    switch (fault) {
        case Fault::None: return "no fault";
        case Fault::TooShort: return "the bytes end before the document does";
        case Fault::BadLength: return "a length does not fit what holds it";
        case Fault::TrailingBytes: return "bytes after the document";
        case Fault::NoTerminator: return "a name, text or document without its closing null byte";
        case Fault::UnknownType: return "unknown type";
        case Fault::BadUtf8: return "text that is not UTF-8";
        case Fault::BadBool: return "a boolean that is neither 0 nor 1";
        case Fault::BadBinary: return "binary data of subtype 2 whose inner length does not fit";
        case Fault::TooDeep: return "nested too deep";
        case Fault::TooLarge: return "too large";
    }
    return "";
}

}  // namespace sheaf::bson
