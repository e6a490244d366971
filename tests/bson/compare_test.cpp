// MongoDB's order over all values, its exactness between number types, and the hash that follows it.
#include <doctest/doctest.h>

#include "bson/decimal.h"
#include "bson/number.h"
#include "tests/bson/random_value.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <cmath>
#include <cstring>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

int sign(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

// A natural number of any size, for an order of numbers that shares nothing with the one under test.
class Natural {
public:
    explicit Natural(decimal::Coefficient value) {
        for (; value != 0; value >>= 32) words_.push_back(static_cast<std::uint32_t>(value));
    }
    void multiply(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * factor;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) words_.push_back(static_cast<std::uint32_t>(carry));
    }
    void scale(std::uint32_t base, int exponent) {
        while (exponent-- > 0) multiply(base);
    }
    static int compare(const Natural& a, const Natural& b) {
        if (a.words_.size() != b.words_.size()) return a.words_.size() < b.words_.size() ? -1 : 1;
        for (std::size_t at = a.words_.size(); at-- > 0;) {
            if (a.words_[at] != b.words_[at]) return a.words_[at] < b.words_[at] ? -1 : 1;
        }
        return 0;
    }

private:
    std::vector<std::uint32_t> words_;
};

// sign * magnitude * 10^tens * 2^twos; rank -2 NaN, -1 and 1 the infinities, 0 everything else.
struct Exact {
    int rank = 0;
    bool negative = false;
    decimal::Coefficient magnitude = 0;
    int tens = 0;
    int twos = 0;
};

Exact exactOf(ValueView value) {
    Exact exact;
    if (value.type() == Type::Decimal128) {
        const Decimal128 decimal = value.asDecimal128();
        if (decimal::isNaN(decimal)) return {-2};
        if (decimal::isInfinite(decimal)) return {decimal::isNegative(decimal) ? -1 : 1};
        const decimal::Parts parts = decimal::partsOf(decimal);
        exact = {0, parts.negative, parts.coefficient, parts.exponent, 0};
    } else if (value.type() == Type::Double) {
        const double number = value.asDouble();
        if (std::isnan(number)) return {-2};
        if (std::isinf(number)) return {number < 0 ? -1 : 1};
        int exponent = 0;
        const double fraction = std::frexp(std::fabs(number), &exponent);
        exact = {0, number < 0, static_cast<std::uint64_t>(std::ldexp(fraction, 53)), 0, exponent - 53};
    } else {
        const std::int64_t number = value.type() == Type::Int32 ? value.asInt32() : value.asInt64();
        exact = {0, number < 0, number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number), 0, 0};
    }
    if (exact.magnitude == 0) exact.negative = false;
    return exact;
}

int compareExactly(const Exact& a, const Exact& b) {
    if (a.rank != b.rank || a.rank != 0) return a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0;
    if (a.negative != b.negative) return a.negative ? -1 : 1;
    Natural left(a.magnitude);
    Natural right(b.magnitude);
    left.scale(10, a.tens - std::min(a.tens, b.tens));
    right.scale(10, b.tens - std::min(a.tens, b.tens));
    left.scale(2, a.twos - std::min(a.twos, b.twos));
    right.scale(2, b.twos - std::min(a.twos, b.twos));
    const int order = Natural::compare(left, right);
    return a.negative ? -order : order;
}

// Both values stand in one document: {"a": …, "b": …}.
int orderIn(const char* text) {
    const Document document = parse(text);
    const int order = sign(compare(document["a"], document["b"]));
    CHECK(sign(compare(document["b"], document["a"])) == -order);
    CHECK((order != 0 || hash(document["a"]) == hash(document["b"])));
    return order;
}

}  // namespace

TEST_CASE("types order as MongoDB orders them, missing beside undefined") {
    const Document ascending = parse(R"({
        "1": {"$minKey": 1}, "2": {"$undefined": true}, "3": null, "4": {"$numberDouble": "NaN"}, "5": -1, "6": "",
        "7": {}, "8": [], "9": {"$binary": {"base64": "", "subType": "00"}}, "10": {"$oid": "000000000000000000000000"},
        "11": false, "12": true, "13": {"$date": {"$numberLong": "-5"}}, "14": {"$timestamp": {"t": 0, "i": 0}},
        "15": {"$regularExpression": {"pattern": "", "options": ""}},
        "16": {"$dbPointer": {"$ref": "", "$id": {"$oid": "000000000000000000000000"}}},
        "17": {"$code": ""}, "18": {"$code": "", "$scope": {}}, "19": {"$maxKey": 1}})");
    int left = 0;
    for (const Element& a : ascending) {
        int right = 0;
        for (const Element& b : ascending) {
            CAPTURE(a.name);
            CAPTURE(b.name);
            CHECK(sign(compare(a.value, b.value)) == sign(left - right));
            ++right;
        }
        ++left;
    }
    CHECK(compare(ValueView(), ascending["2"]) == 0);
    CHECK(hash(ValueView()) == hash(ascending["2"]));
    CHECK(compare(ValueView(), ascending["1"]) > 0);
    CHECK(compare(ValueView(), ascending["3"]) < 0);
    CHECK(canonicalType(Type::MaxKey) == 127);
}

