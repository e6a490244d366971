// What the arithmetic operators share: checks of their arguments, types of their results, exact sums.
#pragma once

#include "query/expression/operators.h"

#include <cstdint>
#include <string_view>

namespace sheaf::query {

// False for null, undefined and missing: the result is then null. Throws location(28765) for what is no number.
bool isNumberArgument(std::string_view op, ValueView value);

bson::Type widestNumber(bson::Type a, bson::Type b);  // int32, int64, double, Decimal128
inline bool isIntegerType(bson::Type type) { return type == bson::Type::Int32 || type == bson::Type::Int64; }
// Of an int32 or int64.
std::int64_t integerOf(ValueView value);
// A double as a decimal with all of its digits that a decimal has room for.
bson::Decimal128 exactDecimal(double value);

// A sum of doubles and integers that keeps twice the digits of a double, as MongoDB's do. Infinities and NaN behave as
// in a plain sum.
class CompensatedSum {
public:
    void add(double value);
    void add(std::int64_t value);
    double toDouble() const;
    bson::Decimal128 toDecimal() const;
    bool isFinite() const;
    // Whether the sum, cut to an integer, is an int64.
    bool fitsInt64() const;
    std::int64_t toInt64() const;

private:
    double sum_ = 0;
    double rest_ = 0;   // what sum_ lacks
    double plain_ = 0;  // the plain sum: right where infinities and NaN are in it
};

}  // namespace sheaf::query
