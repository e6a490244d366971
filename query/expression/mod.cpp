// $mod: the remainder of a division, with the sign of the dividend.
//
//   { $mod: [ <number>, <number> ] }
//
// Result    the wider type of the two.
// Null      null or missing: null.
// Errors    16020 while parsing: not two arguments. While running: 16611 not numbers; 16610 the divisor is 0.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>

namespace sheaf::query {
namespace {

ValueView remainder(EvalContext& context, ValueView left, ValueView right) {
    switch (widestNumber(left.type(), right.type())) {
        case bson::Type::Decimal128:
            return context.make(bson::decimal::remainder(bson::toDecimal128(left), bson::toDecimal128(right)));
        case bson::Type::Double: return context.make(std::fmod(bson::toDouble(left), bson::toDouble(right)));
        case bson::Type::Int64: {
            const std::int64_t divisor = integerOf(right);
            return context.make(divisor == -1 ? std::int64_t{0} : integerOf(left) % divisor);
        }
        default: {
            const std::int64_t result = std::int64_t{left.asInt32()} % std::int64_t{right.asInt32()};
            return context.make(static_cast<std::int32_t>(result));
        }
    }
}

ValueView evaluateMod(EvalContext& context, const Arguments& arguments) {
    const ValueView left = arguments[0].evaluate(context);
    const ValueView right = arguments[1].evaluate(context);
    if (left.isNumber() && right.isNumber()) {
        if (bson::toDouble(right) == 0) raise(location(16610), "can't $mod by zero: ", left, " by ", right);
        return remainder(context, left, right);
    }
    if (left.isNullish() || right.isNullish()) return EvalContext::null();
    raise(location(16611), "$mod only supports numeric types, not ", left.typeName(), " and ", right.typeName());
}

}  // namespace

constinit const ExpressionOperator kExpressionMod{.name = "$mod", .arity = Arity::exactly(2), .evaluate = evaluateMod};

}  // namespace sheaf::query
