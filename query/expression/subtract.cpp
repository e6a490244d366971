// $subtract: the difference of two numbers or dates, or a date moved back by milliseconds.
//
//   { $subtract: [ <number or date>, <number or date> ] }
//
// Result    two numbers: the wider type, int32 grows into int64, int64 into double. Two dates: int64, milliseconds.
// Null      null or missing: null.
// Errors    16020 while parsing: not two arguments.
//           while running: 14 other types; 15 a date beyond its range.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>

namespace sheaf::query {
namespace {

std::int64_t millisecondsOf(ValueView number) {
    if (number.type() == bson::Type::Double) return bson::truncatedInt64(bson::Value(std::round(number.asDouble())).view());
    return bson::truncatedInt64(number);
}

ValueView evaluateSubtract(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    const ValueView right = arguments[1].evaluate(context);
    if (left.isNullish() || right.isNullish()) return EvalContext::null();
    if (left.isNumber() && right.isNumber()) {
        return context.keep(bson::subtract(left, right, bson::IntegerOverflow::ToDouble)->view());
    }
    if (left.isDate() && (right.isDate() || right.isNumber())) {
        const std::int64_t ms = right.isDate() ? right.asDate().ms : millisecondsOf(right);
        std::int64_t difference = 0;
        if (__builtin_sub_overflow(left.asDate().ms, ms, &difference)) {
            raise(ErrorCode::Overflow, "date overflow in $subtract");
        }
        return right.isDate() ? context.make(difference) : context.make(bson::Date{difference});
    }
    raise(ErrorCode::TypeMismatch, "can't $subtract ", right.typeName(), " from ", left.typeName());
}

}  // namespace

constinit const ExpressionOperator kExpressionSubtract{
    .name = "$subtract", .arity = Arity::exactly(2), .evaluate = evaluateSubtract};

}  // namespace sheaf::query
