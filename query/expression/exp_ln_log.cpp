// $exp, $ln, $log, $log10 and $sqrt: exponential, logarithms and square root.
//
//   { $exp: <number> }  { $ln: <number> }  { $log: [ <number>, <base> ] }  { $log10: <number> }  { $sqrt: <number> }
//
// Result    Decimal128 for a decimal, else double.
// Null      null or missing: null.
// Errors    16020 while parsing: a wrong number of arguments. While running: 28765 not a number ($log: 28756 the number,
//           28757 the base); not positive: 28766 $ln, 28758 $log, 28761 $log10; 28759 a base of $log that is not positive
//           or 1; 28714 $sqrt of a negative number.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>
#include <limits>

namespace sheaf::query {
namespace {

using bson::decimal::Function;

// A decimal that is no number gives the double that is none, as in MongoDB.
ValueView notANumber(EvalContext& context) { return context.make(std::numeric_limits<double>::quiet_NaN()); }

bool isPositive(ValueView number) { return bson::isNaN(number) || bson::toDouble(number) > 0; }

ValueView apply(EvalContext& context, ValueView number, Function function, double (*onDouble)(double)) {
    if (number.type() == bson::Type::Decimal128) {
        return context.make(bson::decimal::apply(function, number.asDecimal128()));
    }
    return context.make(onDouble(bson::toDouble(number)));
}

ValueView evaluateExp(EvalContext& context, const Arguments& arguments) {
    const ValueView number = arguments[0].evaluate(context);
    if (!isNumberArgument("$exp", number)) return EvalContext::null();
    return apply(context, number, Function::Exp, std::exp);
}

ValueView evaluateLn(EvalContext& context, const Arguments& arguments) {
    const ValueView number = arguments[0].evaluate(context);
    if (!isNumberArgument("$ln", number)) return EvalContext::null();
    if (!isPositive(number)) raise(location(28766), "$ln's argument must be a positive number, but is ", number);
    return bson::isNaN(number) ? notANumber(context) : apply(context, number, Function::Ln, std::log);
}

ValueView evaluateLog10(EvalContext& context, const Arguments& arguments) {
    const ValueView number = arguments[0].evaluate(context);
    if (!isNumberArgument("$log10", number)) return EvalContext::null();
    if (!isPositive(number)) raise(location(28761), "$log10's argument must be a positive number, but is ", number);
    return bson::isNaN(number) ? notANumber(context) : apply(context, number, Function::Log10, std::log10);
}

ValueView evaluateLog(EvalContext& context, const Arguments& arguments) {
    const ValueView number = arguments[0].evaluate(context);
    const ValueView base = arguments[1].evaluate(context);
    if (number.isNullish() || base.isNullish()) return EvalContext::null();
    if (!number.isNumber()) raise(location(28756), "$log's argument must be numeric, not ", number.typeName());
    if (!base.isNumber()) raise(location(28757), "$log's base must be numeric, not ", base.typeName());
    if (!isPositive(number)) raise(location(28758), "$log's argument must be a positive number, but is ", number);
    if (!isPositive(base) || bson::toDouble(base) == 1) {
        raise(location(28759), "$log's base must be a positive number not equal to 1, but is ", base);
    }
    if (bson::isNaN(number) || bson::isNaN(base)) return notANumber(context);
    if (widestNumber(number.type(), base.type()) == bson::Type::Decimal128) {
        return context.make(bson::decimal::divide(bson::decimal::apply(Function::Ln, bson::toDecimal128(number)),
                                                  bson::decimal::apply(Function::Ln, bson::toDecimal128(base))));
    }
    return context.make(std::log(bson::toDouble(number)) / std::log(bson::toDouble(base)));
}

ValueView evaluateSqrt(EvalContext& context, const Arguments& arguments) {
    const ValueView number = arguments[0].evaluate(context);
    if (!isNumberArgument("$sqrt", number)) return EvalContext::null();
    if (bson::isNegative(number)) raise(location(28714), "$sqrt's argument must be greater than or equal to 0: ", number);
    if (bson::isNaN(number)) return notANumber(context);
    if (number.type() == bson::Type::Decimal128) {
        return context.make(bson::decimal::squareRoot(number.asDecimal128()));
    }
    return context.make(std::sqrt(bson::toDouble(number)));
}

}  // namespace

constinit const ExpressionOperator kExpressionExp{.name = "$exp", .arity = Arity::exactly(1), .evaluate = evaluateExp};
constinit const ExpressionOperator kExpressionLn{.name = "$ln", .arity = Arity::exactly(1), .evaluate = evaluateLn};
constinit const ExpressionOperator kExpressionLog{.name = "$log", .arity = Arity::exactly(2), .evaluate = evaluateLog};
constinit const ExpressionOperator kExpressionLog10{
    .name = "$log10", .arity = Arity::exactly(1), .evaluate = evaluateLog10};
constinit const ExpressionOperator kExpressionSqrt{.name = "$sqrt", .arity = Arity::exactly(1), .evaluate = evaluateSqrt};

}  // namespace sheaf::query
