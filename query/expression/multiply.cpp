// $multiply: the product of numbers.
//
//   { $multiply: [ <number>, … ] }
//
// Result    the widest type among them; int32 grows into int64, int64 into double.
// Null      null or missing among the arguments: null.
// Errors    14 while running: not a number.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

namespace sheaf::query {
namespace {

using bson::Type;

struct Product {
    std::int64_t integers = 1;
    double doubles = 1;
    bson::Decimal128 decimals = bson::Decimal128::fromInt64(1);
    Type type = Type::Int32;

    void multiply(ValueView value) {
        const Type wider = widestNumber(type, value.type());
        if (wider == Type::Decimal128) {
            // What was multiplied before the first decimal goes in as one number.
            if (type == Type::Double) decimals = bson::decimal::fromDouble15Digits(doubles);
            else if (type != Type::Decimal128) decimals = bson::Decimal128::fromInt64(integers);
            decimals = bson::decimal::multiply(decimals, bson::toDecimal128(value));
        } else {
            doubles *= bson::toDouble(value);
            if (isIntegerType(wider) && __builtin_mul_overflow(integers, integerOf(value), &integers)) {
                type = Type::Double;  // and stays so
                return;
            }
        }
        type = wider;
    }

    ValueView result(EvalContext& context) const {
        switch (type) {
            case Type::Decimal128: return context.make(decimals);
            case Type::Double: return context.make(doubles);
            case Type::Int64: return context.make(integers);
            default: return context.makeInteger(integers);
        }
    }
};

ValueView evaluateMultiply(EvalContext& context, const Arguments& arguments) {
    Product product;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (value.isNullish()) return EvalContext::null();
        if (!value.isNumber()) {
            raise(ErrorCode::TypeMismatch, "$multiply only supports numeric types, not ", value.typeName());
        }
        product.multiply(value);
    }
    return product.result(context);
}

}  // namespace

constinit const ExpressionOperator kExpressionMultiply{
    .name = "$multiply", .arity = Arity::any(), .evaluate = evaluateMultiply};

}  // namespace sheaf::query
