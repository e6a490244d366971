// $pow: a number raised to a power.
//
//   { $pow: [ <base>, <exponent> ] }
//
// Result    integers: an integer if it is one and fits int64 (int64 when one of them is or int32 is too small), else a
//           double. With a double a double, with a decimal a decimal.
// Null      null or missing: null.
// Errors    16020 while parsing: not two arguments. While running: 28762, 28763 base or exponent is not a number; 28764
//           base 0 with a negative exponent.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>

namespace sheaf::query {
namespace {

// base^exponent, or nothing when int64 cannot hold it. `exponent` is not negative.
std::optional<std::int64_t> integerPower(std::int64_t base, std::int64_t exponent) {
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (; exponent > 0; --exponent) {
        if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;  // at 63 factors at the latest
    }
    return result;
}

ValueView evaluatePow(EvalContext& context, const Arguments& arguments) {
    const ValueView base = arguments[0].evaluate(context);
    const ValueView exponent = arguments[1].evaluate(context);
    if (base.isNullish() || exponent.isNullish()) return EvalContext::null();
    if (!base.isNumber()) raise(location(28762), "$pow's base must be numeric, not ", base.typeName());
    if (!exponent.isNumber()) raise(location(28763), "$pow's exponent must be numeric, not ", exponent.typeName());
    if (bson::toDouble(base) == 0 && bson::isNegative(exponent)) {
        raise(location(28764), "$pow cannot take a base of 0 and a negative exponent");
    }
    const bson::Type type = widestNumber(base.type(), exponent.type());
    if (type == bson::Type::Decimal128) {
        return context.make(bson::decimal::power(bson::toDecimal128(base), bson::toDecimal128(exponent)));
    }
    const double asDouble = std::pow(bson::toDouble(base), bson::toDouble(exponent));
    if (type == bson::Type::Double) return context.make(asDouble);
    const std::int64_t number = integerOf(base);
    std::int64_t power = integerOf(exponent);
    if (power < 0) {
        if (number != 1 && number != -1) return context.make(asDouble);
        power = power % 2;
        power = power < 0 ? -power : power;
    }
    const auto result = integerPower(number, power);
    if (!result) return context.make(asDouble);
    return type == bson::Type::Int64 ? context.make(*result) : context.makeInteger(*result);
}

}  // namespace

constinit const ExpressionOperator kExpressionPow{.name = "$pow", .arity = Arity::exactly(2), .evaluate = evaluatePow};

}  // namespace sheaf::query
