// Decimal128: rounding, roots, powers and the functions of trigonometry.
#include "bson/decimal.h"

#include "bson/decimal_library.h"

namespace sheaf::bson::decimal {
namespace {

unsigned libraryRounding(Rounding rounding) {
    switch (rounding) {
        case Rounding::HalfEven: return BID_ROUNDING_TO_NEAREST;
        case Rounding::Down: return BID_ROUNDING_DOWN;
        case Rounding::Up: return BID_ROUNDING_UP;
        case Rounding::TowardsZero: return BID_ROUNDING_TO_ZERO;
    }
    return BID_ROUNDING_TO_NEAREST;
}

}  // namespace

Decimal128 quantize(Decimal128 value, int exponent, Rounding rounding) {
    if (exponent < kLeastExponent || exponent > kGreatestExponent) return quietNaN();
    unsigned flags = 0;
    const Decimal128 unit = fromParts({false, 1, exponent});
    return fromLibrary(bid128_quantize(toLibrary(value), toLibrary(unit), libraryRounding(rounding), &flags));
}

Decimal128 roundToInteger(Decimal128 value, Rounding rounding) {
    unsigned flags = 0;
    return fromLibrary(bid128_round_integral_exact(toLibrary(value), libraryRounding(rounding), &flags));
}

Decimal128 remainder(Decimal128 a, Decimal128 b) {
    unsigned flags = 0;
    return fromLibrary(bid128_fmod(toLibrary(a), toLibrary(b), &flags));
}

Decimal128 negate(Decimal128 value) { return fromLibrary(bid128_negate(toLibrary(value))); }

Decimal128 absolute(Decimal128 value) { return fromLibrary(bid128_abs(toLibrary(value))); }

Decimal128 squareRoot(Decimal128 value) {
    unsigned flags = 0;
    return fromLibrary(bid128_sqrt(toLibrary(value), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 power(Decimal128 base, Decimal128 exponent) {
    unsigned flags = 0;
    return fromLibrary(bid128_pow(toLibrary(base), toLibrary(exponent), BID_ROUNDING_TO_NEAREST, &flags));
}

Decimal128 apply(Function function, Decimal128 value) {
    const BID_UINT128 x = toLibrary(value);
    unsigned flags = 0;
    switch (function) {
        case Function::Exp: return fromLibrary(bid128_exp(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Ln: return fromLibrary(bid128_log(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Log10: return fromLibrary(bid128_log10(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Sin: return fromLibrary(bid128_sin(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Cos: return fromLibrary(bid128_cos(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Tan: return fromLibrary(bid128_tan(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Asin: return fromLibrary(bid128_asin(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Acos: return fromLibrary(bid128_acos(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Atan: return fromLibrary(bid128_atan(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Sinh: return fromLibrary(bid128_sinh(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Cosh: return fromLibrary(bid128_cosh(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Tanh: return fromLibrary(bid128_tanh(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Asinh: return fromLibrary(bid128_asinh(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Acosh: return fromLibrary(bid128_acosh(x, BID_ROUNDING_TO_NEAREST, &flags));
        case Function::Atanh: return fromLibrary(bid128_atanh(x, BID_ROUNDING_TO_NEAREST, &flags));
    }
    return quietNaN();
}

Decimal128 arcTangent2(Decimal128 y, Decimal128 x) {
    unsigned flags = 0;
    return fromLibrary(bid128_atan2(toLibrary(y), toLibrary(x), BID_ROUNDING_TO_NEAREST, &flags));
}

}  // namespace sheaf::bson::decimal
