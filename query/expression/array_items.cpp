// $arrayElemAt, $first, $last, $size, $isArray, $in, $reverseArray, $concatArrays: looking into arrays, and joining them.
//
//   { $arrayElemAt: [ <array>, <index> ] }    { $first: <array> }    { $size: <array> }    { $in: [ <value>, <array> ] }
//
// A negative index counts from the end; an index beyond the array gives nothing (missing).
// Null      $arrayElemAt, $first, $last, $reverseArray, $concatArrays: null or missing gives null. $size and $in: errors.
// Errors    16020 while parsing: a wrong number of arguments. While running: $arrayElemAt 28689 no array, 28690 the index is no
//           number, 28691 it is not a whole int32; $first, $last 28689; $size 17124; $in 40081; $reverseArray 34435;
//           $concatArrays 28664.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <limits>

namespace sheaf::query {
namespace {

ValueView elementAt(bson::ArrayView array, std::int64_t index) {
    if (index < 0) index += static_cast<std::int64_t>(array.countElements());
    return index < 0 ? ValueView() : array[static_cast<std::size_t>(index)];
}

ValueView requireArray(std::string_view op, ValueView value) {
    if (!value.isArray()) raise(location(28689), op, "'s argument must be an array, but is ", value.typeName());
    return value;
}

ValueView evaluateArrayElemAt(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    const ValueView index = arguments[1].evaluate(context);
    if (array.isNullish() || index.isNullish()) return EvalContext::null();
    if (!array.isArray()) {
        raise(location(28689), "$arrayElemAt's first argument must be an array, but is ", array.typeName());
    }
    if (!index.isNumber()) {
        raise(location(28690), "$arrayElemAt's second argument must be a numeric value, but is ", index.typeName());
    }
    const auto whole = bson::exactInt64(index);
    if (!whole || *whole < std::numeric_limits<std::int32_t>::min() || *whole > std::numeric_limits<std::int32_t>::max()) {
        raise(location(28691), "$arrayElemAt's second argument must be representable as a 32-bit integer: ", index);
    }
    return elementAt(array.asArray(), *whole);
}

ValueView evaluateFirst(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    return array.isNullish() ? EvalContext::null() : requireArray("$first", array).asArray()[0];
}

ValueView evaluateLast(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    return array.isNullish() ? EvalContext::null() : elementAt(requireArray("$last", array).asArray(), -1);
}

ValueView evaluateSize(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    if (!array.isArray()) {
        raise(location(17124), "The argument to $size must be an array, but was of type: ", array.typeName());
    }
    return context.makeInteger(static_cast<std::int64_t>(array.asArray().countElements()));
}

ValueView evaluateIsArray(EvalContext& context, const Arguments& arguments) {
    return EvalContext::boolean(arguments[0].evaluate(context).isArray());
}

ValueView evaluateIn(EvalContext& context, const Arguments& arguments) {
    const ValueView wanted = arguments[0].evaluate(context);
    const ValueView array = arguments[1].evaluate(context);
    if (!array.isArray()) raise(location(40081), "$in requires an array as a second argument, found: ", array.typeName());
    for (const ValueView& element : array.asArray()) {
        if (bson::equal(element, wanted)) return EvalContext::boolean(true);
    }
    return EvalContext::boolean(false);
}

ValueView evaluateReverseArray(EvalContext& context, const Arguments& arguments) {
    const ValueView array = arguments[0].evaluate(context);
    if (array.isNullish()) return EvalContext::null();
    if (!array.isArray()) {
        raise(location(34435), "The argument to $reverseArray must be an array, but was of type: ", array.typeName());
    }
    ValueList values(context.arena());
    values.pushAll(array.asArray());
    std::reverse(values.begin(), values.end());
    return values.toArray();
}

ValueView evaluateConcatArrays(EvalContext& context, const Arguments& arguments) {
    ValueList values(context.arena());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView array = arguments[i].evaluate(context);
        if (array.isNullish()) return EvalContext::null();
        if (!array.isArray()) raise(location(28664), "$concatArrays only supports arrays, not ", array.typeName());
        values.pushAll(array.asArray());
    }
    return values.toArray();
}

}  // namespace

constinit const ExpressionOperator kExpressionArrayElemAt{
    .name = "$arrayElemAt", .arity = Arity::exactly(2), .evaluate = evaluateArrayElemAt};
constinit const ExpressionOperator kExpressionConcatArrays{
    .name = "$concatArrays", .arity = Arity::any(), .evaluate = evaluateConcatArrays};
constinit const ExpressionOperator kExpressionFirst{
    .name = "$first", .arity = Arity::exactly(1), .evaluate = evaluateFirst};
constinit const ExpressionOperator kExpressionIn{.name = "$in", .arity = Arity::exactly(2), .evaluate = evaluateIn};
constinit const ExpressionOperator kExpressionIsArray{
    .name = "$isArray", .arity = Arity::exactly(1), .evaluate = evaluateIsArray};
constinit const ExpressionOperator kExpressionLast{.name = "$last", .arity = Arity::exactly(1), .evaluate = evaluateLast};
constinit const ExpressionOperator kExpressionReverseArray{
    .name = "$reverseArray", .arity = Arity::exactly(1), .evaluate = evaluateReverseArray};
constinit const ExpressionOperator kExpressionSize{.name = "$size", .arity = Arity::exactly(1), .evaluate = evaluateSize};

}  // namespace sheaf::query
