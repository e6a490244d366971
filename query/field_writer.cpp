// One element appended to a document under construction: by an update operator or a projection.

#include "query/field_writer.h"

#include "bson/bytes.h"

#include <sheaf/bson/compare.h>

#include <cstring>

namespace sheaf::query {

void appendElementHead(bson::Buffer& out, bson::Type type, std::string_view name) {
    std::uint8_t* at = out.extend(name.size() + 2);
    *at = static_cast<std::uint8_t>(type);
    if (!name.empty()) std::memcpy(at + 1, name.data(), name.size());
    at[name.size() + 1] = 0;
}

PositionName::PositionName(std::uint32_t position) : start_(sizeof text_) {
    do {
        text_[--start_] = static_cast<char>('0' + position % 10);
        position /= 10;
    } while (position != 0);
}

FieldEffect FieldWriter::set(bson::ValueView value) {
    if (bson::identical(old_, value)) return FieldEffect::Keep;
    appendElementHead(out_, value.type(), name_);
    out_.append(value.data(), value.size());
    return FieldEffect::Write;
}

void FieldWriter::openArray() {
    appendElementHead(out_, bson::Type::Array, name_);
    arrayStart_ = out_.size();
    out_.extend(4);
}

void FieldWriter::copy(const std::uint8_t* first, const std::uint8_t* last, std::uint32_t count) {
    out_.append(first, static_cast<std::size_t>(last - first));
    count_ += count;
}

void FieldWriter::push(bson::ValueView value) {
    appendElementHead(out_, value.type(), PositionName(count_).view());
    out_.append(value.data(), value.size());
    ++count_;
}

FieldEffect FieldWriter::closeArray() {
    out_.append(std::uint8_t{0});
    bson::store(out_.data() + arrayStart_, static_cast<std::int32_t>(out_.size() - arrayStart_));
    return FieldEffect::Write;
}

}  // namespace sheaf::query
