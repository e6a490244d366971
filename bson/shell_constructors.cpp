// The table of the shell's constructors.
#include "bson/shell_constructors.h"

#include "bson/json_text.h"
#include "bson/json_wrapper.h"
#include "bson/number.h"

#include <array>
#include <limits>

namespace sheaf::bson::json {
namespace {

std::string_view textOr(ValueView value, std::string_view otherwise) { return value.isString() ? value.asString() : otherwise; }

// The only argument's text, or a number's as it would be written.
std::string numeral(ValueView value) {
    if (value.isString()) return std::string(value.asString());
    if (value.type() == Type::Int32 || value.type() == Type::Int64) return std::to_string(truncatedInt64(value));
    if (value.type() == Type::Double) {
        std::string text(DoubleText(value.asDouble()).view());
        if (text.size() > 2 && text.ends_with(".0")) text.resize(text.size() - 2);
        return text;
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

bool date(Builder& builder, std::string_view name, ArrayView arguments) {
    const ValueView argument = arguments[0];
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
bool wholeNumber(Builder& builder, std::string_view name, ArrayView arguments) {
    const std::string text = arguments.isEmpty() ? "0" : numeral(arguments[0]);
    return appendTextWrapper(builder, name, kKind, text);
}

bool doubleNumber(Builder& builder, std::string_view name, ArrayView arguments) {
    return appendTextWrapper(builder, name, WrapperKind::NumberDouble, numeral(arguments[0]));
}

bool uuid(Builder& builder, std::string_view name, ArrayView arguments) {
    return arguments[0].isString() && appendTextWrapper(builder, name, WrapperKind::Uuid, arguments[0].asString());
}

bool binData(Builder& builder, std::string_view name, ArrayView arguments) {
    const auto subtype = arguments[0].isNumber() ? exactInt64(arguments[0]) : std::nullopt;
    if (!subtype || *subtype < 0 || *subtype > 255 || !arguments[1].isString()) return false;
    return appendBinary(builder, name, arguments[1].asString(), static_cast<std::uint8_t>(*subtype));
}

bool timestamp(Builder& builder, std::string_view name, ArrayView arguments) {
    ValueView seconds = arguments[0];
    ValueView increment = arguments[1];
    if (seconds.isDocument()) {
        increment = seconds.asDocument()["i"];
        seconds = seconds.asDocument()["t"];
    }
    if (!seconds.isNumber() || !increment.isNumber()) return false;
    const std::int64_t t = truncatedInt64(seconds);
    const std::int64_t i = truncatedInt64(increment);
    constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
    if (t < 0 || t > kMax || i < 0 || i > kMax) return false;
    builder.append(name, Timestamp{static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(i)});
    return true;
}

bool regExp(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString()) return false;
    builder.append(name, RegexView{arguments[0].asString(), sortedOptions(textOr(arguments[1], ""))});
    return true;
}

bool code(Builder& builder, std::string_view name, ArrayView arguments) {
    if (!arguments[0].isString()) return false;
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
    builder.openDocument(name).append("$ref", arguments[0]).append("$id", arguments[1]).append("$db", arguments[2]).close();
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

constexpr std::array kConstructors{
    ShellConstructor{"BinData", "a subtype and base64", false, binData},
    ShellConstructor{"Code", "a text, and maybe a scope", false, code},
    ShellConstructor{"DBPointer", "a namespace and an ObjectId", false, dbPointer},
    ShellConstructor{"DBRef", "a collection name and an _id", false, dbRef},
    ShellConstructor{"Date", "milliseconds, an ISO 8601 text, or nothing", false, date},
    ShellConstructor{"Decimal128", "a number or its text", false, wholeNumber<WrapperKind::NumberDecimal>},
    ShellConstructor{"Double", "a number or its text", false, doubleNumber},
    ShellConstructor{"ISODate", "an ISO 8601 text, or nothing", false, date},
    ShellConstructor{"Int32", "a whole number of 32 bits or its text", false, wholeNumber<WrapperKind::NumberInt>},
    ShellConstructor{"Long", "a whole number of 64 bits or its text", false, wholeNumber<WrapperKind::NumberLong>},
    ShellConstructor{"MaxKey", "nothing", true, maxKey},
    ShellConstructor{"MinKey", "nothing", true, minKey},
    ShellConstructor{"NumberDecimal", "a number or its text", false, wholeNumber<WrapperKind::NumberDecimal>},
    ShellConstructor{"NumberInt", "a whole number of 32 bits or its text", false, wholeNumber<WrapperKind::NumberInt>},
    ShellConstructor{"NumberLong", "a whole number of 64 bits or its text", false, wholeNumber<WrapperKind::NumberLong>},
    ShellConstructor{"ObjectId", "24 hexadecimal digits, or nothing", false, objectId},
    ShellConstructor{"RegExp", "a pattern, and maybe flags", false, regExp},
    ShellConstructor{"Symbol", "a text", false, symbol},
    ShellConstructor{"Timestamp", "seconds and an increment, or {t, i}", false, timestamp},
    ShellConstructor{"UUID", "36 characters, 8-4-4-4-12", false, uuid},
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

}  // namespace sheaf::bson::json
