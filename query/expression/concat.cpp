// $concat: strings one after the other.
//
//   { $concat: [ <string>, … ] }
//
// Null      null or missing among the arguments: null.
// Errors    16702 while running: not a string.

#include "bson/raise.h"
#include "query/expression/text.h"

namespace sheaf::query {
namespace {

ValueView evaluateConcat(EvalContext& context, const Arguments& arguments) {
    TextMaker text(context);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (value.isNullish()) return EvalContext::null();
        if (!value.isString()) raise(location(16702), "$concat only supports strings, not ", value.typeName());
        text.append(value.asString());
    }
    return text.toString();
}

}  // namespace

constinit const ExpressionOperator kExpressionConcat{
    .name = "$concat", .arity = Arity::any(), .evaluate = evaluateConcat};

}  // namespace sheaf::query
