// $range: an array of numbers in steps.
//
//   { $range: [ <start>, <end>, <step> ] }
//
// The end is not in it. The step may be left out (1) or negative.
// Result    int32s.
// Errors    28667 while parsing: neither two nor three arguments. While running: 34443, 34445, 34447 start, end or step is no
//           number; 34444, 34446, 34448 it is not a whole int32; 34449 a step of 0; 146 more than kMaxElements.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <limits>

namespace sheaf::query {
namespace {

constexpr std::int64_t kMaxElements = 6'000'000;  // about 100 MB as MongoDB counts them

// The error's number for another type; the next one is for what is not a whole int32.
std::int64_t integerOf(std::string_view what, ValueView value, std::int32_t notNumber) {
    if (!value.isNumber()) {
        raise(location(notNumber), "$range requires a numeric ", what, " value, found value of type: ", value.typeName());
    }
    const auto whole = bson::exactInt64(value);
    if (!whole || *whole < std::numeric_limits<std::int32_t>::min() || *whole > std::numeric_limits<std::int32_t>::max()) {
        raise(location(notNumber + 1), "$range requires a ", what,
              " value that can be represented as a 32-bit integer, found value: ", value);
    }
    return *whole;
}

ValueView evaluateRange(EvalContext& context, const Arguments& arguments) {
    const std::int64_t start = integerOf("starting", arguments[0].evaluate(context), 34443);
    const std::int64_t end = integerOf("ending", arguments[1].evaluate(context), 34445);
    std::int64_t step = 1;
    if (arguments.size() > 2) {
        step = integerOf("step", arguments[2].evaluate(context), 34447);
        if (step == 0) raise(location(34449), "$range requires a non-zero step value");
    }
    if ((end - start) / step > kMaxElements) {
        raise(ErrorCode::ExceededMemoryLimit, "$range would make an array of more than ", kMaxElements, " elements");
    }
    ValueList values(context.arena());
    for (std::int64_t value = start; step > 0 ? value < end : value > end; value += step) {
        values.push(context.make(static_cast<std::int32_t>(value)));
    }
    return values.toArray();
}

}  // namespace

constinit const ExpressionOperator kExpressionRange{
    .name = "$range", .arity = Arity::between(2, 3), .evaluate = evaluateRange};

}  // namespace sheaf::query
