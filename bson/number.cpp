// Numeric promotion and conversions.
#include "bson/number.h"

#include "bson/decimal.h"
#include "bson/raise.h"

#include <cmath>
#include <limits>

namespace sheaf::bson {
namespace {

enum class Operation : std::uint8_t { Add, Subtract, Multiply };

// The wider of two numeric types: Decimal128, double, int64, int32.
Type widest(Type a, Type b) {
    for (const Type type : {Type::Decimal128, Type::Double, Type::Int64}) {
        if (a == type || b == type) return type;
    }
    return Type::Int32;
}

bool overflows(Operation operation, std::int64_t a, std::int64_t b, std::int64_t& result) {
    switch (operation) {
        case Operation::Add: return __builtin_add_overflow(a, b, &result);
        case Operation::Subtract: return __builtin_sub_overflow(a, b, &result);
        case Operation::Multiply: return __builtin_mul_overflow(a, b, &result);
    }
    return true;
}

double onDoubles(Operation operation, double a, double b) {
    switch (operation) {
        case Operation::Add: return a + b;
        case Operation::Subtract: return a - b;
        case Operation::Multiply: return a * b;
    }
    return 0;
}

Decimal128 onDecimals(Operation operation, Decimal128 a, Decimal128 b) {
    switch (operation) {
        case Operation::Add: return decimal::add(a, b);
        case Operation::Subtract: return decimal::subtract(a, b);
        case Operation::Multiply: return decimal::multiply(a, b);
    }
    return a;
}

std::int64_t integer(ValueView value) { return value.type() == Type::Int32 ? value.asInt32() : value.asInt64(); }

std::optional<Value> apply(Operation operation, ValueView a, ValueView b, IntegerOverflow overflow) {
    switch (widest(a.type(), b.type())) {
        case Type::Decimal128: return Value(onDecimals(operation, toDecimal128(a), toDecimal128(b)));
        case Type::Double: return Value(onDoubles(operation, toDouble(a), toDouble(b)));
        default: break;
    }
    std::int64_t result = 0;
    if (overflows(operation, integer(a), integer(b), result)) {
        if (overflow == IntegerOverflow::Refuse) return std::nullopt;
        return Value(onDoubles(operation, toDouble(a), toDouble(b)));
    }
    const bool isNarrow = a.type() == Type::Int32 && b.type() == Type::Int32 &&
                          result >= std::numeric_limits<std::int32_t>::min() &&
                          result <= std::numeric_limits<std::int32_t>::max();
    return isNarrow ? Value(static_cast<std::int32_t>(result)) : Value(result);
}

constexpr double kTwoTo63 = 9223372036854775808.0;

}  // namespace

std::optional<Value> add(ValueView a, ValueView b, IntegerOverflow overflow) { return apply(Operation::Add, a, b, overflow); }

std::optional<Value> subtract(ValueView a, ValueView b, IntegerOverflow overflow) {
    return apply(Operation::Subtract, a, b, overflow);
}

std::optional<Value> multiply(ValueView a, ValueView b, IntegerOverflow overflow) {
    return apply(Operation::Multiply, a, b, overflow);
}

std::optional<std::int64_t> exactInt64(ValueView number) {
    switch (number.type()) {
        case Type::Int32: return number.asInt32();
        case Type::Int64: return number.asInt64();
        case Type::Decimal128: return decimal::exactInt64(number.asDecimal128());
        case Type::Double: {
            const double value = number.asDouble();
            if (!(value >= -kTwoTo63 && value < kTwoTo63) || value != std::trunc(value)) return std::nullopt;
            return static_cast<std::int64_t>(value);
        }
        default: return std::nullopt;
    }
}

std::int64_t truncatedInt64(ValueView number) {
    switch (number.type()) {
        case Type::Int32: return number.asInt32();
        case Type::Int64: return number.asInt64();
        case Type::Decimal128: return decimal::truncatedInt64(number.asDecimal128());
        case Type::Double: {
            const double value = number.asDouble();
            if (std::isnan(value)) return 0;
            if (value >= kTwoTo63) return std::numeric_limits<std::int64_t>::max();
            if (value < -kTwoTo63) return std::numeric_limits<std::int64_t>::min();
            return static_cast<std::int64_t>(value);
        }
        default: return 0;
    }
}

double toDouble(ValueView number) {
    switch (number.type()) {
        case Type::Int32: return number.asInt32();
        case Type::Int64: return static_cast<double>(number.asInt64());
        case Type::Double: return number.asDouble();
        case Type::Decimal128: return decimal::toDouble(number.asDecimal128());
        default: return 0;
    }
}

Decimal128 toDecimal128(ValueView number) {
    switch (number.type()) {
        case Type::Int32: return Decimal128::fromInt64(number.asInt32());
        case Type::Int64: return Decimal128::fromInt64(number.asInt64());
        case Type::Double: return decimal::fromDouble15Digits(number.asDouble());
        case Type::Decimal128: return number.asDecimal128();
        default: return {};
    }
}

bool isNaN(ValueView value) {
    if (value.type() == Type::Double) return std::isnan(value.asDouble());
    return value.type() == Type::Decimal128 && decimal::isNaN(value.asDecimal128());
}

bool isNegative(ValueView number) {
    switch (number.type()) {
        case Type::Int32: return number.asInt32() < 0;
        case Type::Int64: return number.asInt64() < 0;
        case Type::Double: return number.asDouble() < 0;
        case Type::Decimal128: {
            const Decimal128 value = number.asDecimal128();
            return !decimal::isNaN(value) && decimal::isNegative(value) && !decimal::isZero(value);
        }
        default: return false;
    }
}

}  // namespace sheaf::bson
