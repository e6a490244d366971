// Prints values as MongoDB's explain prints them inside index bounds.

#include "index/interval.h"

#include <sheaf/bson/types.h>

#include <cstdio>
#include <cstring>

namespace sheaf::index {
namespace {

constexpr std::size_t kShownTextBytes = 160;  // longer ones are cut to ...
constexpr std::size_t kCutTextBytes = 70;     // ... this many
constexpr std::uint8_t kUuidSubtype = 4;

void appendValue(std::string& out, bson::ValueView value);

void appendNumber(std::string& out, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.16g", value);
    out += text;
    if (std::strpbrk(text, ".EN") == nullptr) out += ".0";  // so infinity is "inf.0"
}

void appendText(std::string& out, std::string_view text) {
    const bool isCut = text.size() >= kShownTextBytes;
    out += '"';
    out += isCut ? text.substr(0, kCutTextBytes) : text;
    out += isCut ? "...\"" : "\"";
}

void appendHex(std::string& out, const std::uint8_t* bytes, std::size_t size, bool upper) {
    for (std::size_t at = 0; at < size; ++at) {
        char text[3];
        std::snprintf(text, sizeof text, upper ? "%02X" : "%02x", unsigned{bytes[at]});
        out += text;
    }
}

void appendBinary(std::string& out, bson::BinaryView binary) {
    if (binary.subtype != kUuidSubtype || binary.size != 16) {
        out += "BinData(" + std::to_string(int{binary.subtype}) + ", ";
        appendHex(out, binary.data, binary.size, true);
        out += ')';
        return;
    }
    out += "UUID(\"";
    std::size_t at = 0;
    for (const std::size_t group : {4, 2, 2, 2, 6}) {
        if (at != 0) out += '-';
        appendHex(out, binary.data + at, group, false);
        at += group;
    }
    out += "\")";
}

void appendElements(std::string& out, bson::DocumentView document, bool isArray) {
    if (document.isEmpty()) {
        out += isArray ? "[]" : "{}";
        return;
    }
    out += isArray ? "[ " : "{ ";
    bool isFirst = true;
    for (const bson::Element& element : document) {
        if (!isFirst) out += ", ";
        isFirst = false;
        if (!isArray) {
            out += element.name;
            out += ": ";
        }
        appendValue(out, element.value);
    }
    out += isArray ? " ]" : " }";
}

void appendCodeWithScope(std::string& out, bson::ValueView value) {
    out += "CodeWScope( ";
    out += value.codeOfCodeWithScope();
    out += ", ";
    appendElements(out, value.scopeOfCodeWithScope(), false);
    out += ')';
}

void appendValue(std::string& out, bson::ValueView value) {
    using bson::Type;
    switch (value.type()) {
        case Type::Missing: out += "EOO"; break;
        case Type::MinKey: out += "MinKey"; break;
        case Type::MaxKey: out += "MaxKey"; break;
        case Type::Undefined: out += "undefined"; break;
        case Type::Null: out += "null"; break;
        case Type::Bool: out += value.asBool() ? "true" : "false"; break;
        case Type::Int32: out += std::to_string(value.asInt32()); break;
        case Type::Int64: out += std::to_string(value.asInt64()); break;
        case Type::Double: appendNumber(out, value.asDouble()); break;
        case Type::Decimal128: out += value.asDecimal128().toString(); break;
        case Type::String:
        case Type::Symbol: appendText(out, value.asString()); break;
        case Type::Code: out += value.asString(); break;
        case Type::CodeWithScope: appendCodeWithScope(out, value); break;
        case Type::Document: appendElements(out, value.asDocument(), false); break;
        case Type::Array: appendElements(out, value.asDocument(), true); break;
        case Type::Binary: appendBinary(out, value.asBinary()); break;
        case Type::ObjectId: out += "ObjectId('" + value.asObjectId().toHex() + "')"; break;
        case Type::Date: out += "new Date(" + std::to_string(value.asDate().ms) + ")"; break;
        case Type::Timestamp: {
            const bson::Timestamp time = value.asTimestamp();
            out += "Timestamp(" + std::to_string(time.seconds) + ", " + std::to_string(time.increment) + ")";
            break;
        }
        case Type::Regex:
            out += '/';
            out += value.asRegex().pattern;
            out += '/';
            out += value.asRegex().options;
            break;
        case Type::DbPointer:
            out += "DBRef('";
            out += value.asDbPointer().ns;
            out += "'," + value.asDbPointer().id.toHex() + ")";
            break;
    }
}

}  // namespace

std::string boundToString(bson::ValueView value) {
    std::string out;
    appendValue(out, value);
    return out;
}

}  // namespace sheaf::index
