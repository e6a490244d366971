// $cmp, $eq, $ne, $gt, $gte, $lt, $lte: two values by the order of all BSON values.
//
//   { $eq: [ <expression>, <expression> ] }
//
// Types     values of different types compare too; missing is below null. There is no type bracketing as in filters, and
//           arrays are compared as a whole.
// Result    a boolean; of $cmp -1, 0 or 1 as int32.
// Errors    16020 while parsing: not two arguments.

#include "query/expression/operators.h"

#include <sheaf/bson/compare.h>

namespace sheaf::query {
namespace {

int compareArguments(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    return bson::compare(left, arguments[1].evaluate(context));
}

ValueView evaluateCmp(EvalContext& context, const Arguments& arguments) {
    const int order = compareArguments(context, arguments);
    return context.make(std::int32_t{order < 0 ? -1 : order > 0 ? 1 : 0});
}
ValueView evaluateEq(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) == 0);
}
ValueView evaluateNe(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) != 0);
}
ValueView evaluateGt(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) > 0);
}
ValueView evaluateGte(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) >= 0);
}
ValueView evaluateLt(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) < 0);
}
ValueView evaluateLte(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(compareArguments(context, arguments) <= 0);
}

}  // namespace

constinit const ExpressionOperator kExpressionCmp{.name = "$cmp", .arity = Arity::exactly(2), .evaluate = evaluateCmp};
constinit const ExpressionOperator kExpressionEq{.name = "$eq", .arity = Arity::exactly(2), .evaluate = evaluateEq};
constinit const ExpressionOperator kExpressionNe{.name = "$ne", .arity = Arity::exactly(2), .evaluate = evaluateNe};
constinit const ExpressionOperator kExpressionGt{.name = "$gt", .arity = Arity::exactly(2), .evaluate = evaluateGt};
constinit const ExpressionOperator kExpressionGte{.name = "$gte", .arity = Arity::exactly(2), .evaluate = evaluateGte};
constinit const ExpressionOperator kExpressionLt{.name = "$lt", .arity = Arity::exactly(2), .evaluate = evaluateLt};
constinit const ExpressionOperator kExpressionLte{.name = "$lte", .arity = Arity::exactly(2), .evaluate = evaluateLte};

}  // namespace sheaf::query
