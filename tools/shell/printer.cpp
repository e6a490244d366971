// Printing in the shell's words. What is printed can be pasted back.
#include "tools/shell/printer.h"

#include "tools/shell/parser.h"

#include <algorithm>
#include <cmath>

namespace sheaf::tools::shell {
namespace {

using bson::Type;

constexpr std::size_t kWidth = 80;

bool isPlainName(std::string_view name) {
    return !name.empty() && isNameStart(name[0]) && std::all_of(name.begin(), name.end(), isNameLetter);
}

std::string nameText(std::string_view name) { return isPlainName(name) ? std::string(name) : quoted(name); }

// The text after "field":" in relaxed or canonical JSON, up to the closing quote.
std::string jsonText(ValueView value, std::string_view field, bson::JsonMode mode = bson::JsonMode::Canonical) {
    const std::string json = value.toJson(mode);
    const std::string opening = "\"" + std::string(field) + "\":\"";
    const std::size_t start = json.find(opening);
    if (start == std::string::npos) return {};
    const std::size_t from = start + opening.size();
    return json.substr(from, json.find('"', from) - from);
}

std::string doubleText(ValueView value) {
    const double number = value.asDouble();
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    if (std::trunc(number) == number && std::abs(number) < 1e15) {
        return number == 0 && std::signbit(number) ? "-0" : std::to_string(static_cast<std::int64_t>(number));
    }
    return value.toJson(bson::JsonMode::Relaxed);
}

std::string dateText(ValueView value) {
    const std::string iso = jsonText(value, "$date", bson::JsonMode::Relaxed);
    if (!iso.empty()) return "ISODate('" + iso + "')";
    return "new Date(" + std::to_string(value.asDate().ms) + ")";
}

std::string binaryText(ValueView value) {
    const bson::BinaryView binary = value.asBinary();
    if (binary.subtype == 4 && binary.size == 16) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string text;
        for (std::size_t k = 0; k < binary.size; ++k) {
            if (k == 4 || k == 6 || k == 8 || k == 10) text += '-';
            text += kDigits[binary.data[k] >> 4];
            text += kDigits[binary.data[k] & 15];
        }
        return "UUID('" + text + "')";
    }
    return "BinData(" + std::to_string(binary.subtype) + ", '" + jsonText(value, "base64") + "')";
}

std::string regexText(ValueView value) {
    std::string text = "/";
    bool escaped = false;
    for (const char c : value.asRegex().pattern) {
        if (c == '/' && !escaped) text += '\\';
        escaped = c == '\\' && !escaped;
        text += c;
    }
    return text + "/" + std::string(value.asRegex().options);
}

std::string timestampText(ValueView value) {
    const bson::Timestamp timestamp = value.asTimestamp();
    return "Timestamp({ t: " + std::to_string(timestamp.seconds) + ", i: " + std::to_string(timestamp.increment) + " })";
}

std::string scalarText(ValueView value) {
    switch (value.type()) {
        case Type::Missing:
        case Type::Undefined: return "undefined";
        case Type::Null: return "null";
        case Type::Bool: return value.asBool() ? "true" : "false";
        case Type::Int32: return std::to_string(value.asInt32());
        case Type::Double: return doubleText(value);
        case Type::Int64: return "Long('" + std::to_string(value.asInt64()) + "')";
        case Type::Decimal128: return "Decimal128('" + value.asDecimal128().toString() + "')";
        case Type::String: return quoted(value.asString());
        case Type::ObjectId: return "ObjectId('" + value.asObjectId().toHex() + "')";
        case Type::Date: return dateText(value);
        case Type::Binary: return binaryText(value);
        case Type::Regex: return regexText(value);
        case Type::Timestamp: return timestampText(value);
        case Type::MinKey: return "MinKey()";
        case Type::MaxKey: return "MaxKey()";
        case Type::Code: return "Code(" + quoted(value.asString()) + ")";
        case Type::Symbol: return "Symbol(" + quoted(value.asString()) + ")";
        default: return value.toJson(bson::JsonMode::Canonical);
    }
}

void append(std::string& out, ValueView value) {
    if (value.isDocument()) {
        if (value.asDocument().isEmpty()) {
            out += "{}";
            return;
        }
        const char* separator = "{ ";
        for (const bson::Element& field : value.asDocument()) {
            out.append(separator).append(nameText(field.name)).append(": ");
            append(out, field.value);
            separator = ", ";
        }
        out += " }";
    } else if (value.isArray()) {
        if (value.asArray().isEmpty()) {
            out += "[]";
            return;
        }
        const char* separator = "[ ";
        for (const ValueView& element : value.asArray()) {
            out += separator;
            append(out, element);
            separator = ", ";
        }
        out += " ]";
    } else {
        out += scalarText(value);
    }
}

void appendPretty(std::string& out, ValueView value, std::size_t indent, std::size_t used) {
    std::string line;
    append(line, value);
    const bool isNested = value.isDocument() || value.isArray();
    if (!isNested || used + line.size() <= kWidth) {
        out += line;
        return;
    }
    out += value.isDocument() ? "{" : "[";
    const std::string padding(indent + 2, ' ');
    const char* separator = "\n";
    for (const bson::Element& field : value.asDocument()) {
        out.append(separator).append(padding);
        const std::size_t start = out.size() - padding.size();
        if (value.isDocument()) out.append(nameText(field.name)).append(": ");
        appendPretty(out, field.value, indent + 2, out.size() - start);
        separator = ",\n";
    }
    out.append("\n").append(indent, ' ').append(value.isDocument() ? "}" : "]");
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out.append("\\").append(1, c);
        else if (c == '\n') out += "\\n";
        else if (c == '\r') out += "\\r";
        else if (c == '\t') out += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            out.append("\\x").append(1, kDigits[static_cast<unsigned char>(c) >> 4]).append(1, kDigits[c & 15]);
        } else out += c;
    }
    return out + "'";
}

std::string shellText(ValueView value) {
    std::string out;
    append(out, value);
    return out;
}

std::string prettyShellText(ValueView value, std::size_t indent) {
    std::string out;
    appendPretty(out, value, indent, indent);
    return out;
}

}  // namespace sheaf::tools::shell
