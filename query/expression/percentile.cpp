// $median and $percentile: the numbers below which given shares of the input lie.
//
//   { $percentile: { input: <array or number>, p: [ <0 to 1>, … ], method: "approximate" } }
//   { $median: { input: <array or number>, method: "approximate" } }
//
// What is no number is passed over. The result is one of the numbers (that at the rank ceil(p * count)), as a double: for
// as few numbers as fit into an array the approximation is exact.
// Result    $percentile an array with a value for each p, $median the value; null for no numbers.
// Errors    while parsing: 7429703, 7436201 no document; 40415 another name; 40414 one is left out; 2 another method;
//           7750300 p is no array, 7750301 empty, 7750302 not numbers, 7750303 outside 0 to 1.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <algorithm>
#include <cmath>

namespace sheaf::query {
namespace {

// Children: the input, and the shares of $percentile.
void readNumbers(EvalContext& context, const Arguments& arguments, ValueList& numbers) {
    const ValueView input = arguments[0].evaluate(context);
    if (input.isArray()) {
        for (const ValueView& element : input.asArray()) {
            if (element.isNumber()) numbers.push(element);
        }
    } else if (input.isNumber()) {
        numbers.push(input);
    }
    std::sort(numbers.begin(), numbers.end(),
              [](const ValueView& a, const ValueView& b) { return bson::toDouble(a) < bson::toDouble(b); });
}

ValueView numberAt(EvalContext& context, const ValueList& numbers, double share) {
    if (numbers.isEmpty()) return EvalContext::null();
    const double rank = std::ceil(share * static_cast<double>(numbers.size()));
    const std::size_t at = rank < 1 ? 0 : std::min(numbers.size(), static_cast<std::size_t>(rank)) - 1;
    return context.make(bson::toDouble(numbers[at]));
}

ValueView evaluateMedian(EvalContext& context, const Arguments& arguments) {
    ValueList numbers(context.arena());
    readNumbers(context, arguments, numbers);
    return numberAt(context, numbers, 0.5);
}

void requireShares(ValueView shares) {
    if (!shares.isArray()) raise(location(7750300), "The $percentile 'p' field must be an array of numbers, found ", shares);
    if (shares.asArray().isEmpty()) raise(location(7750301), "The $percentile 'p' field must not be an empty array");
    for (const ValueView& share : shares.asArray()) {
        if (!share.isNumber()) raise(location(7750302), "The $percentile 'p' field must hold numbers, found ", share);
        const double number = bson::toDouble(share);
        if (!(number >= 0 && number <= 1)) {
            raise(location(7750303), "The $percentile 'p' field must hold numbers from 0 to 1, found ", share);
        }
    }
}

ValueView evaluatePercentile(EvalContext& context, const Arguments& arguments) {
    ValueList numbers(context.arena());
    readNumbers(context, arguments, numbers);
    const ValueView shares = arguments[1].evaluate(context);
    ValueList results(context.arena());
    for (const ValueView& share : shares.asArray()) results.push(numberAt(context, numbers, bson::toDouble(share)));
    return results.toArray();
}

constexpr ExpressionOperator kMedianNode{.name = "$median", .evaluate = evaluateMedian};
constexpr ExpressionOperator kPercentileNode{.name = "$percentile", .evaluate = evaluatePercentile};

NodePtr parse(ExpressionParser& parser, const ExpressionOperator& op, bool hasShares, ValueView argument) {
    if (!argument.isDocument()) {
        raise(location(hasShares ? 7429703 : 7436201), "specification must be an object; found ", op.name, ": ", argument);
    }
    ValueView input;
    ValueView shares;
    ValueView method;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.name == "input") input = element.value;
        else if (element.name == "method") method = element.value;
        else if (element.name == "p" && hasShares) shares = element.value;
        else raise(location(40415), "BSON field '", op.name, ".", element.name, "' is an unknown field.");
    }
    const char* const missing = input.isMissing() ? "input" : hasShares && shares.isMissing() ? "p"
                                                          : method.isMissing()               ? "method"
                                                                                             : nullptr;
    if (missing != nullptr) {
        raise(location(40414), "BSON field '", op.name, ".", missing, "' is missing but a required field");
    }
    if (!method.isString() || method.asString() != "approximate") {
        raise(ErrorCode::BadValue, "Currently only 'approximate' can be used as percentile 'method', found ", method);
    }
    std::vector<NodePtr> nodes;
    nodes.push_back(parser.parse(input));
    if (hasShares) {
        const Expression constant = Expression::parse(shares, parser.operation());
        const bson::Value* value = constant.constantValue();
        if (value == nullptr) raise(location(7750300), "The $percentile 'p' field must be constant, found ", shares);
        requireShares(value->view());
        nodes.push_back(makeConstant(value->view()));
    }
    return makeOperator(op, std::move(nodes));
}

NodePtr parseMedian(ExpressionParser& parser, ValueView argument) { return parse(parser, kMedianNode, false, argument); }
NodePtr parsePercentile(ExpressionParser& parser, ValueView argument) {
    return parse(parser, kPercentileNode, true, argument);
}

}  // namespace

constinit const ExpressionOperator kExpressionMedian{.name = "$median", .parse = parseMedian};
constinit const ExpressionOperator kExpressionPercentile{.name = "$percentile", .parse = parsePercentile};

}  // namespace sheaf::query
