// $ceil and $floor: the nearest whole number that is not smaller, or not larger.
//
//   { $ceil: <number> }    { $floor: <number> }
//
// Result    the type of the argument.
// Null      null or missing: null.
// Errors    16020 while parsing: not one argument. 28765 while running: not a number.

#include "bson/decimal.h"
#include "query/expression/numeric.h"

#include <cmath>

namespace sheaf::query {
namespace {

using bson::decimal::Rounding;

ValueView rounded(EvalContext& context, std::string_view op, const Arguments& arguments, Rounding rounding) {
    const ValueView value = arguments[0].evaluate(context);
    if (!isNumberArgument(op, value)) return EvalContext::null();
    switch (value.type()) {
        case bson::Type::Double:
            return context.make(rounding == Rounding::Up ? std::ceil(value.asDouble()) : std::floor(value.asDouble()));
        case bson::Type::Decimal128: return context.make(bson::decimal::roundToInteger(value.asDecimal128(), rounding));
        default: return value;
    }
}

ValueView evaluateCeil(EvalContext& context, const Arguments& arguments) {
    return rounded(context, "$ceil", arguments, Rounding::Up);
}

ValueView evaluateFloor(EvalContext& context, const Arguments& arguments) {
    return rounded(context, "$floor", arguments, Rounding::Down);
}

}  // namespace

constinit const ExpressionOperator kExpressionCeil{.name = "$ceil", .arity = Arity::exactly(1), .evaluate = evaluateCeil};
constinit const ExpressionOperator kExpressionFloor{
    .name = "$floor", .arity = Arity::exactly(1), .evaluate = evaluateFloor};

}  // namespace sheaf::query
