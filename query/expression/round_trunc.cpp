// $round and $trunc: a number to some decimal places, half to even or cut off.
//
//   { $round: [ <number>, <place> ] }    { $trunc: [ <number>, <place> ] }
//
// Place     -20 to 100, whole; 0 when it is left out. Negative: to tens, hundreds, …
// Result    the type of the argument; an int32 that grows becomes an int64.
// Null      null or missing: null.
// Errors    28667 while parsing: neither one nor two arguments. While running: 51081 not a number; 51082 the place is not
//           whole; 31109 it is beyond int64; 51083 it is out of range; 51080 an int64 would grow beyond int64.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>

namespace sheaf::query {
namespace {

using bson::decimal::Rounding;

constexpr std::int64_t kLeastPlace = -20;
constexpr std::int64_t kGreatestPlace = 100;
constexpr double kGreatestInt64 = 9223372036854774784.0;  // as far as doubles are exact

std::int64_t placeOf(std::string_view op, ValueView place) {
    if (place.isNumber() && std::fabs(bson::toDouble(place)) > kGreatestInt64) {
        raise(location(31109), "Can't represent ", place, " as a 64-bit integer, as the place of ", op);
    }
    const auto whole = place.isNumber() ? bson::exactInt64(place) : std::nullopt;
    if (!whole) raise(location(51082), "precision argument to ", op, " must be a integral value, found ", place);
    if (*whole < kLeastPlace || *whole > kGreatestPlace) {
        raise(location(51083), "cannot apply ", op, " with precision value ", *whole, " value must be in [-20, 100]");
    }
    return *whole;
}

// To the place, or, where that asks for more digits than a decimal has, to the last place that there is room for.
bson::Decimal128 quantized(bson::Decimal128 value, std::int64_t place, Rounding rounding) {
    if (bson::decimal::isNaN(value)) return value;
    bson::Decimal128 result = bson::decimal::quantize(value, static_cast<int>(-place), rounding);
    while (bson::decimal::isNaN(result) && place > kLeastPlace) {
        result = bson::decimal::quantize(value, static_cast<int>(-(--place)), rounding);
    }
    return result;
}

ValueView roundInteger(EvalContext& context, std::string_view op, ValueView value, std::int64_t place, Rounding rounding) {
    if (place >= 0) return value;
    const auto result = bson::decimal::exactInt64(
        quantized(bson::Decimal128::fromInt64(integerOf(value)), place, rounding));
    if (!result) {
        raise(location(51080), "invalid conversion from Decimal128 result in ", op, " resulting from arguments: [", value,
              ", ", place, "]");
    }
    return value.type() == bson::Type::Int64 ? context.make(*result) : context.makeInteger(*result);
}

ValueView roundDouble(EvalContext& context, ValueView value, std::int64_t place, Rounding rounding) {
    const double number = value.asDouble();
    if (!std::isfinite(number)) return value;
    if (place == 0) return context.make(rounding == Rounding::TowardsZero ? std::trunc(number) : std::nearbyint(number));
    const bson::Decimal128 result = quantized(exactDecimal(number), place, rounding);
    return bson::decimal::isNaN(result) ? value : context.make(bson::decimal::toDouble(result));
}

ValueView roundTo(EvalContext& context, std::string_view op, const Arguments& arguments, Rounding rounding) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (!value.isNumber()) raise(location(51081), op, " only supports numeric types, not ", value.typeName());
    std::int64_t place = 0;
    if (arguments.has(1)) {
        const ValueView given = arguments[1].evaluate(context);
        if (given.isNullish()) return EvalContext::null();
        place = placeOf(op, given);
    }
    switch (value.type()) {
        case bson::Type::Double: return roundDouble(context, value, place, rounding);
        case bson::Type::Decimal128: {
            const bson::Decimal128 number = value.asDecimal128();
            if (bson::decimal::isInfinite(number)) return value;
            return context.make(quantized(number, place, rounding));
        }
        default: return roundInteger(context, op, value, place, rounding);
    }
}

ValueView evaluateRound(EvalContext& context, const Arguments& arguments) {
    return roundTo(context, "$round", arguments, Rounding::HalfEven);
}

ValueView evaluateTrunc(EvalContext& context, const Arguments& arguments) {
    return roundTo(context, "$trunc", arguments, Rounding::TowardsZero);
}

}  // namespace

constinit const ExpressionOperator kExpressionRound{
    .name = "$round", .arity = Arity::between(1, 2), .evaluate = evaluateRound};
constinit const ExpressionOperator kExpressionTrunc{
    .name = "$trunc", .arity = Arity::between(1, 2), .evaluate = evaluateTrunc};

}  // namespace sheaf::query
