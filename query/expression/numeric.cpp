// Checks, promotion and compensated sums.

#include "query/expression/numeric.h"

#include "bson/decimal.h"
#include "bson/raise.h"

#include <cmath>
#include <limits>

namespace sheaf::query {
namespace {

using bson::Type;

// Below this an __int128 holds the sum.
constexpr double kTwoTo100 = 1267650600228229401496703205376.0;

}  // namespace

bool isNumberArgument(std::string_view op, ValueView value) {
    if (value.isNullish()) return false;
    if (!value.isNumber()) {
        raise(location(28765), op, " only supports numeric types, not ", value.typeName());
    }
    return true;
}

Type widestNumber(Type a, Type b) {
    for (const Type type : {Type::Decimal128, Type::Double, Type::Int64}) {
        if (a == type || b == type) return type;
    }
    return Type::Int32;
}

std::int64_t integerOf(ValueView value) { return value.type() == Type::Int32 ? value.asInt32() : value.asInt64(); }

bson::Decimal128 exactDecimal(double value) { return bson::decimal::fromDouble(value); }

void CompensatedSum::add(double value) {
    plain_ += value;
    const double sum = sum_ + value;
    const double part = sum - sum_;
    const double error = (sum_ - (sum - part)) + (value - part);
    const double rest = rest_ + error;
    sum_ = sum + rest;
    rest_ = rest - (sum_ - sum);
}

void CompensatedSum::add(std::int64_t value) {
    const std::int64_t low = value % (std::int64_t{1} << 32);
    add(static_cast<double>(low));
    add(static_cast<double>(value - low));
}

bool CompensatedSum::isFinite() const { return std::isfinite(plain_) || std::isfinite(sum_ + rest_); }

double CompensatedSum::toDouble() const {
    const double sum = sum_ + rest_;
    return std::isnan(sum) ? plain_ : sum;
}

bson::Decimal128 CompensatedSum::toDecimal() const {
    if (!isFinite()) return exactDecimal(toDouble());
    return bson::decimal::add(exactDecimal(sum_), exactDecimal(rest_));
}

__extension__ using Wide = __int128;

bool CompensatedSum::fitsInt64() const {
    if (!isFinite() || std::fabs(sum_) >= kTwoTo100) return false;
    const Wide whole = static_cast<Wide>(sum_) + static_cast<Wide>(rest_);
    return whole >= std::numeric_limits<std::int64_t>::min() && whole <= std::numeric_limits<std::int64_t>::max();
}

std::int64_t CompensatedSum::toInt64() const {
    return static_cast<std::int64_t>(static_cast<Wide>(sum_) + static_cast<Wide>(rest_));
}

}  // namespace sheaf::query
