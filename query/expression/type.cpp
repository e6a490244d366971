// $type and $isNumber: the name of a value's type, "missing" for none; whether it is a number.
//
//   { $type: <expression> }    { $isNumber: <expression> }
//
// Errors    16020 while parsing: not one argument.

#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateType(EvalContext& context, const Arguments& arguments) {
    return context.make(arguments[0].evaluate(context).typeName());
}

ValueView evaluateIsNumber(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(arguments[0].evaluate(context).isNumber());
}

}  // namespace

constinit const ExpressionOperator kExpressionIsNumber{
    .name = "$isNumber", .arity = Arity::exactly(1), .evaluate = evaluateIsNumber};
constinit const ExpressionOperator kExpressionType{.name = "$type", .arity = Arity::exactly(1), .evaluate = evaluateType};

}  // namespace sheaf::query
