// $rand: a random double, at least 0 and below 1.
//
//   { $rand: {} }
//
// Errors    while parsing: 10065 neither an empty document nor an empty array; 3040501 arguments in it.

#include "bson/raise.h"
#include "query/expression/operators.h"

#include <random>

namespace sheaf::query {
namespace {

ValueView evaluateRand(EvalContext& context, const Arguments&) {
    thread_local std::mt19937_64 generator{std::random_device{}()};
    return context.make(static_cast<double>(generator() >> 11) * 0x1.0p-53);
}

constexpr ExpressionOperator kNode{.name = "$rand", .evaluate = evaluateRand, .isPure = false};

NodePtr parseRand(ExpressionParser&, ValueView argument) {
    if (!argument.isDocument() && !argument.isArray()) {
        raise(location(10065), "invalid parameter: expected an object ($rand), found ", argument);
    }
    if (!argument.asDocument().isEmpty()) raise(location(3040501), "$rand does not currently accept arguments");
    return makeOperator(kNode, {});
}

}  // namespace

constinit const ExpressionOperator kExpressionRand{.name = "$rand", .parse = parseRand};

}  // namespace sheaf::query
