// Values as text, and steps over UTF-8.

#include "query/expression/text.h"

#include "bson/json_text.h"
#include "bson/raise.h"
#include "query/expression/dates.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace sheaf::query {
namespace {

std::string_view keepText(EvalContext& context, std::string_view text) {
    char* const at = reinterpret_cast<char*>(context.arena().allocate(text.size() + 1));
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
}

}  // namespace

std::string_view doubleText(EvalContext& context, double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    char text[40];
    const int size = std::snprintf(text, sizeof text, "%.16g", value);
    return keepText(context, {text, static_cast<std::size_t>(size)});
}

std::string_view dateText(EvalContext& context, bson::Date date) {
    const CalendarTime time = calendarTimeOf(date.ms);
    char text[48];
    const int size = std::snprintf(text, sizeof text, "%04lld-%02d-%02dT%02d:%02d:%02d.%03dZ",
                                   static_cast<long long>(time.year), time.month, time.day, time.hour, time.minute,
                                   time.second, time.millisecond);
    return keepText(context, {text, static_cast<std::size_t>(size)});
}

std::string_view coerceToText(EvalContext& context, ValueView value) {
    switch (value.type()) {
        case bson::Type::Missing:
        case bson::Type::Null:
        case bson::Type::Undefined: return {};
        case bson::Type::String:
        case bson::Type::Symbol:
        case bson::Type::Code: return value.asString();
        case bson::Type::Int32: return keepText(context, bson::json::IntegerText(value.asInt32()).view());
        case bson::Type::Int64: return keepText(context, bson::json::IntegerText(value.asInt64()).view());
        case bson::Type::Double: return doubleText(context, value.asDouble());
        case bson::Type::Decimal128: return keepText(context, value.asDecimal128().toString());
        case bson::Type::Date: return dateText(context, value.asDate());
        case bson::Type::Timestamp: {
            const CalendarTime time = calendarTimeOf(std::int64_t{value.asTimestamp().seconds} * 1000);
            char text[48];
            const int size = std::snprintf(text, sizeof text, "%.3s %02d %02d:%02d:%02d:%03x",
                                           monthName(time.month).data(), time.day, time.hour, time.minute, time.second,
                                           value.asTimestamp().increment);
            return keepText(context, {text, static_cast<std::size_t>(size)});
        }
        default: raise(location(16007), "can't convert from BSON type ", value.typeName(), " to String");
    }
}

std::size_t countCharacters(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += isContinuationByte(c) ? 0 : 1;
    return count;
}

std::size_t characterBytes(std::string_view text) {
    std::size_t bytes = 1;
    while (bytes < text.size() && isContinuationByte(text[bytes])) ++bytes;
    return bytes;
}

std::size_t offsetOfCharacter(std::string_view text, std::size_t index) {
    std::size_t offset = 0;
    while (index > 0 && offset < text.size()) {
        offset += characterBytes(text.substr(offset));
        --index;
    }
    return offset;
}

void TextMaker::append(std::string_view text) {
    if (text.empty()) return;
    if (capacity_ - size_ < text.size()) {
        const std::size_t capacity = 2 * capacity_ + text.size() + 32;
        char* const larger = reinterpret_cast<char*>(context_.arena().allocate(capacity));
        if (size_ != 0) std::memcpy(larger, text_, size_);
        text_ = larger;
        capacity_ = capacity;
    }
    std::memcpy(text_ + size_, text.data(), text.size());
    size_ += text.size();
}

}  // namespace sheaf::query
