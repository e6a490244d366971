// $anyElementTrue and $allElementsTrue: whether some, or every, element of an array is true.
//
//   { $anyElementTrue: [ <array> ] }    { $allElementsTrue: [ <array> ] }
//
// Errors    16020 while parsing: not one argument. 17041, 17040 while running: not an array.

#include "bson/raise.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

bson::ArrayView arrayOf(std::string_view op, ValueView value, std::int32_t number) {
    if (!value.isArray()) {
        raise(location(number), op, "'s argument must be an array, but is ", value.typeName());
    }
    return value.asArray();
}

ValueView evaluateAnyElementTrue(EvalContext& context, const Arguments& arguments) {
    for (const ValueView& element : arrayOf("$anyElementTrue", arguments[0].evaluate(context), 17041)) {
        if (isTruthy(element)) return EvalContext::boolean(true);
    }
    return EvalContext::boolean(false);
}

ValueView evaluateAllElementsTrue(EvalContext& context, const Arguments& arguments) {
    for (const ValueView& element : arrayOf("$allElementsTrue", arguments[0].evaluate(context), 17040)) {
        if (!isTruthy(element)) return EvalContext::boolean(false);
    }
    return EvalContext::boolean(true);
}

}  // namespace

constinit const ExpressionOperator kExpressionAllElementsTrue{
    .name = "$allElementsTrue", .arity = Arity::exactly(1), .evaluate = evaluateAllElementsTrue};
constinit const ExpressionOperator kExpressionAnyElementTrue{
    .name = "$anyElementTrue", .arity = Arity::exactly(1), .evaluate = evaluateAnyElementTrue};

}  // namespace sheaf::query
