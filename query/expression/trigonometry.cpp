// $sin, $cos, $tan, $asin, $acos, $atan, $sinh, $cosh, $tanh, $asinh, $acosh, $atanh, $atan2, $degreesToRadians,
// $radiansToDegrees.
//
//   { $sin: <radians> }    { $atan2: [ <y>, <x> ] }
//
// Result    Decimal128 for a decimal, else double.
// Null      null or missing: null.
// Errors    16020 while parsing: a wrong number of arguments. While running: 28765 not a number ($atan2: 51044, 51045); 50989 outside
//           of what the function is defined for.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

#include <cmath>
#include <limits>

namespace sheaf::query {
namespace {

using bson::decimal::Function;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A function of one number, and the bounds of what it is defined for.
struct Definition {
    std::string_view name;
    Function onDecimal;
    double (*onDouble)(double);
    double least = -kInfinity;
    double most = kInfinity;
    bool isOpen = false;  // the bounds themselves are outside
};

ValueView apply(EvalContext& context, const Arguments& arguments, const Definition& function) {
    const ValueView value = arguments[0].evaluate(context);
    if (!isNumberArgument(function.name, value)) return EvalContext::null();
    const double number = bson::toDouble(value);
    const bool isInside = std::isnan(number) || (function.isOpen ? number > function.least && number < function.most
                                                                 : number >= function.least && number <= function.most);
    if (!isInside) {
        raise(location(50989), "cannot apply ", function.name, " to ", value, ", value must be in ",
              function.isOpen ? "(" : "[", function.least, ",", function.most, function.isOpen ? ")" : "]");
    }
    if (value.type() == bson::Type::Decimal128) {
        return context.make(bson::decimal::apply(function.onDecimal, value.asDecimal128()));
    }
    return context.make(function.onDouble(number));
}

template <const Definition& function>
ValueView evaluate(EvalContext& context, const Arguments& arguments) {
    return apply(context, arguments, function);
}

constexpr Definition kSin{"$sin", Function::Sin, std::sin, -kInfinity, kInfinity, true};
constexpr Definition kCos{"$cos", Function::Cos, std::cos, -kInfinity, kInfinity, true};
constexpr Definition kTan{"$tan", Function::Tan, std::tan, -kInfinity, kInfinity, true};
constexpr Definition kAsin{"$asin", Function::Asin, std::asin, -1, 1};
constexpr Definition kAcos{"$acos", Function::Acos, std::acos, -1, 1};
constexpr Definition kAtan{"$atan", Function::Atan, std::atan};
constexpr Definition kSinh{"$sinh", Function::Sinh, std::sinh};
constexpr Definition kCosh{"$cosh", Function::Cosh, std::cosh};
constexpr Definition kTanh{"$tanh", Function::Tanh, std::tanh};
constexpr Definition kAsinh{"$asinh", Function::Asinh, std::asinh};
constexpr Definition kAcosh{"$acosh", Function::Acosh, std::acosh, 1, kInfinity};
constexpr Definition kAtanh{"$atanh", Function::Atanh, std::atanh, -1, 1};

ValueView evaluateAtan2(EvalContext& context, const Arguments& arguments) {
    const ValueView y = arguments[0].evaluate(context);
    const ValueView x = arguments[1].evaluate(context);
    if (y.isNullish() || x.isNullish()) return EvalContext::null();
    if (!y.isNumber()) raise(location(51044), "$atan2 only supports numeric types, not ", y.typeName());
    if (!x.isNumber()) raise(location(51045), "$atan2 only supports numeric types, not ", x.typeName());
    if (widestNumber(y.type(), x.type()) == bson::Type::Decimal128) {
        return context.make(bson::decimal::arcTangent2(bson::toDecimal128(y), bson::toDecimal128(x)));
    }
    return context.make(std::atan2(bson::toDouble(y), bson::toDouble(x)));
}

// Pi divided by 180, and the other way round, to the digits of a decimal.
constexpr const char* kRadiansPerDegree = "0.01745329251994329576923690768488613";
constexpr const char* kDegreesPerRadian = "57.29577951308232087679815481410517";
constexpr double kPi = 3.14159265358979323846;

ValueView converted(EvalContext& context, std::string_view op, const Arguments& arguments, const char* asDecimal,
                    double asDouble) {
    const ValueView value = arguments[0].evaluate(context);
    if (!isNumberArgument(op, value)) return EvalContext::null();
    if (value.type() == bson::Type::Decimal128) {
        return context.make(bson::decimal::multiply(value.asDecimal128(), bson::Decimal128::parse(asDecimal)));
    }
    return context.make(bson::toDouble(value) * asDouble);
}

ValueView evaluateDegreesToRadians(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$degreesToRadians", arguments, kRadiansPerDegree, kPi / 180);
}
ValueView evaluateRadiansToDegrees(EvalContext& context, const Arguments& arguments) {
    return converted(context, "$radiansToDegrees", arguments, kDegreesPerRadian, 180 / kPi);
}

}  // namespace

constinit const ExpressionOperator kExpressionAcos{.name = "$acos", .arity = Arity::exactly(1), .evaluate = evaluate<kAcos>};
constinit const ExpressionOperator kExpressionAcosh{.name = "$acosh", .arity = Arity::exactly(1), .evaluate = evaluate<kAcosh>};
constinit const ExpressionOperator kExpressionAsin{.name = "$asin", .arity = Arity::exactly(1), .evaluate = evaluate<kAsin>};
constinit const ExpressionOperator kExpressionAsinh{.name = "$asinh", .arity = Arity::exactly(1), .evaluate = evaluate<kAsinh>};
constinit const ExpressionOperator kExpressionAtan{.name = "$atan", .arity = Arity::exactly(1), .evaluate = evaluate<kAtan>};
constinit const ExpressionOperator kExpressionAtan2{.name = "$atan2", .arity = Arity::exactly(2), .evaluate = evaluateAtan2};
constinit const ExpressionOperator kExpressionAtanh{.name = "$atanh", .arity = Arity::exactly(1), .evaluate = evaluate<kAtanh>};
constinit const ExpressionOperator kExpressionCos{.name = "$cos", .arity = Arity::exactly(1), .evaluate = evaluate<kCos>};
constinit const ExpressionOperator kExpressionCosh{.name = "$cosh", .arity = Arity::exactly(1), .evaluate = evaluate<kCosh>};
constinit const ExpressionOperator kExpressionDegreesToRadians{
    .name = "$degreesToRadians", .arity = Arity::exactly(1), .evaluate = evaluateDegreesToRadians};
constinit const ExpressionOperator kExpressionRadiansToDegrees{
    .name = "$radiansToDegrees", .arity = Arity::exactly(1), .evaluate = evaluateRadiansToDegrees};
constinit const ExpressionOperator kExpressionSin{.name = "$sin", .arity = Arity::exactly(1), .evaluate = evaluate<kSin>};
constinit const ExpressionOperator kExpressionSinh{.name = "$sinh", .arity = Arity::exactly(1), .evaluate = evaluate<kSinh>};
constinit const ExpressionOperator kExpressionTan{.name = "$tan", .arity = Arity::exactly(1), .evaluate = evaluate<kTan>};
constinit const ExpressionOperator kExpressionTanh{.name = "$tanh", .arity = Arity::exactly(1), .evaluate = evaluate<kTanh>};

}  // namespace sheaf::query
