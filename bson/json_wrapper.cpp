// What the wrapper objects of Extended JSON hold, checked and converted.
#include "bson/json_wrapper.h"

#include <sheaf/bson/hex.h>

#include "bson/json_text.h"
#include "bson/raise.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sheaf::bson::json {
namespace {

struct WrapperName {
    std::string_view key;
    WrapperKind kind;
};
constexpr std::array kNames{
    WrapperName{"$oid", WrapperKind::Oid},
    WrapperName{"$numberInt", WrapperKind::NumberInt},
    WrapperName{"$numberLong", WrapperKind::NumberLong},
    WrapperName{"$numberDouble", WrapperKind::NumberDouble},
    WrapperName{"$numberDecimal", WrapperKind::NumberDecimal},
    WrapperName{"$date", WrapperKind::Date},
    WrapperName{"$binary", WrapperKind::Binary},
    WrapperName{"$uuid", WrapperKind::Uuid},
    WrapperName{"$regularExpression", WrapperKind::RegularExpression},
    WrapperName{"$timestamp", WrapperKind::Timestamp},
    WrapperName{"$symbol", WrapperKind::Symbol},
    WrapperName{"$code", WrapperKind::Code},
    WrapperName{"$scope", WrapperKind::Scope},
    WrapperName{"$dbPointer", WrapperKind::DbPointer},
    WrapperName{"$minKey", WrapperKind::MinKey},
    WrapperName{"$maxKey", WrapperKind::MaxKey},
    WrapperName{"$undefined", WrapperKind::Undefined},
};

bool appendOid(Builder& builder, std::string_view name, std::string_view text) {
    constexpr std::size_t kDigits = 24;
    if (text.size() != kDigits || !std::all_of(text.begin(), text.end(), [](char c) { return hexDigit(c) >= 0; })) return false;
    builder.append(name, ObjectId::fromHex(text));
    return true;
}

// 8-4-4-4-12 hexadecimal digits.
bool appendUuid(Builder& builder, std::string_view name, std::string_view text) {
    constexpr std::size_t kTextBytes = 36;
    if (text.size() != kTextBytes) return false;
    std::array<std::uint8_t, 16> bytes{};
    std::size_t digits = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at == 8 || at == 13 || at == 18 || at == 23) {
            if (text[at] != '-') return false;
            continue;
        }
        const int digit = hexDigit(text[at]);
        if (digit < 0) return false;
        bytes[digits / 2] = static_cast<std::uint8_t>(bytes[digits / 2] << 4 | digit);
        ++digits;
    }
    constexpr std::uint8_t kUuidSubtype = 4;
    builder.append(name, BinaryView{kUuidSubtype, bytes.data(), bytes.size()});
    return true;
}

bool appendDecimal(Builder& builder, std::string_view name, std::string_view text) {
    builder.append(name, Decimal128::parse(text));  // its own message says more than ours could
    return true;
}

template <typename Integer>
bool appendInteger(Builder& builder, std::string_view name, std::string_view text) {
    const auto value = parseInteger(text);
    if (!value || *value < std::numeric_limits<Integer>::min() || *value > std::numeric_limits<Integer>::max()) return false;
    builder.append(name, static_cast<Integer>(*value));
    return true;
}

bool appendDate(Builder& builder, std::string_view name, std::string_view text) {
    const auto ms = parseIsoDate(text);
    if (ms) builder.append(name, Date{*ms});
    return ms.has_value();
}

bool appendDouble(Builder& builder, std::string_view name, std::string_view text) {
    const auto value = parseDouble(text);
    if (value) builder.append(name, *value);
    return value.has_value();
}

}  // namespace

std::optional<WrapperKind> wrapperKindOf(std::string_view key) {
    for (const WrapperName& entry : kNames) {
        if (entry.key == key) return entry.kind;
    }
    return std::nullopt;
}

std::string_view keyOf(WrapperKind kind) {
    for (const WrapperName& entry : kNames) {
        if (entry.kind == kind) return entry.key;
    }
    return {};
}

bool isTextWrapper(WrapperKind kind) {
    switch (kind) {
        case WrapperKind::Oid:
        case WrapperKind::NumberInt:
        case WrapperKind::NumberLong:
        case WrapperKind::NumberDouble:
        case WrapperKind::NumberDecimal:
        case WrapperKind::Uuid:
        case WrapperKind::Symbol: return true;
        default: return false;
    }
}

bool appendTextWrapper(Builder& builder, std::string_view name, WrapperKind kind, std::string_view text) {
    switch (kind) {
        case WrapperKind::Oid: return appendOid(builder, name, text);
        case WrapperKind::NumberInt: return appendInteger<std::int32_t>(builder, name, text);
        case WrapperKind::NumberLong: return appendInteger<std::int64_t>(builder, name, text);
        case WrapperKind::NumberDouble: return appendDouble(builder, name, text);
        case WrapperKind::NumberDecimal: return appendDecimal(builder, name, text);
        case WrapperKind::Uuid: return appendUuid(builder, name, text);
        case WrapperKind::Date: return appendDate(builder, name, text);
        case WrapperKind::Symbol: builder.append(name, SymbolView{text}); return true;
        default: return false;
    }
}

bool appendBinary(Builder& builder, std::string_view name, std::string_view base64, std::uint8_t subtype) {
    constexpr std::uint8_t kOldSubtype = 2;
    Buffer bytes;
    if (subtype == kOldSubtype) bytes.extend(4);  // its length stands in front of the data once more
    if (!decodeBase64(base64, bytes)) return false;
    if (subtype == kOldSubtype) {
        const auto size = static_cast<std::uint32_t>(bytes.size() - 4);
        for (std::size_t at = 0; at < 4; ++at) bytes.data()[at] = static_cast<std::uint8_t>(size >> (8 * at));
    }
    builder.append(name, BinaryView{subtype, bytes.data(), bytes.size()});
    return true;
}

std::optional<std::uint8_t> parseSubtype(std::string_view text) {
    if (text.empty() || text.size() > 2) return std::nullopt;
    int value = 0;
    for (const char c : text) {
        if (hexDigit(c) < 0) return std::nullopt;
        value = value * 16 + hexDigit(c);
    }
    return static_cast<std::uint8_t>(value);
}

std::optional<double> parseDouble(std::string_view text) {
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    if (!text.empty() && text[0] == '+') text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
    if (text.size() == sign || !(text[sign] == '.' || (text[sign] >= '0' && text[sign] <= '9'))) return std::nullopt;
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end) return std::nullopt;
    if (error == std::errc::result_out_of_range) {  // from_chars leaves the value alone: too large, or too small
        const std::size_t exponent = text.find_first_of("eE");
        const bool isTiny = exponent != std::string_view::npos && text.find('-', exponent) != std::string_view::npos;
        value = isTiny ? 0 : std::numeric_limits<double>::infinity();
        if (sign) value = -value;
    }
    return value;
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error != std::errc() || text.empty()) return std::nullopt;
    return value;
}

std::string sortedOptions(std::string_view options) {
    std::string sorted(options);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

}  // namespace sheaf::bson::json
