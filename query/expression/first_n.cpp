// $firstN, $lastN, $maxN, $minN: the first, last, greatest or smallest elements of an array.
//
//   { $firstN: { n: <count>, input: <array> } }
//
// $maxN and $minN give them in order and leave out null and missing elements.
// Errors    while parsing: 5787900 no document; 5787901 another name; 5787906 no n; 5787907 no input. While running: 5787902 n is no
//           number; 5787903 not whole; 5787908 not positive; 5788200 input is no array.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kNames[] = {{"n", 5787906}, {"input", 5787907}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 5787900, .unknown = 5787901};

std::size_t countOf(ValueView n) {
    if (!n.isNumber()) {
        raise(location(5787902), "Value for 'n' must be of integral type, but found ", n.typeName());
    }
    const auto whole = bson::exactInt64(n);
    if (!whole) raise(location(5787903), "Value for 'n' must be of integral type, but found ", n);
    if (*whole <= 0) raise(location(5787908), "'n' must be greater than 0, found ", *whole);
    return static_cast<std::size_t>(*whole);
}

void readInput(EvalContext& context, const Arguments& arguments, std::size_t& count, ValueList& values) {
    count = countOf(arguments[0].evaluate(context));
    const ValueView input = arguments[1].evaluate(context);
    if (!input.isArray()) raise(location(5788200), "Input must be an array, found ", input.typeName());
    values.pushAll(input.asArray());
}

ValueView evaluateFirstN(EvalContext& context, const Arguments& arguments) {
    ValueList values(context.arena());
    std::size_t count = 0;
    readInput(context, arguments, count, values);
    values.truncate(std::min(count, values.size()));
    return values.toArray();
}

ValueView evaluateLastN(EvalContext& context, const Arguments& arguments) {
    ValueList values(context.arena());
    std::size_t count = 0;
    readInput(context, arguments, count, values);
    if (count < values.size()) {
        const std::size_t left = values.size() - count;
        std::copy(values.begin() + left, values.end(), values.begin());
        values.truncate(count);
    }
    return values.toArray();
}

ValueView ordered(EvalContext& context, const Arguments& arguments, int sign) {
    ValueList values(context.arena());
    std::size_t count = 0;
    readInput(context, arguments, count, values);
    const ValueView* const end =
        std::remove_if(values.begin(), values.end(), [](const ValueView& value) { return value.isNullish(); });
    values.truncate(static_cast<std::size_t>(end - values.begin()));
    std::stable_sort(values.begin(), values.end(),
                     [sign](const ValueView& a, const ValueView& b) { return sign * bson::compare(a, b) < 0; });
    values.truncate(std::min(count, values.size()));
    return values.toArray();
}

ValueView evaluateMaxN(EvalContext& context, const Arguments& arguments) { return ordered(context, arguments, -1); }
ValueView evaluateMinN(EvalContext& context, const Arguments& arguments) { return ordered(context, arguments, 1); }

}  // namespace

constinit const ExpressionOperator kExpressionFirstN{.name = "$firstN", .named = kNamed, .evaluate = evaluateFirstN};
constinit const ExpressionOperator kExpressionLastN{.name = "$lastN", .named = kNamed, .evaluate = evaluateLastN};
constinit const ExpressionOperator kExpressionMaxN{.name = "$maxN", .named = kNamed, .evaluate = evaluateMaxN};
constinit const ExpressionOperator kExpressionMinN{.name = "$minN", .named = kNamed, .evaluate = evaluateMinN};

}  // namespace sheaf::query
