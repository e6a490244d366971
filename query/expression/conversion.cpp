// Conversions by target type. What MongoDB does not convert gives nothing.

#include "query/expression/conversion.h"

#include "bson/decimal.h"
#include "bson/number.h"
#include "query/expression/binary_text.h"
#include "query/expression/dates.h"
#include "query/expression/numeric.h"
#include "query/expression/text.h"

#include <sheaf/bson/hex.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace sheaf::query {
namespace {

using bson::Type;
using Result = std::optional<ValueView>;

constexpr std::string_view kUnsupported = "Unsupported conversion";
constexpr std::string_view kOverflow = "Conversion would overflow target type";
constexpr std::string_view kNotFinite = "Attempt to convert NaN or infinity value to integer type";
constexpr std::string_view kNoNumber = "Failed to parse number";

constexpr double kTwoTo63 = 9223372036854775808.0;

// The text of a whole number, base 10. from_chars takes no plus sign.
std::optional<std::int64_t> parseInteger(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    std::int64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> parseDouble(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> toInt64(ValueView value, std::string_view& why) {
    switch (value.type()) {
        case Type::Bool: return value.asBool() ? 1 : 0;
        case Type::Int32:
        case Type::Int64: return integerOf(value);
        case Type::Date: return value.asDate().ms;
        case Type::Double: {
            const double number = value.asDouble();
            why = std::isfinite(number) ? kOverflow : kNotFinite;
            if (!(number >= -kTwoTo63 && number < kTwoTo63)) return std::nullopt;
            return static_cast<std::int64_t>(number);
        }
        case Type::Decimal128: {
            const bson::Decimal128 number = value.asDecimal128();
            why = bson::decimal::isNaN(number) || bson::decimal::isInfinite(number) ? kNotFinite : kOverflow;
            if (why == kNotFinite) return std::nullopt;
            return bson::decimal::exactInt64(bson::decimal::roundToInteger(number, bson::decimal::Rounding::TowardsZero));
        }
        case Type::String: why = kNoNumber; return parseInteger(value.asString());
        default: why = kUnsupported; return std::nullopt;
    }
}

Result toInt(EvalContext& context, ValueView value, std::string_view& why) {
    if (value.isDate()) {
        why = kUnsupported;
        return std::nullopt;
    }
    const auto number = toInt64(value, why);
    if (!number) return std::nullopt;
    if (*number < std::numeric_limits<std::int32_t>::min() || *number > std::numeric_limits<std::int32_t>::max()) {
        why = kOverflow;
        return std::nullopt;
    }
    return context.make(static_cast<std::int32_t>(*number));
}

Result toLong(EvalContext& context, ValueView value, std::string_view& why) {
    const auto number = toInt64(value, why);
    return number ? Result(context.make(*number)) : std::nullopt;
}

Result toDouble(EvalContext& context, ValueView value, std::string_view& why) {
    switch (value.type()) {
        case Type::Bool: return context.make(value.asBool() ? 1.0 : 0.0);
        case Type::Date: return context.make(static_cast<double>(value.asDate().ms));
        case Type::String: {
            why = kNoNumber;
            const auto number = parseDouble(value.asString());
            return number ? Result(context.make(*number)) : std::nullopt;
        }
        case Type::Decimal128: {
            const double number = bson::toDouble(value);
            why = kOverflow;
            if (std::isinf(number) && !bson::decimal::isInfinite(value.asDecimal128())) return std::nullopt;
            return context.make(number);
        }
        default: break;
    }
    why = kUnsupported;
    return value.isNumber() ? Result(context.make(bson::toDouble(value))) : std::nullopt;
}

Result toDecimal(EvalContext& context, ValueView value, std::string_view& why) {
    switch (value.type()) {
        case Type::Bool: return context.make(bson::Decimal128::fromInt64(value.asBool() ? 1 : 0));
        case Type::Date: return context.make(bson::Decimal128::fromInt64(value.asDate().ms));
        case Type::String: {
            why = kNoNumber;
            const auto number = bson::decimal::parseRounded(value.asString());
            return number ? Result(context.make(*number)) : std::nullopt;
        }
        default: break;
    }
    why = kUnsupported;
    return value.isNumber() ? Result(context.make(bson::toDecimal128(value))) : std::nullopt;
}

Result toDate(EvalContext& context, ValueView value, std::string_view& why) {
    switch (value.type()) {
        case Type::ObjectId: return context.make(bson::Date{std::int64_t{value.asObjectId().seconds()} * 1000});
        case Type::Timestamp: return context.make(bson::Date{std::int64_t{value.asTimestamp().seconds} * 1000});
        case Type::String: {
            why = "Error parsing date string";
            const auto date = parseDateText(value.asString());
            return date ? Result(context.make(bson::Date{date->ms})) : std::nullopt;
        }
        case Type::Double:
        case Type::Decimal128:
        case Type::Int64: {
            const auto ms = toInt64(value, why);
            return ms ? Result(context.make(bson::Date{*ms})) : std::nullopt;
        }
        default: why = kUnsupported; return std::nullopt;
    }
}

Result toObjectId(EvalContext& context, ValueView value, std::string_view& why) {
    why = kUnsupported;
    if (!value.isString()) return std::nullopt;
    const std::string_view text = value.asString();
    why = "Failed to parse objectId: not 24 hexadecimal digits";
    bson::ObjectId id;
    if (text.size() != 24) return std::nullopt;
    for (std::size_t i = 0; i < 12; ++i) {
        const int high = bson::hexDigit(text[2 * i]);
        const int low = bson::hexDigit(text[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return context.make(id);
}

Result toText(EvalContext& context, ValueView value, const ConversionTarget& target, std::string_view& why) {
    switch (value.type()) {
        case Type::Bool: return context.make(std::string_view(value.asBool() ? "true" : "false"));
        case Type::ObjectId: return context.make(std::string_view(value.asObjectId().toHex()));
        case Type::Int32:
        case Type::Int64:
        case Type::Double:
        case Type::Decimal128:
        case Type::Date: return context.make(coerceToText(context, value));
        case Type::Binary: return binaryToText(context, value.asBinary(), target.format, why);
        default: why = kUnsupported; return std::nullopt;
    }
}

Result toBinary(EvalContext& context, ValueView value, const ConversionTarget& target, std::string_view& why) {
    why = kUnsupported;
    if (value.type() == Type::Binary) {
        if (value.asBinary().subtype == target.subtype.value_or(0)) return value;
        why = "Conversions between the binData subtypes are not supported";
        return std::nullopt;
    }
    if (!value.isString()) return std::nullopt;
    return textToBinary(context, value.asString(), target.subtype.value_or(0), target.format, why);
}

}  // namespace

Result tryConvert(EvalContext& context, ValueView value, const ConversionTarget& target, std::string_view& why) {
    if (value.type() == target.type && target.type != Type::Binary) {
        const bool isAnyTarget = value.isNumber() || value.isString() || value.isBool() || value.isDate() ||
                                 value.type() == Type::ObjectId || value.type() == Type::Timestamp;
        if (isAnyTarget) return value;
    }
    switch (target.type) {
        case Type::Double: return toDouble(context, value, why);
        case Type::String: return toText(context, value, target, why);
        case Type::ObjectId: return toObjectId(context, value, why);
        case Type::Bool: return EvalContext::boolean(isTruthy(value));
        case Type::Date: return toDate(context, value, why);
        case Type::Int32: return toInt(context, value, why);
        case Type::Int64: return toLong(context, value, why);
        case Type::Decimal128: return toDecimal(context, value, why);
        case Type::Binary: return toBinary(context, value, target, why);
        default: why = kUnsupported; return std::nullopt;
    }
}

}  // namespace sheaf::query
