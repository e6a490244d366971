// $abs: a number without its sign.
//
//   { $abs: <number> }
//
// Result    the type of the argument; the smallest int32 becomes an int64.
// Null      null or missing: null.
// Errors    16020 while parsing: not one argument. While running: 28765 not a number; 28680 the smallest int64.

#include "bson/decimal.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>
#include <limits>

namespace sheaf::query {
namespace {

ValueView evaluateAbs(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (!isNumberArgument("$abs", value)) return EvalContext::null();
    switch (value.type()) {
        case bson::Type::Double: return context.make(std::fabs(value.asDouble()));
        case bson::Type::Decimal128: return context.make(bson::decimal::absolute(value.asDecimal128()));
        default: break;
    }
    const std::int64_t number = integerOf(value);
    if (number == std::numeric_limits<std::int64_t>::min()) {
        raise(location(28680), "can't take $abs of long long min");
    }
    const std::int64_t result = number < 0 ? -number : number;
    return value.type() == bson::Type::Int64 ? context.make(result) : context.makeInteger(result);
}

}  // namespace

constinit const ExpressionOperator kExpressionAbs{.name = "$abs", .arity = Arity::exactly(1), .evaluate = evaluateAbs};

}  // namespace sheaf::query
