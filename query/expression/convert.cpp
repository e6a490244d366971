// $convert: a value as another type.
//
//   { $convert: { input: <expression>, to: <type>, onError: <expression>, onNull: <expression>, format: <string> } }
//
// The type is a name or number, or { type: …, subtype: … } for binary data. Without onError a value that cannot be converted
// is an error.
// Null      null or missing input: onNull, or null. A type that is null: null.
// Errors    while parsing: 9 no document, another name, input or to left out. While running: 2 an unknown type name; 9 a type of
//           the wrong kind; 241 the conversion fails.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/binary_text.h"
#include "query/expression/conversion.h"

namespace sheaf::query {
namespace {

using bson::Type;

constexpr Type kTypes[] = {
    Type::Double, Type::String, Type::Document,  Type::Array,     Type::Binary,        Type::Undefined, Type::ObjectId,
    Type::Bool,   Type::Date,   Type::Null,      Type::Regex,     Type::DbPointer,     Type::Code,      Type::Symbol,
    Type::CodeWithScope,        Type::Int32,     Type::Timestamp, Type::Int64,         Type::Decimal128, Type::MaxKey,
    Type::MinKey,
};

Type typeOf(ValueView name) {
    if (name.isString()) {
        if (name.asString() == bson::typeName(Type::Missing)) return Type::Missing;  // a type that nothing converts to
        for (const Type type : kTypes) {
            if (bson::typeName(type) == name.asString()) return type;
        }
        raise(ErrorCode::BadValue, "Unknown type name: ", name.asString());
    }
    if (!name.isNumber()) {
        raise(ErrorCode::FailedToParse, "$convert's 'to' argument must be a string or number, but is ", name.typeName());
    }
    const auto number = bson::exactInt64(name);
    if (!number) raise(ErrorCode::FailedToParse, "In $convert, numeric 'to' argument is not an integer");
    for (const Type type : kTypes) {
        if (*number == (type == Type::MinKey ? -1 : static_cast<std::int64_t>(type))) return type;
    }
    raise(ErrorCode::FailedToParse, "In $convert, numeric value for 'to' does not correspond to a BSON type: ", *number);
}

ConversionTarget targetOf(ValueView to) {
    ConversionTarget target;
    if (!to.isDocument()) {
        target.type = typeOf(to);
        return target;
    }
    const ValueView type = to.asDocument()["type"];
    if (type.isMissing()) raise(ErrorCode::FailedToParse, "$convert's 'to' needs a 'type': ", to);
    target.type = typeOf(type);
    if (const ValueView subtype = to.asDocument()["subtype"]; !subtype.isMissing()) {
        const auto number = subtype.isNumber() ? bson::exactInt64(subtype) : std::nullopt;
        if (!number || *number < 0 || *number > 255) {
            raise(ErrorCode::FailedToParse, "In $convert, 'subtype' must be a number from 0 to 255, found ", subtype);
        }
        target.subtype = static_cast<std::uint8_t>(*number);
    }
    return target;
}

enum : std::size_t { kInput, kTo, kOnError, kOnNull, kFormat, kArguments };

ValueView evaluateConvert(EvalContext& context, const Arguments& arguments) {
    const ValueView to = arguments[kTo].evaluate(context);
    const ValueView input = arguments[kInput].evaluate(context);
    if (input.isNullish()) return arguments.evaluateOr(kOnNull, context, EvalContext::null());
    if (to.isNullish()) return EvalContext::null();
    ConversionTarget target = targetOf(to);
    if (arguments.has(kFormat)) {
        const ValueView format = arguments[kFormat].evaluate(context);
        if (format.isNullish()) return EvalContext::null();
        if (!format.isString()) raise(location(4341107), "$convert requires that 'format' be a string, found: ", format);
        if (!isBinaryFormat(format.asString())) {
            raise(location(4341125), "Invalid 'format' argument for $convert: ", format.asString());
        }
        target.format = format.asString();
    }
    std::string_view why;
    if (const auto converted = tryConvert(context, input, target, why)) return *converted;
    if (arguments.has(kOnError)) return arguments[kOnError].evaluate(context);
    raise(ErrorCode::ConversionFailure, why, " in $convert with no onError value: from ", input.typeName(), " to ",
          bson::typeName(target.type));
}

constexpr ExpressionOperator kNode{.name = "$convert", .evaluate = evaluateConvert};

NodePtr parseConvert(ExpressionParser& parser, ValueView argument) {
    constexpr std::string_view kNames[kArguments] = {"input", "to", "onError", "onNull", "format"};
    if (!argument.isDocument()) {
        raise(ErrorCode::FailedToParse, "$convert expects an object of named arguments but found: ", argument.typeName());
    }
    std::vector<NodePtr> nodes(kArguments);
    for (const bson::Element& element : argument.asDocument()) {
        std::size_t at = 0;
        while (at < kArguments && kNames[at] != element.name) ++at;
        if (at == kArguments) raise(ErrorCode::FailedToParse, "$convert found an unknown argument: ", element.name);
        nodes[at] = parser.parse(element.value);
    }
    for (const std::size_t needed : {kInput, kTo}) {
        if (nodes[needed] == nullptr) raise(ErrorCode::FailedToParse, "Missing '", kNames[needed], "' parameter to $convert");
    }
    return makeOperator(kNode, std::move(nodes));
}

}  // namespace

constinit const ExpressionOperator kExpressionConvert{.name = "$convert", .parse = parseConvert};

}  // namespace sheaf::query
