// Numbers as key bytes: the documented examples, and the order of random ones against exact decimal arithmetic.

#include "index/number_key.h"

#include "bson/decimal.h"
#include "index/key_bytes.h"
#include "tests/index/hex.h"
#include "tests/index/random_values.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Decimal128;
using bson::Value;

std::string keyOf(const Value& value) {
    bson::Buffer out;
    appendComponent(out, value, false);
    return hex(out.bytes());
}

Value decimal(const char* text) { return Value(Decimal128::parse(text)); }

constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kInt64Min = std::numeric_limits<std::int64_t>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("numbers have their documented bytes, whatever their type") {
    struct Case { std::vector<Value> values; const char* bytes; };
    const Case cases[] = {
        {{0, std::int64_t{0}, 0.0, -0.0, decimal("0E+3"), decimal("-0")}, "2C"},
        {{1, std::int64_t{1}, 1.0, decimal("1.0")}, "2E 02"},
        {{-1, std::int64_t{-1}, -1.0, decimal("-1")}, "2A FD"},
        {{127, 127.0, decimal("127.000")}, "2E FE"},
        {{128}, "2F 01 00"},
        {{300, decimal("3E+2")}, "2F 02 58"},
        {{2147483647, std::int64_t{2147483647}}, "31 FF FF FF FE"},
        {{9007199254740992.0, std::int64_t{9007199254740992}}, "34 40 00 00 00 00 00 00"},
        {{std::int64_t{9007199254740993}, decimal("9007199254740993")}, "34 40 00 00 00 00 00 02"},
        {{kInt64Max, decimal("9223372036854775807")}, "35 FF FF FF FF FF FF FF FE"},
        {{0x1p63, decimal("9223372036854775808")}, "36 87 C0 00 00 00 00 00 00"},
        {{kInt64Min, -0x1p63, decimal("-9223372036854775808")}, "22 78 3F FF FF FF FF FF FF"},
        {{0.5, decimal("0.50")}, "2D 7F C0 00 00 00 00 00 00"},
        {{0.1}, "2D 7F 73 33 33 33 33 33 34"},
        {{decimal("0.1")}, "2D 7F 73 33 33 33 33 33 33 3F FF 0B 00"},
        {{12.5, decimal("12.50")}, "2E 19 80 00 00 00 00 00 00"},
        {{12.34}, "2E 19 57 0A 3D 70 A3 D7 00"},
        {{decimal("12.34"), decimal("12.340")}, "2E 19 57 0A 3D 70 A3 D7 0B 40 01 0D 23 00"},
        {{decimal("-12.34")}, "2A E6 A8 F5 C2 8F 5C 28 F4 BF FE F2 DC FF"},
        {{decimal("1E6000")}, "36 FF DF FF FF FF FF FF FF 57 70 0B 00"},
        {{decimal("1E-6176")}, "2D 00 00 00 00 00 00 00 01 27 E0 0B 00"},
        {{5e-324}, "2D 00 00 00 00 00 00 00 02"},
        {{std::nan(""), decimal("NaN"), decimal("-NaN")}, "20"},
        {{-kInfinity, decimal("-Infinity")}, "21"},
        {{kInfinity, decimal("Infinity")}, "37"},
    };
    for (const Case& c : cases) {
        for (const Value& value : c.values) {
            CAPTURE(value.toJson(bson::JsonMode::Canonical));
            CHECK(keyOf(value) == c.bytes);
        }
    }
}

namespace {

// A finite number, exactly: 0.digits * 10^exponent.
struct Exact {
    int sign = 0;
    int exponent = 0;
    std::string digits;  // without zeros at either end
};

int compareExact(const Exact& a, const Exact& b) {
    if (a.sign != b.sign) return a.sign < b.sign ? -1 : 1;
    if (a.exponent != b.exponent) return (a.exponent < b.exponent ? -1 : 1) * a.sign;
    return a.digits == b.digits ? 0 : (a.digits < b.digits ? -1 : 1) * a.sign;
}

Exact exactOf(int sign, std::string digits, int exponentOfLast) {
    const std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos) return {};
    digits.erase(0, first);
    Exact exact{sign, static_cast<int>(digits.size()) + exponentOfLast, digits};
    exact.digits.erase(exact.digits.find_last_not_of('0') + 1);
    return exact;
}

// Digits, the lowest first, of a product.
std::vector<std::uint32_t> product(std::uint64_t start, std::uint32_t factor, int times) {
    constexpr std::uint32_t kBase = 1'000'000'000;
    std::vector<std::uint32_t> limbs;
    for (; start != 0; start /= kBase) limbs.push_back(static_cast<std::uint32_t>(start % kBase));
    for (int time = 0; time < times; ++time) {
        std::uint64_t carry = 0;
        for (std::uint32_t& limb : limbs) {
            carry += std::uint64_t{limb} * factor;
            limb = static_cast<std::uint32_t>(carry % kBase);
            carry /= kBase;
        }
        if (carry != 0) limbs.push_back(static_cast<std::uint32_t>(carry));
    }
    return limbs;
}

std::string decimalDigits(const std::vector<std::uint32_t>& limbs) {
    std::string text;
    for (std::size_t at = limbs.size(); at-- > 0;) {
        const std::string limb = std::to_string(limbs[at]);
        text += std::string(9 - limb.size(), '0') + limb;
    }
    return text;
}

