// $divide: one number divided by another.
//
//   { $divide: [ <number>, <number> ] }
//
// Result    Decimal128 if one of them is, else double.
// Null      null or missing: null.
// Errors    16020 while parsing: not two arguments. While running: 14 not numbers; 2 the divisor is 0.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

namespace sheaf::query {
namespace {

ValueView evaluateDivide(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    const ValueView right = arguments[1].evaluate(context);
    if (left.isNumber() && right.isNumber()) {
        if (bson::toDouble(right) == 0) raise(ErrorCode::BadValue, "can't $divide by zero: ", left, " by ", right);
        if (widestNumber(left.type(), right.type()) == bson::Type::Decimal128) {
            return context.make(bson::decimal::divide(bson::toDecimal128(left), bson::toDecimal128(right)));
        }
        return context.make(bson::toDouble(left) / bson::toDouble(right));
    }
    if (left.isNullish() || right.isNullish()) return EvalContext::null();
    raise(ErrorCode::TypeMismatch, "$divide only supports numeric types, not ", left.typeName(), " and ", right.typeName());
}

}  // namespace

constinit const ExpressionOperator kExpressionDivide{
    .name = "$divide", .arity = Arity::exactly(2), .evaluate = evaluateDivide};

}  // namespace sheaf::query
