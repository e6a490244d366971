// $indexOfArray, $indexOfBytes, $indexOfCP: where a value stands in an array, or a string in a string.
//
//   { $indexOfArray: [ <array>, <value>, <start>, <end> ] }    { $indexOfBytes: [ <string>, <string>, <start>, <end> ] }
//
// Start and end may be left out; the end is not searched. Bytes and characters (CP) count from 0.
// Result    int32; -1 when it is not there.
// Null      null or missing in the first place: null.
// Errors    28667 while parsing: not two to four arguments. While running: 40090 no array; 40091, 40092 ($indexOfBytes), 40093,
//           40094 ($indexOfCP) no strings; 40096 start or end is not whole; 40097 it is negative.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/text.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <limits>

namespace sheaf::query {
namespace {

std::size_t placeOf(std::string_view op, std::string_view what, ValueView value) {
    const auto whole = value.isNumber() ? bson::exactInt64(value) : std::nullopt;
    if (!whole || *whole > std::numeric_limits<std::int32_t>::max() || *whole < std::numeric_limits<std::int32_t>::min()) {
        raise(location(40096), op, " requires an integral ", what, " index, found a value of type: ", value.typeName(),
              ", with value: ", value);
    }
    if (*whole < 0) raise(location(40097), op, " requires a nonnegative ", what, " index, found: ", value);
    return static_cast<std::size_t>(*whole);
}

struct Range {
    std::size_t start = 0;
    std::size_t end = std::numeric_limits<std::size_t>::max();
};

Range rangeOf(EvalContext& context, std::string_view op, const Arguments& arguments) {
    Range range;
    if (arguments.size() > 2) range.start = placeOf(op, "starting", arguments[2].evaluate(context));
    if (arguments.size() > 3) range.end = placeOf(op, "ending", arguments[3].evaluate(context));
    return range;
}

ValueView evaluateIndexOfArray(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    if (array.isNullish()) return EvalContext::null();
    if (!array.isArray()) {
        raise(location(40090), "$indexOfArray requires an array as a first argument, found: ", array.typeName());
    }
    const ValueView wanted = arguments[1].evaluate(context);
    const Range range = rangeOf(context, "$indexOfArray", arguments);
    std::size_t at = 0;
    for (const ValueView& element : array.asArray()) {
        if (at >= range.end) break;
        if (at >= range.start && bson::equal(element, wanted)) return context.make(static_cast<std::int32_t>(at));
        ++at;
    }
    return context.make(std::int32_t{-1});
}

// False: the result is null.
bool readStrings(EvalContext& context, std::string_view op, const Arguments& arguments, std::int32_t notString,
                 std::string_view& text, std::string_view& wanted) {
    const ValueView first = arguments[0].evaluate(context);
    if (first.isNullish()) return false;
    if (!first.isString()) raise(location(notString), op, " requires a string as the first argument, found: ", first.typeName());
    const ValueView second = arguments[1].evaluate(context);
    if (!second.isString()) {
        raise(location(notString + 1), op, " requires a string as the second argument, found: ", second.typeName());
    }
    text = first.asString();
    wanted = second.asString();
    return true;
}

ValueView evaluateIndexOfBytes(EvalContext& context, const Arguments& arguments) {
    std::string_view text;
    std::string_view wanted;
    if (!readStrings(context, "$indexOfBytes", arguments, 40091, text, wanted)) return EvalContext::null();
    const Range range = rangeOf(context, "$indexOfBytes", arguments);
    const std::size_t end = std::min(range.end, text.size());
    if (range.start > end) return context.make(std::int32_t{-1});
    const std::size_t at = text.substr(0, end).find(wanted, range.start);
    return context.make(at == std::string_view::npos ? std::int32_t{-1} : static_cast<std::int32_t>(at));
}

ValueView evaluateIndexOfCP(EvalContext& context, const Arguments& arguments) {
    std::string_view text;
    std::string_view wanted;
    if (!readStrings(context, "$indexOfCP", arguments, 40093, text, wanted)) return EvalContext::null();
    const Range range = rangeOf(context, "$indexOfCP", arguments);
    const std::size_t length = countCharacters(text);
    const std::size_t end = std::min(range.end, length);
    if (range.start > end) return context.make(std::int32_t{-1});
    const std::size_t from = offsetOfCharacter(text, range.start);
    const std::size_t at = text.substr(0, offsetOfCharacter(text, end)).find(wanted, from);
    if (at == std::string_view::npos) return context.make(std::int32_t{-1});
    return context.make(static_cast<std::int32_t>(countCharacters(text.substr(0, at))));
}

}  // namespace

constinit const ExpressionOperator kExpressionIndexOfArray{
    .name = "$indexOfArray", .arity = Arity::between(2, 4), .evaluate = evaluateIndexOfArray};
constinit const ExpressionOperator kExpressionIndexOfBytes{
    .name = "$indexOfBytes", .arity = Arity::between(2, 4), .evaluate = evaluateIndexOfBytes};
constinit const ExpressionOperator kExpressionIndexOfCP{
    .name = "$indexOfCP", .arity = Arity::between(2, 4), .evaluate = evaluateIndexOfCP};

}  // namespace sheaf::query
