// $ifNull: the first of its arguments that is not null, undefined or missing; else the last one.
//
//   { $ifNull: [ <expression>, …, <replacement> ] }
//
// Errors    1257300 while parsing: fewer than two arguments.

#include "bson/raise.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateIfNull(EvalContext& context, const Arguments& arguments) {
    const std::size_t last = arguments.size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (!value.isNullish()) return value;
    }
    return arguments[last].evaluate(context);
}

constexpr ExpressionOperator kNode{.name = "$ifNull", .evaluate = evaluateIfNull};

NodePtr parseIfNull(ExpressionParser& parser, ValueView argument) {
    std::vector<NodePtr> arguments = parseList(parser, argument);
    if (arguments.size() < 2) {
        raise(location(1257300), "$ifNull needs at least two arguments, had: ", arguments.size());
    }
    return makeOperator(kNode, std::move(arguments));
}

}  // namespace

constinit const ExpressionOperator kExpressionIfNull{.name = "$ifNull", .parse = parseIfNull};

}  // namespace sheaf::query
