// The tags of components, see the grammar in key_bytes.h.
#pragma once

#include "index/number_key.h"

#include <sheaf/bson/types.h>

namespace sheaf::index {

namespace tag {
inline constexpr std::uint8_t kMinKey = 0x0A;
inline constexpr std::uint8_t kUndefined = 0x0F;
inline constexpr std::uint8_t kNull = 0x14;
inline constexpr std::uint8_t kNumberClass = 0x1E;
inline constexpr std::uint8_t kString = 0x3C;
inline constexpr std::uint8_t kDocument = 0x46;
inline constexpr std::uint8_t kArray = 0x50;
inline constexpr std::uint8_t kBinary = 0x5A;
inline constexpr std::uint8_t kObjectId = 0x64;
inline constexpr std::uint8_t kFalse = 0x6E;
inline constexpr std::uint8_t kTrue = 0x6F;
inline constexpr std::uint8_t kDate = 0x78;
inline constexpr std::uint8_t kTimestamp = 0x82;
inline constexpr std::uint8_t kRegex = 0x8C;
inline constexpr std::uint8_t kDbPointer = 0x96;
inline constexpr std::uint8_t kCode = 0xA0;
inline constexpr std::uint8_t kCodeWithScope = 0xAA;
inline constexpr std::uint8_t kMaxKey = 0xF0;
}  // namespace tag

inline constexpr std::uint8_t kEnd = 0x00;         // of texts, documents and arrays
inline constexpr std::uint8_t kEscape = 0xFF;      // after a 00 inside a text
inline constexpr std::uint8_t kLongLength = 0xFF;  // of a binary: 4 more bytes

// The class byte of an element inside a document.
constexpr std::uint8_t classByte(bson::Type type) {
    switch (type) {
        case bson::Type::MinKey: return tag::kMinKey;
        case bson::Type::Undefined: return tag::kUndefined;
        case bson::Type::Missing:
        case bson::Type::Null: return tag::kNull;
        case bson::Type::Double:
        case bson::Type::Int32:
        case bson::Type::Int64:
        case bson::Type::Decimal128: return tag::kNumberClass;
        case bson::Type::String:
        case bson::Type::Symbol: return tag::kString;
        case bson::Type::Document: return tag::kDocument;
        case bson::Type::Array: return tag::kArray;
        case bson::Type::Binary: return tag::kBinary;
        case bson::Type::ObjectId: return tag::kObjectId;
        case bson::Type::Bool: return tag::kFalse;
        case bson::Type::Date: return tag::kDate;
        case bson::Type::Timestamp: return tag::kTimestamp;
        case bson::Type::Regex: return tag::kRegex;
        case bson::Type::DbPointer: return tag::kDbPointer;
        case bson::Type::Code: return tag::kCode;
        case bson::Type::CodeWithScope: return tag::kCodeWithScope;
        case bson::Type::MaxKey: return tag::kMaxKey;
    }
    return tag::kMaxKey;
}

}  // namespace sheaf::index
