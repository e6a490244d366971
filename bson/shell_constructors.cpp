// The table of the shell's constructors.
#include "bson/shell_constructors.h"

#include <sheaf/bson/hex.h>

#include "bson/json_text.h"
#include "bson/json_wrapper.h"
#include "bson/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

namespace sheaf::bson::json {
namespace {

// The only argument's text, or a number's as it would be written.
std::string numeral(ValueView value) {
    if (value.isString()) return std::string(value.asString());
    if (value.type() == Type::Int32 || value.type() == Type::Int64) return std::to_string(truncatedInt64(value));
    if (value.type() == Type::Double) {
        if (const auto whole = exactInt64(value)) return std::to_string(*whole);
        return std::string(DoubleText(value.asDouble()).view());
    }
    if (value.type() == Type::Decimal128) return value.asDecimal128().toString();
    return {};
}

bool objectId(Builder& builder, std::string_view name, ArrayView arguments) {
    if (arguments.isEmpty()) {
        builder.append(name, ObjectId::generate());
        return true;
    }
    return arguments[0].isString() && appendTextWrapper(builder, name, WrapperKind::Oid, arguments[0].asString());
}

// new Date(year, month from 0, day, hours, minutes, seconds, milliseconds), in UTC.
bool dateOfParts(Builder& builder, std::string_view name, ArrayView arguments) {
    std::array<unsigned, 7> parts{0, 0, 1, 0, 0, 0, 0};
    std::size_t count = 0;
    for (const ValueView argument : arguments) {
        const auto part = argument.isNumber() ? exactInt64(argument) : std::nullopt;
        if (!part || *part < 0 || *part > 9999) return false;
        parts[count++] = static_cast<unsigned>(*part);
    }
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%04u-%02u-%02uT%02u:%02u:%02u.%03uZ", parts[0], parts[1] + 1, parts[2],
                  parts[3], parts[4], parts[5], parts[6]);
    return appendTextWrapper(builder, name, WrapperKind::Date, text.data());
}

bool date(Builder& builder, std::string_view name, ArrayView arguments) {
    const ValueView argument = arguments[0];
    if (!arguments[1].isMissing()) return dateOfParts(builder, name, arguments);
    if (argument.isMissing()) {
        builder.append(name, Date::now());
    } else if (argument.isNumber()) {
        builder.append(name, Date{truncatedInt64(argument)});
    } else if (argument.isDate()) {
        builder.append(name, argument.asDate());
    } else {
        return argument.isString() && appendTextWrapper(builder, name, WrapperKind::Date, argument.asString());
    }
    return true;
}

template <WrapperKind kKind>
bool numeric(Builder& builder, std::string_view name, ArrayView arguments) {
    const std::string text = arguments.isEmpty() ? "0" : numeral(arguments[0]);
    return appendTextWrapper(builder, name, kKind, text);
}

// A random one of version 4.
void appendRandomUuid(Builder& builder, std::string_view name) {
    std::random_device random;
    std::array<std::uint8_t, 16> bytes{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
    builder.append(name, BinaryView{4, bytes.data(), bytes.size()});
}

bool uuid(Builder& builder, std::string_view name, ArrayView arguments) {
    if (arguments.isEmpty()) {
        appendRandomUuid(builder, name);
        return true;
    }
    return arguments[0].isString() && appendTextWrapper(builder, name, WrapperKind::Uuid, arguments[0].asString());
}

std::optional<std::uint8_t> subtypeOf(ValueView value) {
    const auto subtype = value.isNumber() ? exactInt64(value) : std::nullopt;
    if (!subtype || *subtype < 0 || *subtype > 255) return std::nullopt;
    return static_cast<std::uint8_t>(*subtype);
}

bool binData(Builder& builder, std::string_view name, ArrayView arguments) {
    const auto subtype = subtypeOf(arguments[0]);
    return subtype && arguments[1].isString() && appendBinary(builder, name, arguments[1].asString(), *subtype);
}

// As the shell prints binary data.
bool binaryFromBase64(Builder& builder, std::string_view name, ArrayView arguments) {
    const auto subtype = arguments[1].isMissing() ? std::uint8_t{0} : subtypeOf(arguments[1]);
    return subtype && arguments[0].isString() && appendBinary(builder, name, arguments[0].asString(), *subtype);
}

bool hexData(Builder& builder, std::string_view name, ArrayView arguments) {
    const auto subtype = subtypeOf(arguments[0]);
    if (!subtype || !arguments[1].isString()) return false;
    Buffer bytes;
    appendFromHex(arguments[1].asString(), bytes);
    std::string base64;
    appendBase64(base64, bytes.bytes());
    return appendBinary(builder, name, base64, *subtype);
}

bool timestamp(Builder& builder, std::string_view name, ArrayView arguments) {
    if (arguments.isEmpty()) {
        builder.append(name, Timestamp{});
        return true;
    }
    if (!arguments[0].isDocument()) return appendTimestamp(builder, name, arguments[0], arguments[1]);
    const DocumentView parts = arguments[0].asDocument();
    return arguments[1].isMissing() && appendTimestamp(builder, name, parts["t"], parts["i"]);
}

bool regExp(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString() || (!arguments[1].isMissing() && !arguments[1].isString())) return false;
    const auto flags = regexFlags(arguments[1].isMissing() ? "" : arguments[1].asString());
    if (flags) builder.append(name, RegexView{arguments[0].asString(), *flags});
    return flags.has_value();
}

bool code(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString()) return false;
    if (!arguments[1].isMissing() && !arguments[1].isDocument()) return false;
    if (arguments[1].isDocument()) {
        builder.appendCodeWithScope(name, arguments[0].asString(), arguments[1].asDocument());
    } else {
        builder.append(name, CodeView{arguments[0].asString()});
    }
    return true;
}

