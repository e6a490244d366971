// $bitAnd, $bitOr, $bitXor, $bitNot: bits of int32 and int64.
//
//   { $bitAnd: [ <integer>, … ] }    { $bitNot: <integer> }
//
// Result    int32, or int64 when one of them is; of no arguments the operation's neutral int32.
// Null      null or missing: null.
// Errors    while running: 14 not an integer ($bitNot: 28765 no number, 14 another number type).

#include "bson/raise.h"
#include "query/expression/numeric.h"

namespace sheaf::query {
namespace {

std::int64_t bitAnd(std::int64_t a, std::int64_t b) { return a & b; }
std::int64_t bitOr(std::int64_t a, std::int64_t b) { return a | b; }
std::int64_t bitXor(std::int64_t a, std::int64_t b) { return a ^ b; }

ValueView joined(EvalContext& context, std::string_view op, const Arguments& arguments, std::int64_t start,
                 std::int64_t (*join)(std::int64_t, std::int64_t)) {
    std::int64_t result = start;
    bool isLong = false;
    bool isNull = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (value.isNullish()) {
            isNull = true;
            continue;
        }
        if (!isIntegerType(value.type())) {
            raise(ErrorCode::TypeMismatch, op, " only supports int and long operands, not ", value.typeName());
        }
        isLong = isLong || value.type() == bson::Type::Int64;
        result = join(result, integerOf(value));
    }
    if (isNull) return EvalContext::null();
    return isLong ? context.make(result) : context.make(static_cast<std::int32_t>(result));
}

ValueView evaluateBitAnd(EvalContext& context, const Arguments& arguments) {
    return joined(context, "$bitAnd", arguments, -1, bitAnd);
}
ValueView evaluateBitOr(EvalContext& context, const Arguments& arguments) {
    return joined(context, "$bitOr", arguments, 0, bitOr);
}
ValueView evaluateBitXor(EvalContext& context, const Arguments& arguments) {
    return joined(context, "$bitXor", arguments, 0, bitXor);
}

ValueView evaluateBitNot(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (!isNumberArgument("$bitNot", value)) return EvalContext::null();
    if (!isIntegerType(value.type())) {
        raise(ErrorCode::TypeMismatch, "$bitNot only supports int and long, not: ", value.typeName());
    }
    if (value.type() == bson::Type::Int64) return context.make(~value.asInt64());
    return context.make(~value.asInt32());
}

}  // namespace

constinit const ExpressionOperator kExpressionBitAnd{.name = "$bitAnd", .arity = Arity::any(), .evaluate = evaluateBitAnd};
constinit const ExpressionOperator kExpressionBitNot{
    .name = "$bitNot", .arity = Arity::exactly(1), .evaluate = evaluateBitNot};
constinit const ExpressionOperator kExpressionBitOr{.name = "$bitOr", .arity = Arity::any(), .evaluate = evaluateBitOr};
constinit const ExpressionOperator kExpressionBitXor{.name = "$bitXor", .arity = Arity::any(), .evaluate = evaluateBitXor};

}  // namespace sheaf::query
