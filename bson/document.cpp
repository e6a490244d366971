// Owning documents and values.
#include <sheaf/bson/document.h>

#include "bson/bytes.h"
#include "bson/raise.h"

#include <limits>

namespace sheaf::bson {
namespace {

// A block of `size` bytes that a Value shares.
std::shared_ptr<std::uint8_t[]> newBlock(std::size_t size) {
    return std::shared_ptr<std::uint8_t[]>(new std::uint8_t[size]);
}

}  // namespace

Document::Document(DocumentView view) {
    if (!view.isEmpty()) bytes_.append(view.data(), view.size());
}

Document::Document(Buffer bytes) : bytes_(std::move(bytes)) {
    const DocumentView whole(bytes_.data(), bytes_.size());
    if (whole.size() != bytes_.size()) {
        raise(ErrorCode::InvalidBSON, "broken BSON: a document of ", whole.size(), " bytes in a buffer of ",
              bytes_.size());
    }
}

DocumentView Document::view() const {
    if (bytes_.isEmpty()) return {};
    return DocumentView::trusted(bytes_.data(), static_cast<std::uint32_t>(bytes_.size()));
}

Value::Value(Type type, const void* bytes, std::size_t size) : type_(type), size_(static_cast<std::uint32_t>(size)) {
    if (size == 0) return;
    if (size <= inline_.size()) {
        std::memcpy(inline_.data(), bytes, size);
        return;
    }
    auto block = newBlock(size);
    std::memcpy(block.get(), bytes, size);
    shared_ = std::move(block);
}

Value::Value(ValueView view) : Value(view.type(), view.data(), view.size()) {}
Value::Value(double value) : Value(Type::Double, &value, sizeof value) {}
Value::Value(std::int32_t value) : Value(Type::Int32, &value, sizeof value) {}
Value::Value(std::int64_t value) : Value(Type::Int64, &value, sizeof value) {}
Value::Value(bool value) : type_(Type::Bool), size_(1) { inline_[0] = value ? 1 : 0; }
Value::Value(std::nullptr_t) : type_(Type::Null) {}

Value::Value(std::string_view value) : type_(Type::String) {
    if (value.size() > std::numeric_limits<std::int32_t>::max() - 5) {
        raise(ErrorCode::BSONObjectTooLarge, "a string of ", value.size(), " bytes is too long for BSON");
    }
    size_ = static_cast<std::uint32_t>(value.size()) + 5;
    std::uint8_t* at = inline_.data();
    std::shared_ptr<std::uint8_t[]> block;
    if (size_ > inline_.size()) {
        block = newBlock(size_);
        at = block.get();
    }
    store(at, size_ - 4);
    if (!value.empty()) std::memcpy(at + 4, value.data(), value.size());
    at[size_ - 1] = 0;
    shared_ = std::move(block);
}

Value::Value(ObjectId value) : Value(Type::ObjectId, value.bytes.data(), value.bytes.size()) {}
Value::Value(Date value) : Value(Type::Date, &value.ms, sizeof value.ms) {}

Value::Value(Timestamp value) : type_(Type::Timestamp), size_(8) {
    store(inline_.data(), value.increment);
    store(inline_.data() + 4, value.seconds);
}

Value::Value(Decimal128 value) : type_(Type::Decimal128), size_(16) {
    store(inline_.data(), value.low);
    store(inline_.data() + 8, value.high);
}

Value::Value(DocumentView value) : Value(value.asValue()) {}
Value::Value(ArrayView value) : Value(value.asValue()) {}
Value Value::minKey() { return {Type::MinKey, nullptr, 0}; }
Value Value::maxKey() { return {Type::MaxKey, nullptr, 0}; }

Value Value::fromCount(std::uint64_t count) {
    if (count <= std::numeric_limits<std::int32_t>::max()) return static_cast<std::int32_t>(count);
    return static_cast<std::int64_t>(count);
}

ValueView Value::view() const {
    return {type_, size_ <= inline_.size() ? inline_.data() : shared_.get(), size_};
}

}  // namespace sheaf::bson
