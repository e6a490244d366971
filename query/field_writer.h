// Where an update operator or a projection writes the new value of a field.
#pragma once

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/view.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sheaf::query {

// What was done with a field. Keep: nothing was written, the field stays as it is (or missing).
enum class FieldEffect : std::uint8_t { Keep, Remove, Write };

// Writes one element (type, name, value) to the end of the new document. Used at most once; nothing is written until
// set() or openArray() is called.
class FieldWriter {
public:
    FieldWriter(bson::Buffer& out, std::string_view name, bson::ValueView old) : out_(out), name_(name), old_(old) {}
    FieldWriter(const FieldWriter&) = delete;
    FieldWriter& operator=(const FieldWriter&) = delete;

    // The new value. Keep (and nothing written) when the old value has the same type and bytes. `value` must not lie
    // in the new document.
    FieldEffect set(bson::ValueView value);

    // An array, element by element: openArray, any of copy and push, then closeArray.
    void openArray();
    // Elements as they are: raw bytes from inside another array, which hold `count` elements whose names already
    // are the next positions.
    void copy(const std::uint8_t* first, const std::uint8_t* last, std::uint32_t count);
    void push(bson::ValueView value);
    FieldEffect closeArray();
    std::uint32_t arrayCount() const { return count_; }

    // For operators that know what they changed without a comparison. Without it the old and new value are compared.
    void setLogicalBytes(std::uint64_t bytes) { logicalBytes_ = bytes; }
    const std::optional<std::uint64_t>& logicalBytes() const { return logicalBytes_; }

private:
    bson::Buffer& out_;
    std::string_view name_;
    bson::ValueView old_;
    std::size_t arrayStart_ = 0;
    std::uint32_t count_ = 0;
    std::optional<std::uint64_t> logicalBytes_;
};

// Writes type, name and null byte: what comes before a value.
void appendElementHead(bson::Buffer& out, bson::Type type, std::string_view name);

// The name of the array element at a position.
class PositionName {
public:
    explicit PositionName(std::uint32_t position);
    std::string_view view() const { return {text_ + start_, sizeof text_ - start_}; }

private:
    char text_[10];
    std::size_t start_;
};

}  // namespace sheaf::query
