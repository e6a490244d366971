// The text forms of binary data.

#include "query/expression/binary_text.h"

#include "bson/bytes.h"
#include "bson/json_text.h"
#include "bson/utf8.h"

#include <sheaf/bson/hex.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace sheaf::query {
namespace {

constexpr std::string_view kFormats[] = {"auto", "base64", "base64url", "hex", "utf8", "uuid"};
constexpr std::uint8_t kUuidSubtype = 4;
constexpr std::size_t kUuidBytes = 16;
constexpr std::size_t kUuidCharacters = 36;

bool isUuidDash(std::size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

std::string uuidText(bson::BinaryView binary) {
    const std::string digits = bson::toHex({binary.data, binary.size});
    return digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" + digits.substr(16, 4) + "-" +
           digits.substr(20);
}

ValueView makeBinary(EvalContext& context, std::span<const std::uint8_t> bytes, std::uint8_t subtype) {
    std::uint8_t* const at = context.arena().allocate(bytes.size() + 5);
    bson::store(at, static_cast<std::uint32_t>(bytes.size()));
    at[4] = subtype;
    if (!bytes.empty()) std::memcpy(at + 5, bytes.data(), bytes.size());
    return {bson::Type::Binary, at, static_cast<std::uint32_t>(bytes.size() + 5)};
}

bool appendHex(std::string_view text, bson::Buffer& out) {
    if (text.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = bson::hexDigit(text[i]);
        const int low = bson::hexDigit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        out.append(static_cast<std::uint8_t>(high * 16 + low));
    }
    return true;
}

bool appendUuid(std::string_view text, bson::Buffer& out) {
    if (text.size() != kUuidCharacters) return false;
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isUuidDash(i) != (text[i] == '-')) return false;
        if (!isUuidDash(i)) digits += text[i];
    }
    return appendHex(digits, out);
}

bool appendBase64Url(std::string_view text, bson::Buffer& out) {
    std::string plain(text);
    if (plain.find_first_of("+/") != std::string::npos) return false;
    std::replace(plain.begin(), plain.end(), '-', '+');
    std::replace(plain.begin(), plain.end(), '_', '/');
    while (plain.size() % 4 != 0) plain += '=';
    return bson::json::decodeBase64(plain, out);
}

}  // namespace

bool isBinaryFormat(std::string_view format) {
    return std::find(std::begin(kFormats), std::end(kFormats), format) != std::end(kFormats);
}

std::optional<ValueView> binaryToText(EvalContext& context, bson::BinaryView binary, std::string_view format,
                                      std::string_view& why) {
    const bool isUuid = binary.subtype == kUuidSubtype && binary.size == kUuidBytes;
    if (format.empty()) {
        why = "Unsupported conversion from binData to string without specified format";
        return std::nullopt;
    }
    if (format == "uuid" || (format == "auto" && isUuid)) {
        why = "Only a binData of subtype 4 can be written as a uuid";
        return isUuid ? std::optional(context.make(std::string_view(uuidText(binary)))) : std::nullopt;
    }
    if (format == "hex") return context.make(std::string_view(bson::toHex({binary.data, binary.size})));
    if (format == "utf8") {
        const std::string_view text(reinterpret_cast<const char*>(binary.data), binary.size);
        why = "The binData is no valid UTF-8";
        return bson::isUtf8(binary.data, binary.size) ? std::optional(context.make(text)) : std::nullopt;
    }
    std::string text;
    bson::json::appendBase64(text, {binary.data, binary.size});
    if (format == "base64url") {
        std::replace(text.begin(), text.end(), '+', '-');
        std::replace(text.begin(), text.end(), '/', '_');
        while (!text.empty() && text.back() == '=') text.pop_back();
    }
    return context.make(std::string_view(text));
}

std::optional<ValueView> textToBinary(EvalContext& context, std::string_view text, std::uint8_t subtype,
                                      std::string_view format, std::string_view& why) {
    why = "Input does not match the expected format";
    if (format.empty()) {
        why = "Unsupported conversion from string to binData without specified format";
        return std::nullopt;
    }
    if ((format == "uuid") != (subtype == kUuidSubtype) && format != "auto") {
        why = "A uuid is a binData of subtype 4, and the other formats are none";
        return std::nullopt;
    }
    bson::Buffer bytes;
    bool isRead = false;
    if (format == "uuid" || (format == "auto" && subtype == kUuidSubtype)) isRead = appendUuid(text, bytes);
    else if (format == "hex") isRead = appendHex(text, bytes);
    else if (format == "base64url") isRead = appendBase64Url(text, bytes);
    else if (format == "base64" || format == "auto") isRead = bson::json::decodeBase64(text, bytes);
    else if (format == "utf8") {
        bytes.append(text.data(), text.size());
        isRead = true;
    }
    return isRead ? std::optional(makeBinary(context, bytes.bytes(), subtype)) : std::nullopt;
}

}  // namespace sheaf::query
