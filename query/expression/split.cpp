// $split: the parts of a string between separators.
//
//   { $split: [ <string>, <separator> ] }
//
// Null      null or missing: null.
// Errors    16020 while parsing: not two arguments. While running: 40085, 40086 no strings; 40087 an empty separator.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/text.h"

namespace sheaf::query {
namespace {

ValueView evaluateSplit(EvalContext& context, const Arguments& arguments) {
    const ValueView first = arguments[0].evaluate(context);
    const ValueView second = arguments[1].evaluate(context);
    if (first.isNullish() || second.isNullish()) return EvalContext::null();
    if (!first.isString()) {
        raise(location(40085), "$split requires an expression that evaluates to a string as a first argument, found: ",
              first.typeName());
    }
    if (!second.isString()) {
        raise(location(40086), "$split requires an expression that evaluates to a string as a second argument, found: ",
              second.typeName());
    }
    const std::string_view text = first.asString();
    const std::string_view separator = second.asString();
    if (separator.empty()) raise(location(40087), "$split requires a non-empty separator");
    ValueList parts(context.arena());
    std::size_t from = 0;
    for (;;) {
        const std::size_t at = text.find(separator, from);
        parts.push(context.make(text.substr(from, at - from)));
        if (at == std::string_view::npos) return parts.toArray();
        from = at + separator.size();
    }
}

}  // namespace

constinit const ExpressionOperator kExpressionSplit{
    .name = "$split", .arity = Arity::exactly(2), .evaluate = evaluateSplit};

}  // namespace sheaf::query
