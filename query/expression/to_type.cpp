// $toBool, $toDate, $toDecimal, $toDouble, $toInt, $toLong, $toObjectId, $toString, $toUUID: $convert in short.
//
//   { $toInt: <expression> }
//
// Null      null or missing: null.
// Errors    16020 while parsing: not one argument. 241 while running: the conversion fails.

#include "bson/raise.h"
#include "query/expression/conversion.h"

namespace sheaf::query {
namespace {

using bson::Type;

ValueView converted(EvalContext& context, std::string_view op, const Arguments& arguments, const ConversionTarget& target) {
    const ValueView input = arguments[0].evaluate(context);
    if (input.isNullish()) return EvalContext::null();
    std::string_view why;
    if (const auto result = tryConvert(context, input, target, why)) return *result;
    raise(ErrorCode::ConversionFailure, why, " in ", op, ": from ", input.typeName(), " to ", bson::typeName(target.type));
}

ValueView evaluateToBool(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toBool", arguments, {.type = Type::Bool});
}
ValueView evaluateToDate(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toDate", arguments, {.type = Type::Date});
}
ValueView evaluateToDecimal(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toDecimal", arguments, {.type = Type::Decimal128});
}
ValueView evaluateToDouble(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toDouble", arguments, {.type = Type::Double});
}
ValueView evaluateToInt(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toInt", arguments, {.type = Type::Int32});
}
ValueView evaluateToLong(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toLong", arguments, {.type = Type::Int64});
}
ValueView evaluateToObjectId(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toObjectId", arguments, {.type = Type::ObjectId});
}
ValueView evaluateToString(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toString", arguments, {.type = Type::String, .format = "auto"});
}
ValueView evaluateToUuid(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$toUUID", arguments, {.type = Type::Binary, .subtype = 4, .format = "uuid"});
}

}  // namespace

constinit const ExpressionOperator kExpressionToBool{
    .name = "$toBool", .arity = Arity::exactly(1), .evaluate = evaluateToBool};
constinit const ExpressionOperator kExpressionToDate{
    .name = "$toDate", .arity = Arity::exactly(1), .evaluate = evaluateToDate};
constinit const ExpressionOperator kExpressionToDecimal{
    .name = "$toDecimal", .arity = Arity::exactly(1), .evaluate = evaluateToDecimal};
constinit const ExpressionOperator kExpressionToDouble{
    .name = "$toDouble", .arity = Arity::exactly(1), .evaluate = evaluateToDouble};
constinit const ExpressionOperator kExpressionToInt{.name = "$toInt", .arity = Arity::exactly(1), .evaluate = evaluateToInt};
constinit const ExpressionOperator kExpressionToLong{
    .name = "$toLong", .arity = Arity::exactly(1), .evaluate = evaluateToLong};
constinit const ExpressionOperator kExpressionToObjectId{
    .name = "$toObjectId", .arity = Arity::exactly(1), .evaluate = evaluateToObjectId};
constinit const ExpressionOperator kExpressionToString{
    .name = "$toString", .arity = Arity::exactly(1), .evaluate = evaluateToString};
constinit const ExpressionOperator kExpressionToUuid{
    .name = "$toUUID", .arity = Arity::exactly(1), .evaluate = evaluateToUuid};

}  // namespace sheaf::query