TEST_CASE("values of one class order by their content") {
    struct Case { const char* what; const char* document; int order; };
    const Case cases[] = {
        {"a prefix is less", R"({"a": "ab", "b": "abc"})", -1},
        {"bytes are unsigned", R"({"a": "z", "b": "é"})", -1},
        {"upper before lower", R"({"a": "B", "b": "a"})", -1},
        {"null bytes count", R"({"a": "a\u0000b", "b": "a\u0000c"})", -1},
        {"a null byte is above the end", R"({"a": "a", "b": "a\u0000"})", -1},
        {"symbols are strings", R"({"a": "x", "b": {"$symbol": "x"}})", 0},
        {"symbol and greater string", R"({"a": {"$symbol": "x"}, "b": "y"})", -1},
        {"fields in order, class before name", R"({"a": {"b": 1}, "b": {"a": "x"}})", -1},
        {"then name before value", R"({"a": {"a": 9}, "b": {"b": 1}})", -1},
        {"then value", R"({"a": {"a": 1}, "b": {"a": 2}})", -1},
        {"order of fields counts", R"({"a": {"x": 1, "y": 2}, "b": {"y": 2, "x": 1}})", -1},
        {"a shorter document is less", R"({"a": {"x": 1}, "b": {"x": 1, "y": null}})", -1},
        {"empty document", R"({"a": {}, "b": {"x": {"$minKey": 1}}})", -1},
        {"nested numbers of two types", R"({"a": {"x": [1]}, "b": {"x": [1.0]}})", 0},
        {"arrays element by element", R"({"a": [1, 2, 3], "b": [1, 3]})", -1},
        {"a shorter array is less", R"({"a": [1], "b": [1, null]})", -1},
        {"binary by length first", R"({"a": {"$binary": {"base64": "/w==", "subType": "80"}}, "b": {"$binary": {"base64": "AAA=", "subType": "00"}}})", -1},
        {"then by subtype", R"({"a": {"$binary": {"base64": "/w==", "subType": "00"}}, "b": {"$binary": {"base64": "AA==", "subType": "05"}}})", -1},
        {"then by bytes", R"({"a": {"$binary": {"base64": "AQ==", "subType": "00"}}, "b": {"$binary": {"base64": "/w==", "subType": "00"}}})", -1},
        {"dates before 1970", R"({"a": {"$date": {"$numberLong": "-1"}}, "b": {"$date": {"$numberLong": "0"}}})", -1},
        {"timestamps are unsigned", R"({"a": {"$timestamp": {"t": 1, "i": 4294967295}}, "b": {"$timestamp": {"t": 4294967295, "i": 0}}})", -1},
        {"regex by pattern", R"({"a": {"$regularExpression": {"pattern": "a", "options": "x"}}, "b": {"$regularExpression": {"pattern": "b", "options": "i"}}})", -1},
        {"then by flags", R"({"a": {"$regularExpression": {"pattern": "a", "options": "i"}}, "b": {"$regularExpression": {"pattern": "a", "options": "x"}}})", -1},
        {"DBPointer by size first", R"({"a": {"$dbPointer": {"$ref": "z", "$id": {"$oid": "ffffffffffffffffffffffff"}}}, "b": {"$dbPointer": {"$ref": "aa", "$id": {"$oid": "000000000000000000000000"}}}})", -1},
        {"code", R"({"a": {"$code": "a"}, "b": {"$code": "b"}})", -1},
        {"code with scope by code", R"({"a": {"$code": "a", "$scope": {"x": 9}}, "b": {"$code": "b", "$scope": {}}})", -1},
        {"then by scope", R"({"a": {"$code": "a", "$scope": {"x": 1}}, "b": {"$code": "a", "$scope": {"x": 1.5}}})", -1},
        {"the same scope in two types", R"({"a": {"$code": "a", "$scope": {"x": 1}}, "b": {"$code": "a", "$scope": {"x": 1.0}}})", 0},
        {"null is null", R"({"a": null, "b": null})", 0},
        {"missing is below null", R"({"b": null})", -1},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(orderIn(c.document) == c.order);
    }
}

