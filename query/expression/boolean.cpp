// $and, $or, $not: conditions joined.
//
//   { $and: [ <expression>, … ] }    { $or: [ <expression>, … ] }    { $not: [ <expression> ] }
//
// Truth     false, null, 0, undefined and missing are false; all else is true, the empty string and array too. What
//           comes after the decision is not evaluated.
// Result    a boolean; $and of nothing is true, $or of nothing false.
// Errors    16020 while parsing: $not without exactly one argument.

#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateAnd(EvalContext& context, const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].evaluateCondition(context)) return EvalContext::boolean(false);
    }
    return EvalContext::boolean(true);
}

ValueView evaluateOr(EvalContext& context, const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].evaluateCondition(context)) return EvalContext::boolean(true);
    }
    return EvalContext::boolean(false);
}

ValueView evaluateNot(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(!arguments[0].evaluateCondition(context));
}

}  // namespace

constinit const ExpressionOperator kExpressionAnd{.name = "$and", .arity = Arity::any(), .evaluate = evaluateAnd};
constinit const ExpressionOperator kExpressionNot{.name = "$not", .arity = Arity::exactly(1), .evaluate = evaluateNot};
constinit const ExpressionOperator kExpressionOr{.name = "$or", .arity = Arity::any(), .evaluate = evaluateOr};

}  // namespace sheaf::query
