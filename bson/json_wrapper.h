// The objects of Extended JSON that stand for one BSON value: {"$oid": "…"} and its relatives.
#pragma once

#include <sheaf/bson/builder.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace sheaf::bson::json {

enum class WrapperKind : std::uint8_t {
    Oid, NumberInt, NumberLong, NumberDouble, NumberDecimal, Date, Binary, Uuid, RegularExpression, Timestamp, Symbol,
    Code, Scope, DbPointer, MinKey, MaxKey, Undefined,
};

// The kind that a first key announces, or nothing: then the object is a plain document.
std::optional<WrapperKind> wrapperKindOf(std::string_view key);
std::string_view keyOf(WrapperKind kind);

// The wrappers whose content is one string. They append the value under `name`; false: the text is not one of theirs.
bool appendTextWrapper(Builder& builder, std::string_view name, WrapperKind kind, std::string_view text);
bool isTextWrapper(WrapperKind kind);

bool appendBinary(Builder& builder, std::string_view name, std::string_view base64, std::uint8_t subtype);
// One or two hexadecimal digits.
std::optional<std::uint8_t> parseSubtype(std::string_view text);
std::optional<double> parseDouble(std::string_view text);  // "NaN" and "Infinity" too
std::optional<std::int64_t> parseInteger(std::string_view text);
// The letters of a regular expression's options in alphabetical order.
std::string sortedOptions(std::string_view options);

}  // namespace sheaf::bson::json
