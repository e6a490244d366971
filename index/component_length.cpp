// Finds where a component ends, without decoding it.

#include "bson/raise.h"
#include "index/key_bytes.h"
#include "index/key_tags.h"

#include <cstring>

namespace sheaf::index {
namespace {

// Walks bytes that a descending field may have inverted: every byte is read through the mask.
class Walker {
public:
    Walker(Bytes bytes, std::uint8_t mask) : at_(bytes.data()), end_(bytes.data() + bytes.size()), mask_(mask) {}

    // False: the bytes end before the component does.
    bool component(int depth);
    const std::uint8_t* position() const { return at_; }

private:
    bool isAtEnd() const { return at_ == end_; }
    std::uint8_t peek() const { return *at_ ^ mask_; }
    bool skip(std::size_t count) {
        if (static_cast<std::size_t>(end_ - at_) < count) return false;
        at_ += count;
        return true;
    }
    bool number();
    bool text();
    bool name();
    bool length32(std::size_t& length);
    bool binary();
    bool documentBody(int depth);
    bool array(int depth);

    const std::uint8_t* at_;
    const std::uint8_t* end_;
    std::uint8_t mask_;
};

bool Walker::component(int depth) {
    if (depth > kMaxComponentDepth) raise(ErrorCode::StoreDamaged, "an index key is nested too deeply");
    if (isAtEnd()) return false;
    const std::uint8_t tag = peek();
    if (tag >= tag::kFirstNumber && tag <= tag::kLastNumber) return number();
    ++at_;
    switch (tag) {
        case tag::kMinKey:
        case tag::kUndefined:
        case tag::kNull:
        case tag::kFalse:
        case tag::kTrue:
        case tag::kMaxKey: return true;
        case tag::kString:
        case tag::kCode: return text();
        case tag::kDate:
        case tag::kTimestamp: return skip(8);
        case tag::kObjectId: return skip(12);
        case tag::kRegex: return text() && text();
        case tag::kBinary: return binary();
        case tag::kDbPointer: {
            std::size_t length = 0;
            return length32(length) && skip(length) && skip(12);
        }
        case tag::kCodeWithScope: return text() && documentBody(depth);
        case tag::kDocument: return documentBody(depth);
        case tag::kArray: return array(depth);
        default: raise(ErrorCode::StoreDamaged, "an index key has the unknown tag ", static_cast<int>(tag));
    }
}

bool Walker::number() {
    const std::optional<std::size_t> length = numberLength({at_, end_}, mask_);
    return length && skip(*length);
}

bool Walker::name() {
    const void* const end = isAtEnd() ? nullptr : std::memchr(at_, kEnd ^ mask_, static_cast<std::size_t>(end_ - at_));
    if (end == nullptr) return false;
    at_ = static_cast<const std::uint8_t*>(end) + 1;
    return true;
}

bool Walker::text() {
    while (name()) {
        // Nothing that follows a text starts with the escape; a text may be the last of a unique key.
        if (isAtEnd() || peek() != kEscape) return true;
        ++at_;
    }
    return false;
}

bool Walker::length32(std::size_t& length) {
    length = 0;
    for (int byte = 0; byte < 4; ++byte) {
        if (isAtEnd()) return false;
        length = length << 8 | peek();
        ++at_;
    }
    return true;
}

bool Walker::binary() {
    if (isAtEnd()) return false;
    std::size_t length = peek();
    ++at_;
    if (length == kLongLength && !length32(length)) return false;
    return skip(1) && skip(length);
}

bool Walker::documentBody(int depth) {
    while (!isAtEnd()) {
        const std::uint8_t kind = peek();
        ++at_;
        if (kind == kEnd) return true;
        if (!name() || !component(depth + 1)) return false;
    }
    return false;
}

bool Walker::array(int depth) {
    while (!isAtEnd()) {
        if (peek() == kEnd) {
            ++at_;
            return true;
        }
        if (!component(depth + 1)) return false;
    }
    return false;
}

}  // namespace

std::optional<std::size_t> componentLength(Bytes bytes, bool descending) {
    Walker walker(bytes, static_cast<std::uint8_t>(descending ? 0xFF : 0));
    if (!walker.component(1)) return std::nullopt;
    return static_cast<std::size_t>(walker.position() - bytes.data());
}

}  // namespace sheaf::index