bool symbol(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString()) return false;
    builder.append(name, SymbolView{arguments[0].asString()});
    return true;
}

// A plain document by convention: {$ref, $id, $db}.
bool dbRef(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString() || arguments[1].isMissing()) return false;
    builder.openDocument(name).append("$ref", arguments[0]).append("$id", arguments[1]);
    builder.append("$db", arguments[2]).close();
    return true;
}

bool dbPointer(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString() || arguments[1].type() != Type::ObjectId) return false;
    builder.append(name, DbPointerView{arguments[0].asString(), arguments[1].asObjectId()});
    return true;
}

bool minKey(Builder& builder, std::string_view name, ArrayView) {
    builder.append(name, MinKey{});
    return true;
}

bool maxKey(Builder& builder, std::string_view name, ArrayView) {
    builder.append(name, MaxKey{});
    return true;
}

// name, what it takes, how many arguments at most, whole numbers wanted, may stand alone
constexpr std::array kConstructors{
    ShellConstructor{"BinData", "a subtype and base64", 2, true, false, binData},
    ShellConstructor{"Binary.createFromBase64", "base64, and maybe a subtype", 2, true, false, binaryFromBase64},
    ShellConstructor{"Code", "a text, and maybe a scope", 2, false, false, code},
    ShellConstructor{"DBPointer", "a namespace and an ObjectId", 2, false, false, dbPointer},
    ShellConstructor{"DBRef", "a collection name, an _id, and maybe a database name", 3, false, false, dbRef},
    ShellConstructor{"Date", "milliseconds, an ISO 8601 text, year and month and so on in UTC, or nothing",
                     7, true, false, date},
    ShellConstructor{"Decimal128", "a number or its text", 1, true, false, numeric<WrapperKind::NumberDecimal>},
    ShellConstructor{"Double", "a number or its text", 1, true, false, numeric<WrapperKind::NumberDouble>},
    ShellConstructor{"HexData", "a subtype and hexadecimal digits", 2, true, false, hexData},
    ShellConstructor{"ISODate", "an ISO 8601 text, or nothing", 1, true, false, date},
    ShellConstructor{"Int32", "a whole number of 32 bits or its text", 1, true, false, numeric<WrapperKind::NumberInt>},
    ShellConstructor{"Long", "a whole number of 64 bits or its text", 1, true, false, numeric<WrapperKind::NumberLong>},
    ShellConstructor{"MaxKey", "nothing", 0, false, true, maxKey},
    ShellConstructor{"MinKey", "nothing", 0, false, true, minKey},
    ShellConstructor{"NumberDecimal", "a number or its text", 1, true, false, numeric<WrapperKind::NumberDecimal>},
    ShellConstructor{"NumberInt", "a whole number of 32 bits or its text",
                     1, true, false, numeric<WrapperKind::NumberInt>},
    ShellConstructor{"NumberLong", "a whole number of 64 bits or its text",
                     1, true, false, numeric<WrapperKind::NumberLong>},
    ShellConstructor{"ObjectId", "24 hexadecimal digits, or nothing", 1, false, false, objectId},
    ShellConstructor{"RegExp", "a pattern, and maybe flags (ilmsux)", 2, false, false, regExp},
    ShellConstructor{"Symbol", "a text", 1, false, false, symbol},
    ShellConstructor{"Timestamp", "seconds and an increment, {t, i}, or nothing", 2, true, false, timestamp},
    ShellConstructor{"UUID", "36 characters, 8-4-4-4-12, or nothing", 1, false, false, uuid},
};

}  // namespace

const ShellConstructor* findShellConstructor(std::string_view name) {
    for (const ShellConstructor& constructor : kConstructors) {
        if (constructor.name == name) return &constructor;
    }
    return nullptr;
}

double numberFromShell(std::string_view digits) {
    if (digits.size() > 2 && (digits[1] == 'x' || digits[1] == 'X')) {
        double value = 0;
        for (const char c : digits.substr(2)) value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        return value;
    }
    return parseDouble(digits).value_or(0);
}

bool appendTimestamp(Builder& builder, std::string_view name, ValueView seconds, ValueView increment) {
    constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
    const auto t = seconds.isNumber() ? exactInt64(seconds) : std::nullopt;
    const auto i = increment.isNumber() ? exactInt64(increment) : std::nullopt;
    if (!t || !i || *t < 0 || *t > kMax || *i < 0 || *i > kMax) return false;
    builder.append(name, Timestamp{static_cast<std::uint32_t>(*t), static_cast<std::uint32_t>(*i)});
    return true;
}

std::optional<std::string> regexFlags(std::string_view flags) {
    std::string sorted = sortedOptions(flags);
    if (sorted.find_first_not_of("ilmsux") != std::string::npos) return std::nullopt;
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
    return sorted;
}

}  // namespace sheaf::bson::json
