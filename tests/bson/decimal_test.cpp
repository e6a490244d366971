// Decimal128: text both ways, exact comparison with doubles, conversions.
#include <doctest/doctest.h>

#include "bson/decimal.h"

#include <sheaf/error.h>

#include <cmath>
#include <limits>
#include <string>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

std::string reprint(const std::string& text) {
    try {
        return Decimal128::parse(text).toString();
    } catch (const Error& error) {
        return error.codeName();
    }
}

Decimal128 dec(const std::string& text) { return Decimal128::parse(text); }

}  // namespace

TEST_CASE("a Decimal128 keeps its digits and prints plainly or scientifically") {
    const std::string digits34 = "1234567890123456789012345678901234";
    struct Case { std::string text; std::string printed; };
    const Case cases[] = {
        {"0", "0"}, {"-0", "-0"}, {"12.50", "12.50"}, {"+1.", "1"}, {".5", "0.5"}, {"007", "7"},
        {"1E3", "1E+3"}, {"1e+3", "1E+3"}, {"123e-2", "1.23"}, {"0.000001", "0.000001"}, {"0.0000001", "1E-7"},
        {"12e-9", "1.2E-8"}, {"100E-10", "1.00E-8"}, {"0E-9000", "0E-6176"}, {"-0E+9000", "-0E+6111"},
        {"NaN", "NaN"}, {"-nan", "NaN"}, {"sNaN", "NaN"}, {"inf", "Infinity"}, {"-INFINITY", "-Infinity"},
        {digits34, digits34}, {digits34 + "0", "1.234567890123456789012345678901234E+34"},
        {digits34 + "1", "FailedToParse"}, {"9.99999999999999999999999999999999995", "FailedToParse"},
        {"1E6144", "1.000000000000000000000000000000000E+6144"}, {"1E6145", "FailedToParse"},
        {"1E-6176", "1E-6176"}, {"10E-6177", "1E-6176"}, {"1E-6177", "FailedToParse"},
        {"1E99999999999999999999", "FailedToParse"}, {"0E99999999999999999999", "0E+6111"},
        {"", "FailedToParse"}, {".", "FailedToParse"}, {"1e", "FailedToParse"}, {"1e+", "FailedToParse"},
        {" 1", "FailedToParse"}, {"1 ", "FailedToParse"}, {"+-1", "FailedToParse"}, {"1.2.3", "FailedToParse"},
        {"0x1", "FailedToParse"}, {"Infi", "FailedToParse"}, {"NaNs", "FailedToParse"}, {"1e1.0", "FailedToParse"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(reprint(c.text) == c.printed);
    }
}

TEST_CASE("encodings with more than 34 digits stand for 0") {
    CHECK(Decimal128{0xFFFFFFFFFFFFFFFF, 0x3041FFFFFFFFFFFF}.toString() == "0");
    CHECK(Decimal128{1, 0x6C10000000000000}.toString() == "0");
    CHECK(decimal::isZero(Decimal128{1, 0x6C10000000000000}));
}

TEST_CASE("parseRounded rounds to even where parse refuses") {
    const std::string nines(33, '9');
    struct Case { std::string text; std::string printed; };
    const Case cases[] = {
        {"1" + std::string(32, '0') + "15", "1.000000000000000000000000000000002E+34"},
        {"1" + std::string(32, '0') + "25", "1.000000000000000000000000000000002E+34"},
        {"1" + std::string(32, '0') + "2500001", "1.000000000000000000000000000000003E+39"},
        {"9" + nines + "5", "1.000000000000000000000000000000000E+35"},
        {"1.25", "1.25"}, {"1E7000", "none"}, {"1.5E-6176", "none"}, {"x", "none"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto parsed = decimal::parseRounded(c.text);
        CHECK((parsed ? parsed->toString() : "none") == c.printed);
    }
}

TEST_CASE("doubles become decimals of 15 digits in arithmetic, and exact ones in comparisons") {
    CHECK(decimal::fromDouble15Digits(2.5).toString() == "2.50000000000000");
    CHECK(decimal::fromDouble15Digits(0.1).toString() == "0.100000000000000");
    CHECK(decimal::fromDouble15Digits(1e15).toString() == "1.00000000000000E+15");
    CHECK(decimal::fromDouble15Digits(999999999999999.9).toString() == "1.00000000000000E+15");
    CHECK(decimal::fromDouble15Digits(-0.3333333333333333).toString() == "-0.333333333333333");
    CHECK(decimal::fromDouble15Digits(0.0).toString() == "0");
    CHECK(decimal::fromDouble15Digits(5e-324).toString() == "4.94065645841247E-324");
    CHECK(decimal::fromDouble15Digits(1.7976931348623157e308).toString() == "1.79769313486232E+308");
    CHECK(decimal::fromDouble15Digits(-std::numeric_limits<double>::infinity()).toString() == "-Infinity");
    CHECK(decimal::fromDouble(0.5).toString() == "0.5");
    CHECK(decimal::fromDouble(0.1).toString() == "0.1000000000000000055511151231257827");
    for (int exponent = -300; exponent <= 300; ++exponent) {
        for (double digits : {1.0, 9.999999999999999, 3.3, -7.77}) {
            const double value = digits * std::pow(10.0, exponent);
            const auto parts = decimal::partsOf(decimal::fromDouble15Digits(value));
            CAPTURE(value);
            CHECK(parts.coefficient >= 100'000'000'000'000u);
            CHECK(parts.coefficient <= 999'999'999'999'999u);
        }
    }
}

TEST_CASE("decimals and doubles compare by their exact values") {
    struct Case { const char* decimal; double number; int order; };
    const Case cases[] = {
        {"0.1", 0.1, -1},
        {"0.1000000000000000055511151231257827", 0.1, -1},
        {"0.1000000000000000055511151231257828", 0.1, 1},
        {"0.5", 0.5, 0}, {"0.50", 0.5, 0}, {"-0", 0.0, 0}, {"0", -0.0, 0},
        {"9007199254740993", 9007199254740992.0, 1},
        {"1E+400", std::numeric_limits<double>::max(), 1},
        {"1E-400", 5e-324, -1}, {"1E-400", 0.0, 1}, {"-1E-400", 0.0, -1},
        {"Infinity", std::numeric_limits<double>::infinity(), 0},
        {"1E+6000", std::numeric_limits<double>::infinity(), -1},
        {"-Infinity", std::numeric_limits<double>::lowest(), -1},
        {"-0.1", -0.1, 1}, {"-0.1000000000000000055511151231257828", -0.1, -1},
    };
    for (const Case& c : cases) {
        CAPTURE(c.decimal);
        CHECK(decimal::compareWithDouble(dec(c.decimal), c.number) == c.order);
    }
    CHECK(decimal::compare(dec("1.0"), dec("1.00")) == 0);
    CHECK(decimal::compare(dec("-2"), dec("1E-6000")) == -1);
}

TEST_CASE("decimals become integers when they are, and are cut and clamped when asked") {
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    CHECK(decimal::exactInt64(dec("2.00")) == 2);
    CHECK(decimal::exactInt64(dec("-0")) == 0);
    CHECK(decimal::exactInt64(dec("1E+3")) == 1000);
    CHECK(decimal::exactInt64(dec("9223372036854775807")) == kMax);
    CHECK(decimal::exactInt64(dec("-9223372036854775808")) == kMin);
    for (const char* none : {"2.5", "9223372036854775808", "NaN", "Infinity", "1E-6000"}) {
        CHECK_FALSE(decimal::exactInt64(dec(none)).has_value());
    }
    CHECK(decimal::truncatedInt64(dec("-2.9")) == -2);
    CHECK(decimal::truncatedInt64(dec("1E+30")) == kMax);
    CHECK(decimal::truncatedInt64(dec("-Infinity")) == kMin);
    CHECK(decimal::truncatedInt64(dec("NaN")) == 0);
    CHECK(Decimal128::fromInt64(kMin).toString() == "-9223372036854775808");
    CHECK(decimal::toDouble(dec("0.1")) == 0.1);
}

TEST_CASE("decimal arithmetic, rounding and functions") {
    CHECK(decimal::add(dec("0.1"), dec("0.20")).toString() == "0.30");
    CHECK(decimal::subtract(dec("1"), dec("1.00")).toString() == "0.00");
    CHECK(decimal::multiply(dec("1.5"), dec("-2")).toString() == "-3.0");
    CHECK(decimal::divide(dec("1"), dec("3")).toString() == "0.3333333333333333333333333333333333");
    CHECK(decimal::divide(dec("1"), dec("0")).toString() == "Infinity");
    CHECK(decimal::isNaN(decimal::divide(dec("0"), dec("0"))));
    CHECK(decimal::quantize(dec("2.345"), -2, decimal::Rounding::HalfEven).toString() == "2.34");
    CHECK(decimal::quantize(dec("-2.345"), -2, decimal::Rounding::Down).toString() == "-2.35");
    CHECK(decimal::quantize(dec("2.341"), -2, decimal::Rounding::Up).toString() == "2.35");
    CHECK(decimal::isNaN(decimal::quantize(dec("1E+30"), -10, decimal::Rounding::Down)));
    CHECK(decimal::roundToInteger(dec("-2.5"), decimal::Rounding::TowardsZero).toString() == "-2");
    CHECK(decimal::remainder(dec("-7.5"), dec("2")).toString() == "-1.5");
    CHECK(decimal::isNaN(decimal::remainder(dec("1"), dec("0"))));
    CHECK(decimal::negate(dec("0")).toString() == "-0");
    CHECK(decimal::absolute(dec("-3.10")).toString() == "3.10");
    CHECK(decimal::squareRoot(dec("2")).toString() == "1.414213562373095048801688724209698");
    CHECK(decimal::power(dec("2"), dec("10")).toString() == "1024");
    CHECK(decimal::apply(decimal::Function::Exp, dec("1")).toString() == "2.718281828459045235360287471352662");
    CHECK(decimal::apply(decimal::Function::Log10, dec("1000")).toString() == "3");
    CHECK(decimal::isNaN(decimal::apply(decimal::Function::Acos, dec("2"))));
    CHECK(decimal::arcTangent2(dec("1"), dec("1")).toString() == "0.7853981633974483096156608458198757");
}
