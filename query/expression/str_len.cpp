// $strLenBytes and $strLenCP: the length of a string, in bytes or in characters.
//
//   { $strLenBytes: <string> }    { $strLenCP: <string> }
//
// Result    int32.
// Null      not passed through: null and missing are errors, like all that is no string.
// Errors    16020 while parsing: not one argument. While running: 34473 ($strLenBytes), 34471 ($strLenCP) not a string.

#include "bson/raise.h"
#include "query/expression/text.h"

namespace sheaf::query {
namespace {

ValueView evaluateStrLenBytes(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (!value.isString()) {
        raise(location(34473), "$strLenBytes requires a string argument, found: ", value.typeName());
    }
    return context.make(static_cast<std::int32_t>(value.asString().size()));
}

ValueView evaluateStrLenCP(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (!value.isString()) raise(location(34471), "$strLenCP requires a string argument, found: ", value.typeName());
    return context.make(static_cast<std::int32_t>(countCharacters(value.asString())));
}

}  // namespace

constinit const ExpressionOperator kExpressionStrLenBytes{
    .name = "$strLenBytes", .arity = Arity::exactly(1), .evaluate = evaluateStrLenBytes};
constinit const ExpressionOperator kExpressionStrLenCP{
    .name = "$strLenCP", .arity = Arity::exactly(1), .evaluate = evaluateStrLenCP};

}  // namespace sheaf::query
