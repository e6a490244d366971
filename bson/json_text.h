// The texts that Extended JSON is made of: strings, numbers, dates, base64. Both directions where both are needed.
#pragma once

#include <sheaf/bson/buffer.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::bson::json {

// With quotes and escapes; UTF-8 is kept as it is.
void appendString(std::string& out, std::string_view text);
// Bytes from `from` on that are no UTF-8 (of documents that were never validated) become U+FFFD.
void repairUtf8(std::string& out, std::size_t from);

void appendBase64(std::string& out, std::span<const std::uint8_t> bytes);
// Appends the bytes; false when the text is not base64 (padding is required).
bool decodeBase64(std::string_view text, Buffer& out);

// A decimal integer without allocation.
class IntegerText {
public:
    template <typename Integer>
    explicit IntegerText(Integer value) {
        end_ = std::to_chars(text_, text_ + sizeof text_, value).ptr;
    }
    std::string_view view() const { return {text_, static_cast<std::size_t>(end_ - text_)}; }

private:
    char text_[24];
    char* end_;
};

// The shortest text that reads back as the same double, always recognisable as one: "1.0", "-0.0", "1.5E-7", "NaN".
class DoubleText {
public:
    explicit DoubleText(double value);
    std::string_view view() const { return {text_, size_}; }

private:
    char text_[40];
    std::size_t size_;
};

// Whether relaxed JSON shows the date as text: the years 1970 to 9999.
bool isIsoYear(std::int64_t ms);
// "2012-12-24T12:15:30.501Z", without the fraction when it is zero.
std::string isoDate(std::int64_t ms);
// The same and its relatives back to milliseconds: a date alone, minutes without seconds, any number of fraction
// digits, "Z", "+hh:mm", "+hhmm", "+hh" or no zone (UTC). Nothing when it is none of these.
std::optional<std::int64_t> parseIsoDate(std::string_view text);

// Where an offset lies for people: lines and columns count from 1, columns in characters.
struct TextPlace {
    std::size_t line;
    std::size_t column;
};
TextPlace placeOf(std::string_view text, std::size_t offset);

}  // namespace sheaf::bson::json
