// $setUnion, $setIntersection, $setDifference, $setEquals, $setIsSubset: arrays as sets of values.
//
//   { $setUnion: [ <array>, … ] }    { $setDifference: [ <array>, <array> ] }
//
// Equal values of any number type are one, the first met. Unions and intersections come in BSON's order, differences in
// that of the first array.
// Null      $setUnion, $setIntersection, $setDifference: null or missing gives null. $setEquals, $setIsSubset: errors.
// Errors    while parsing: 16020 a wrong number of arguments; 17045 $setEquals with fewer than two. While running, no array: 17043
//           union, 17047 intersection, 17048 and 17049 difference, 17044 equals, 17046 and 17042 subset.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

bool isLess(const ValueView& a, const ValueView& b) { return bson::compare(a, b) < 0; }

// Sorted, equal values once.
void makeSet(ValueList& values) {
    std::stable_sort(values.begin(), values.end(), isLess);
    const ValueView* const end = std::unique(values.begin(), values.end(), [](const ValueView& a, const ValueView& b) {
        return bson::equal(a, b);
    });
    values.truncate(static_cast<std::size_t>(end - values.begin()));
}

bool contains(const ValueList& set, ValueView value) { return std::binary_search(set.begin(), set.end(), value, isLess); }

void requireArray(std::string_view op, ValueView value, std::int32_t number) {
    if (!value.isArray()) {
        raise(location(number), "All operands of ", op, " must be arrays. One argument is of type: ", value.typeName());
    }
}

void readSet(EvalContext& context, const ExpressionNode& argument, std::string_view op, std::int32_t number,
             ValueList& set) {
    const ValueView array = argument.evaluate(context);
    requireArray(op, array, number);
    set.pushAll(array.asArray());
    makeSet(set);
}

ValueView evaluateSetUnion(EvalContext& context, const Arguments& arguments) {
    ValueList values(context.arena());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView array = arguments[i].evaluate(context);
        if (array.isNullish()) return EvalContext::null();
        requireArray("$setUnion", array, 17043);
        values.pushAll(array.asArray());
    }
    makeSet(values);
    return values.toArray();
}

ValueView evaluateSetIntersection(EvalContext& context, const Arguments& arguments) {
    ValueList common(context.arena());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView array = arguments[i].evaluate(context);
        if (array.isNullish()) return EvalContext::null();
        requireArray("$setIntersection", array, 17047);
        ValueList set(context.arena());
        set.pushAll(array.asArray());
        makeSet(set);
        if (i == 0) {
            for (const ValueView& value : set) common.push(value);
            continue;
        }
        const ValueView* const end = std::remove_if(common.begin(), common.end(),
                                                    [&set](const ValueView& value) { return !contains(set, value); });
        common.truncate(static_cast<std::size_t>(end - common.begin()));
        if (common.isEmpty()) break;
    }
    return common.toArray();
}

ValueView evaluateSetDifference(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    const ValueView right = arguments[1].evaluate(context);
    if (left.isNullish() || right.isNullish()) return EvalContext::null();
    requireArray("$setDifference", left, 17048);
    requireArray("$setDifference", right, 17049);
    ValueList without(context.arena());
    without.pushAll(right.asArray());
    makeSet(without);
    ValueList all(context.arena());  // of the left, as a set: which were taken already
    all.pushAll(left.asArray());
    makeSet(all);
    ValueList values(context.arena());
    for (const ValueView& value : left.asArray()) {
        const ValueView* const place = std::lower_bound(all.begin(), all.end(), value, isLess);
        if (place->data() == value.data() && place->type() == value.type() && !contains(without, value)) values.push(value);
    }
    return values.toArray();
}

ValueView evaluateSetEquals(EvalContext& context, const Arguments& arguments) {
    ValueList first(context.arena());
    readSet(context, arguments[0], "$setEquals", 17044, first);
    bool isEqual = true;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        ValueList other(context.arena());
        readSet(context, arguments[i], "$setEquals", 17044, other);
        isEqual = isEqual && std::equal(first.begin(), first.end(), other.begin(), other.end(),
                                        [](const ValueView& a, const ValueView& b) { return bson::equal(a, b); });
    }
    return EvalContext::boolean(isEqual);
}

ValueView evaluateSetIsSubset(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    const ValueView right = arguments[1].evaluate(context);
    requireArray("$setIsSubset", left, 17046);
    requireArray("$setIsSubset", right, 17042);
    ValueList set(context.arena());
    set.pushAll(right.asArray());
    makeSet(set);
    for (const ValueView& value : left.asArray()) {
        if (!contains(set, value)) return EvalContext::boolean(false);
    }
    return EvalContext::boolean(true);
}

constexpr ExpressionOperator kEqualsNode{.name = "$setEquals", .evaluate = evaluateSetEquals};

NodePtr parseSetEquals(ExpressionParser& parser, ValueView argument) {
    std::vector<NodePtr> arguments = parseList(parser, argument);
    if (arguments.size() < 2) {
        raise(location(17045), "$setEquals needs at least two arguments had: ", arguments.size());
    }
    return makeOperator(kEqualsNode, std::move(arguments));
}

}  // namespace

constinit const ExpressionOperator kExpressionSetDifference{
    .name = "$setDifference", .arity = Arity::exactly(2), .evaluate = evaluateSetDifference};
constinit const ExpressionOperator kExpressionSetEquals{.name = "$setEquals", .parse = parseSetEquals};
constinit const ExpressionOperator kExpressionSetIntersection{
    .name = "$setIntersection", .arity = Arity::any(), .evaluate = evaluateSetIntersection};
constinit const ExpressionOperator kExpressionSetIsSubset{
    .name = "$setIsSubset", .arity = Arity::exactly(2), .evaluate = evaluateSetIsSubset};
constinit const ExpressionOperator kExpressionSetUnion{
    .name = "$setUnion", .arity = Arity::any(), .evaluate = evaluateSetUnion};

}  // namespace sheaf::query
