// $binarySize, $bsonSize, $tsSecond, $tsIncrement: bytes of a string, of binary data or a document; the parts of a timestamp.
//
//   { $binarySize: <string or binData> }    { $bsonSize: <document> }    { $tsSecond: <timestamp> }
//
// Result    sizes int32, parts of timestamps int64.
// Null      null or missing: null.
// Errors    16020 while parsing: not one argument. While running, other types: 51276, 31393, 5687301, 5687302.

#include "bson/raise.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateBinarySize(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (value.isString()) return context.make(static_cast<std::int32_t>(value.asString().size()));
    if (value.type() != bson::Type::Binary) {
        raise(location(51276), "$binarySize requires a string or BinData argument, found: ", value.typeName());
    }
    return context.make(static_cast<std::int32_t>(value.asBinary().size));
}

ValueView evaluateBsonSize(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (!value.isDocument()) raise(location(31393), "$bsonSize requires a document input, found: ", value.typeName());
    return context.make(static_cast<std::int32_t>(value.size()));
}

ValueView evaluateTsSecond(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (value.type() != bson::Type::Timestamp) {
        raise(location(5687301), "Argument to $tsSecond must be a timestamp, but is ", value.typeName());
    }
    return context.make(std::int64_t{value.asTimestamp().seconds});
}

ValueView evaluateTsIncrement(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (value.type() != bson::Type::Timestamp) {
        raise(location(5687302), "Argument to $tsIncrement must be a timestamp, but is ", value.typeName());
    }
    return context.make(std::int64_t{value.asTimestamp().increment});
}

}  // namespace

constinit const ExpressionOperator kExpressionBinarySize{
    .name = "$binarySize", .arity = Arity::exactly(1), .evaluate = evaluateBinarySize};
constinit const ExpressionOperator kExpressionBsonSize{
    .name = "$bsonSize", .arity = Arity::exactly(1), .evaluate = evaluateBsonSize};
constinit const ExpressionOperator kExpressionTsIncrement{
    .name = "$tsIncrement", .arity = Arity::exactly(1), .evaluate = evaluateTsIncrement};
constinit const ExpressionOperator kExpressionTsSecond{
    .name = "$tsSecond", .arity = Arity::exactly(1), .evaluate = evaluateTsSecond};

}  // namespace sheaf::query
