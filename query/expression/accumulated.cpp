// $sum, $avg, $min, $max, $stdDevPop, $stdDevSamp over their arguments.
//
//   { $sum: [ <expression>, … ] }    { $sum: <expression> }
//
// One argument that is an array counts by its elements; among several an array is no number. What is no number is passed
// over by the sums, null and missing by $min and $max.
// Result    $sum the widest type (0 of nothing); $avg and the deviations double, or decimal; null of nothing.

#include "bson/decimal.h"
#include "bson/number.h"
#include "query/expression/makers.h"
#include "query/expression/numeric.h"

#include <sheaf/bson/compare.h>

#include <cmath>

namespace sheaf::query {
namespace {

using bson::Type;

// Calls use(value) for each argument.
template <typename Use>
void forEachInput(EvalContext& context, const Arguments& arguments, Use use) {
    if (arguments.size() != 1) {
        for (std::size_t i = 0; i < arguments.size(); ++i) use(arguments[i].evaluate(context));
        return;
    }
    const ValueView value = arguments[0].evaluate(context);
    if (!value.isArray()) {
        use(value);
        return;
    }
    for (const ValueView& element : value.asArray()) use(element);
}

struct Sum {
    CompensatedSum plain;
    bson::Decimal128 decimals = bson::Decimal128::fromInt64(0);
    Type type = Type::Int32;
    std::int64_t count = 0;

    void add(ValueView value) {
        if (!value.isNumber()) return;
        ++count;
        type = widestNumber(type, value.type());
        if (value.type() == Type::Decimal128) decimals = bson::decimal::add(decimals, value.asDecimal128());
        else if (value.type() == Type::Double) plain.add(value.asDouble());
        else plain.add(integerOf(value));
    }
    bson::Decimal128 asDecimal() const { return bson::decimal::add(decimals, plain.toDecimal()); }
};

ValueView evaluateSum(EvalContext& context, const Arguments& arguments) {
    Sum sum;
    forEachInput(context, arguments, [&sum](ValueView value) { sum.add(value); });
    if (sum.type == Type::Decimal128) return context.make(sum.asDecimal());
    if (sum.type == Type::Double || !sum.plain.fitsInt64()) return context.make(sum.plain.toDouble());
    return sum.type == Type::Int64 ? context.make(sum.plain.toInt64()) : context.makeInteger(sum.plain.toInt64());
}

ValueView evaluateAvg(EvalContext& context, const Arguments& arguments) {
    Sum sum;
    forEachInput(context, arguments, [&sum](ValueView value) { sum.add(value); });
    if (sum.count == 0) return EvalContext::null();
    if (sum.type == Type::Decimal128) {
        return context.make(bson::decimal::divide(sum.asDecimal(), bson::Decimal128::fromInt64(sum.count)));
    }
    return context.make(sum.plain.toDouble() / static_cast<double>(sum.count));
}

ValueView extreme(EvalContext& context, const Arguments& arguments, int sign) {
    ValueView best;
    forEachInput(context, arguments, [&best, sign](ValueView value) {
        if (value.isNullish()) return;
        if (best.isMissing() || sign * bson::compare(value, best) > 0) best = value;
    });
    return best.isMissing() ? EvalContext::null() : best;
}

ValueView evaluateMax(EvalContext& context, const Arguments& arguments) { return extreme(context, arguments, 1); }
ValueView evaluateMin(EvalContext& context, const Arguments& arguments) { return extreme(context, arguments, -1); }

// Welford's way, so that large numbers that lie close together lose no digits.
ValueView deviation(EvalContext& context, const Arguments& arguments, std::int64_t lessThanCount) {
    std::int64_t count = 0;
    double mean = 0;
    double squares = 0;
    forEachInput(context, arguments, [&](ValueView value) {
        if (!value.isNumber()) return;
        const double number = bson::toDouble(value);
        ++count;
        const double delta = number - mean;
        mean += delta / static_cast<double>(count);
        squares += delta * (number - mean);
    });
    if (count <= lessThanCount) return EvalContext::null();
    return context.make(std::sqrt(squares / static_cast<double>(count - lessThanCount)));
}

ValueView evaluateStdDevPop(EvalContext& context, const Arguments& arguments) { return deviation(context, arguments, 0); }
ValueView evaluateStdDevSamp(EvalContext& context, const Arguments& arguments) { return deviation(context, arguments, 1); }

}  // namespace

constinit const ExpressionOperator kExpressionAvg{.name = "$avg", .arity = Arity::any(), .evaluate = evaluateAvg};
constinit const ExpressionOperator kExpressionMax{.name = "$max", .arity = Arity::any(), .evaluate = evaluateMax};
constinit const ExpressionOperator kExpressionMin{.name = "$min", .arity = Arity::any(), .evaluate = evaluateMin};
constinit const ExpressionOperator kExpressionStdDevPop{
    .name = "$stdDevPop", .arity = Arity::any(), .evaluate = evaluateStdDevPop};
constinit const ExpressionOperator kExpressionStdDevSamp{
    .name = "$stdDevSamp", .arity = Arity::any(), .evaluate = evaluateStdDevSamp};
constinit const ExpressionOperator kExpressionSum{.name = "$sum", .arity = Arity::any(), .evaluate = evaluateSum};

}  // namespace sheaf::query