TEST_CASE("numbers of all types compare by their exact values") {
    const std::vector<Value> numbers = awkwardNumbers();
    for (const Value& a : numbers) {
        for (const Value& b : numbers) {
            CAPTURE(a.toJson(JsonMode::Canonical));
            CAPTURE(b.toJson(JsonMode::Canonical));
            const int order = compareExactly(exactOf(a), exactOf(b));
            CHECK(sign(compareNumbers(a, b)) == order);
            CHECK(sign(compare(a, b)) == order);
            CHECK((order != 0 || hash(a) == hash(b)));
        }
    }
    CHECK(rc::check("random numbers", [] {
        const Value a = randomNumber();
        const Value b = randomNumber();
        const int order = compareExactly(exactOf(a), exactOf(b));
        RC_ASSERT(sign(compareNumbers(a, b)) == order);
        RC_ASSERT((order != 0 || hash(a) == hash(b)));
    }));
}

TEST_CASE("the order is total, and equal values hash alike") {
    CHECK(rc::check("three random values", [] {
        const Value a = randomValue();
        const Value b = randomValue();
        const Value c = randomValue();
        RC_ASSERT(compare(a, a) == 0);
        RC_ASSERT(sign(compare(a, b)) == -sign(compare(b, a)));
        if (compare(a, b) <= 0 && compare(b, c) <= 0) RC_ASSERT(compare(a, c) <= 0);
        if (compare(a, b) == 0) {
            RC_ASSERT(hash(a) == hash(b));
            RC_ASSERT(sign(compare(a, c)) == sign(compare(b, c)));
        }
        RC_ASSERT(canonicalType(a.type()) >= canonicalType(b.type()) || compare(a, b) < 0);
        if (identical(a, b)) RC_ASSERT(compare(a, b) == 0);
    }));
    CHECK(rc::check("two random documents", [] {
        const Document a = randomDocument();
        const Document b = randomDocument();
        RC_ASSERT(sign(compare(a, b)) == sign(compare(a.view().asValue(), b.view().asValue())));
        RC_ASSERT(identical(a.view().asValue(), b.view().asValue()) == (compare(a, b) == 0 && a.toJson(JsonMode::Canonical) == b.toJson(JsonMode::Canonical)));
    }));
}

TEST_CASE("hashes of unequal values differ, also where only the nesting does") {
    const char* different[] = {R"({"v": 1})", R"({"v": "1"})", R"({"v": [1]})", R"({"v": [[1]]})", R"({"v": {"0": 1}})",
                               R"({"v": []})", R"({"v": {}})", R"({"v": [[], []]})", R"({"v": [[[]]]})", R"({"v": ""})",
                               R"({"v": null})", R"({"v": [null]})", R"({"v": true})", R"({"v": false})", R"({"v": ["ab"]})",
                               R"({"v": ["a", "b"]})", R"({"v": {"a": "b"}})", R"({"v": {"ab": ""}})", R"({"w": 1})"};
    for (const char* a : different) {
        for (const char* b : different) {
            const bool isSame = std::strcmp(a, b) == 0;
            CAPTURE(a);
            CAPTURE(b);
            CHECK((hash(parse(a).view().asValue()) == hash(parse(b).view().asValue())) == isSame);
        }
    }
    CHECK(hash(Value(1), 1) != hash(Value(1), 2));
}

TEST_CASE("identical asks for the same type and bytes") {
    CHECK(identical(Value(1), Value(1)));
    CHECK_FALSE(identical(Value(1), Value(1.0)));
    CHECK_FALSE(identical(Value(0.0), Value(-0.0)));
    CHECK(identical(ValueView(), ValueView()));
}

TEST_CASE("bytes nested beyond any valid document are refused, not followed") {
    Builder builder;
    const int levels = 3000;
    for (int level = 0; level < levels; ++level) builder.openDocument("a");
    for (int level = 0; level < levels; ++level) builder.close();
    const Document deep = builder.take();
    Builder other;
    other.append("a", make("a", deep));
    const Document deeper = other.take();
    for (const auto& action : {+[](const Document& a, const Document& b) { compare(a, b); },
                               +[](const Document& a, const Document&) { hash(a.view().asValue()); }}) {
        try {
            action(deep, deeper);
            FAIL("accepted");
        } catch (const Error& error) {
            CHECK(error.code() == ErrorCode::Overflow);
        }
    }
}