Exact exactOf(double value) {
    int exponent = 0;
    auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
    exponent -= 53;
    const int sign = value < 0 ? -1 : 1;
    if (exponent >= 0) return exactOf(sign, decimalDigits(product(mantissa, 2, exponent)), 0);
    return exactOf(sign, decimalDigits(product(mantissa, 5, -exponent)), exponent);
}

Exact exactOf(Decimal128 value) {
    bson::decimal::Parts parts = bson::decimal::partsOf(value);
    std::string digits;
    for (; parts.coefficient != 0; parts.coefficient /= 10) {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(parts.coefficient % 10)));
    }
    return exactOf(parts.negative ? -1 : 1, digits, parts.exponent);
}

Exact exactOf(const Value& value) {
    const bson::ValueView view = value.view();
    switch (view.type()) {
        case bson::Type::Double: return exactOf(view.asDouble());
        case bson::Type::Decimal128: return exactOf(view.asDecimal128());
        default: break;
    }
    const std::int64_t number = view.type() == bson::Type::Int32 ? view.asInt32() : view.asInt64();
    return exactOf(number < 0 ? -1 : 1, std::to_string(number).substr(number < 0 ? 1 : 0), 0);
}

bool isFinite(const Value& value) {
    const bson::ValueView view = value.view();
    if (view.type() == bson::Type::Double) return std::isfinite(view.asDouble());
    if (view.type() != bson::Type::Decimal128) return true;
    return !bson::decimal::isNaN(view.asDecimal128()) && !bson::decimal::isInfinite(view.asDecimal128());
}

// Neighbours across types: the nearest double of a decimal, a decimal rounded from a double, one step up or down.
void addNeighbours(const Value& value, RandomValues& random, std::vector<Value>& out) {
    const bson::ValueView view = value.view();
    if (view.type() == bson::Type::Decimal128) {
        const double nearest = bson::decimal::toDouble(view.asDecimal128());
        if (std::isfinite(nearest)) out.emplace_back(nearest);
        bson::decimal::Parts parts = bson::decimal::partsOf(view.asDecimal128());
        if (parts.coefficient > 1 && random.chance(2)) {
            parts.coefficient += random.chance(2) ? 1 : -1;
            out.emplace_back(bson::decimal::fromParts(parts));
        }
    } else if (view.type() == bson::Type::Double) {
        out.emplace_back(bson::decimal::fromDouble(view.asDouble()));
        const double up = std::nextafter(view.asDouble(), kInfinity);
        if (std::isfinite(up)) out.emplace_back(up);
    } else {
        const std::int64_t number = view.type() == bson::Type::Int32 ? view.asInt32() : view.asInt64();
        out.emplace_back(static_cast<double>(number));
        out.emplace_back(Decimal128::fromInt64(number));
    }
}

struct Encoded {
    Value value;
    std::vector<std::uint8_t> key;
    Exact exact;
};

}  // namespace

TEST_CASE("key bytes order and equal numbers of all types as exact arithmetic does") {
    const char* const given = std::getenv("SHEAF_TEST_SEED");
    const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 20240607;
    MESSAGE("seed ", seed);
    RandomValues random(seed);
    std::vector<Value> values;
    while (values.size() < 30'000) {
        const Value value = random.number();
        if (!isFinite(value)) continue;
        values.push_back(value);
        addNeighbours(value, random, values);
    }
    std::vector<Encoded> encoded;
    for (const Value& value : values) {
        bson::Buffer key;
        appendComponent(key, value, false);
        CHECK(key.size() <= kMaxNumberBytes);
        encoded.push_back({value, {key.bytes().begin(), key.bytes().end()}, exactOf(value)});
    }
    std::sort(encoded.begin(), encoded.end(), [](const Encoded& a, const Encoded& b) { return a.key < b.key; });
    std::size_t equal = 0;
    for (std::size_t at = 1; at < encoded.size(); ++at) {
        const Encoded& left = encoded[at - 1];
        const Encoded& right = encoded[at];
        const bool sameKey = left.key == right.key;
        const bool isPrefix = !sameKey && left.key.size() < right.key.size() &&
                              std::equal(left.key.begin(), left.key.end(), right.key.begin());
        const int order = compareExact(left.exact, right.exact);
        if (sameKey ? order == 0 : order < 0 && !isPrefix) {
            equal += sameKey ? 1 : 0;
            continue;
        }
        CAPTURE(left.value.toJson(bson::JsonMode::Canonical));
        CAPTURE(right.value.toJson(bson::JsonMode::Canonical));
        CAPTURE(hex(left.key));
        CAPTURE(hex(right.key));
        CHECK_MESSAGE(false, "bytes and exact order differ");
    }
    CHECK(equal > 5'000);
}

TEST_CASE("the length of a number is found in its bytes, and a cut number has none") {
    RandomValues random(7);
    for (int round = 0; round < 3'000; ++round) {
        for (const bool descending : {false, true}) {
            bson::Buffer key;
            appendComponent(key, random.number(), descending);
            const std::size_t size = key.size();
            for (std::size_t cut = 0; cut < size; ++cut) {
                CHECK(!componentLength(key.bytes().first(cut), descending).has_value());
            }
            key.append(std::uint8_t{0x20});
            CHECK(componentLength(key.bytes(), descending) == size);
        }
    }
}

}  // namespace sheaf::index
