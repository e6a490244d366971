// $add: the sum of numbers, or a date moved by milliseconds.
//
//   { $add: [ <number or date>, … ] }
//
// Result    the widest type among the numbers; int32 grows into int64, int64 into double. A date when one is a date.
// Null      null or missing among the arguments: null.
// Errors    while running: 14 neither number nor date; 16612 two dates; 15 a date beyond its range.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/numeric.h"

namespace sheaf::query {
namespace {

using bson::Type;

struct Sum {
    CompensatedSum plain;  // all but the decimals
    bson::Decimal128 decimals = bson::Decimal128::fromInt64(0);
    Type type = Type::Int32;
    bool isDate = false;

    void add(ValueView value) {
        switch (value.type()) {
            case Type::Int32: plain.add(std::int64_t{value.asInt32()}); break;
            case Type::Int64: plain.add(value.asInt64()); break;
            case Type::Double: plain.add(value.asDouble()); break;
            case Type::Decimal128: decimals = bson::decimal::add(decimals, value.asDecimal128()); break;
            case Type::Date:
                if (isDate) raise(location(16612), "only one date allowed in an $add expression");
                isDate = true;
                plain.add(value.asDate().ms);
                return;
            default:
                raise(ErrorCode::TypeMismatch, "$add only supports numeric or date types, not ", value.typeName());
        }
        type = widestNumber(type, value.type());
    }

    ValueView date(EvalContext& context) const {
        if (type == Type::Decimal128) {
            const bson::Decimal128 ms = bson::decimal::add(decimals, plain.toDecimal());
            const bson::Decimal128 whole = bson::decimal::roundToInteger(ms, bson::decimal::Rounding::HalfEven);
            const auto exact = bson::decimal::exactInt64(whole);
            if (!exact) raise(ErrorCode::Overflow, "date overflow in $add");
            return context.make(bson::Date{*exact});
        }
        if (!plain.fitsInt64()) raise(ErrorCode::Overflow, "date overflow in $add");
        return context.make(bson::Date{plain.toInt64()});
    }

    ValueView result(EvalContext& context) const {
        if (isDate) return date(context);
        switch (type) {
            case Type::Decimal128: return context.make(bson::decimal::add(decimals, plain.toDecimal()));
            case Type::Double: return context.make(plain.toDouble());
            default: break;
        }
        if (!plain.fitsInt64()) return context.make(plain.toDouble());
        return type == Type::Int64 ? context.make(plain.toInt64()) : context.makeInteger(plain.toInt64());
    }
};

ValueView evaluateAdd(EvalContext& context, const Arguments& arguments) {
    Sum sum;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (value.isNullish()) return EvalContext::null();
        sum.add(value);
    }
    return sum.result(context);
}

}  // namespace

constinit const ExpressionOperator kExpressionAdd{.name = "$add", .arity = Arity::any(), .evaluate = evaluateAdd};

}  // namespace sheaf::query
