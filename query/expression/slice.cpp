// $slice: a part of an array.
//
//   { $slice: [ <array>, <count> ] }              the first, or for a negative count the last
//   { $slice: [ <array>, <position>, <count> ] }  a negative position counts from the end
//
// Null      null or missing: null.
// Errors    28667 while parsing: neither two nor three arguments. While running: 28724 no array; 28725, 28727 no number; 28726,
//           28728 not a whole int32; 28729 a third argument that is not positive.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <algorithm>
#include <limits>

namespace sheaf::query {
namespace {

std::int64_t integerOf(std::string_view which, ValueView value, std::int32_t notNumber) {
    if (!value.isNumber()) {
        raise(location(notNumber), which, " argument to $slice must be numeric, but is of type: ", value.typeName());
    }
    const auto whole = bson::exactInt64(value);
    if (!whole || *whole < std::numeric_limits<std::int32_t>::min() || *whole > std::numeric_limits<std::int32_t>::max()) {
        raise(location(notNumber + 1), which, " argument to $slice can't be represented as a 32-bit integer: ", value);
    }
    return *whole;
}

ValueView evaluateSlice(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    const ValueView second = arguments[1].evaluate(context);
    if (array.isNullish() || second.isNullish()) return EvalContext::null();
    if (!array.isArray()) {
        raise(location(28724), "First argument to $slice must be an array, but is of type: ", array.typeName());
    }
    const std::int64_t number = integerOf("Second", second, 28725);
    const auto size = static_cast<std::int64_t>(array.asArray().countElements());
    std::int64_t start = 0;
    std::int64_t end = size;
    if (arguments.size() == 2) {
        if (number >= 0) end = std::min(size, number);
        else start = std::max<std::int64_t>(0, size + number);
    } else {
        const ValueView third = arguments[2].evaluate(context);
        if (third.isNullish()) return EvalContext::null();
        const std::int64_t count = integerOf("Third", third, 28727);
        if (count <= 0) raise(location(28729), "Third argument to $slice must be positive: ", count);
        start = number >= 0 ? std::min(size, number) : std::max<std::int64_t>(0, size + number);
        end = std::min(size, start + count);
    }
    ValueList values(context.arena());
    std::int64_t at = 0;
    for (const ValueView& element : array.asArray()) {
        if (at >= end) break;
        if (at >= start) values.push(element);
        ++at;
    }
    return values.toArray();
}

}  // namespace

constinit const ExpressionOperator kExpressionSlice{
    .name = "$slice", .arity = Arity::between(2, 3), .evaluate = evaluateSlice};

}  // namespace sheaf::query
