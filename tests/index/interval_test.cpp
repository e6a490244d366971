// Interval lists: joining, cutting and printing, and the intervals of predicates.

#include "index/interval.h"

#include "index/intervals.h"
#include "tests/index/random_values.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Value;

std::string textOf(const OrderedIntervalList& list) {
    std::string text;
    for (const Interval& interval : list.intervals()) text += (text.empty() ? "" : " ") + interval.toString();
    return text;
}

std::string textOf(const PredicateIntervals& intervals) {
    static constexpr const char* kTightness[] = {" fetch", " covered", " exact"};
    return textOf(intervals.list) + kTightness[static_cast<int>(intervals.tightness)];
}

Interval interval(const char* text) {  // "[1, 3)"
    const std::string inner = std::string(text).substr(1, std::string(text).size() - 2);
    const bson::Document bounds = sheaf::parse("{v: [" + inner + "]}");
    const bson::ArrayView pair = bounds["v"].asArray();
    return {Value(pair[0]), Value(pair[1]), text[0] == '[', std::string(text).back() == ']'};
}

OrderedIntervalList listOf(const std::vector<const char*>& texts) {
    std::vector<Interval> intervals;
    for (const char* text : texts) intervals.push_back(interval(text));
    return OrderedIntervalList::unionOf(std::move(intervals));
}

}  // namespace

TEST_CASE("a union of intervals is ordered, disjoint and without empty ones") {
    struct Case { std::vector<const char*> intervals; const char* joined; };
    const Case cases[] = {
        {{}, ""},
        {{"[3, 1]"}, ""},
        {{"[3, 3)"}, ""},
        {{"(3, 3)"}, ""},
        {{"[3, 3]"}, "[3, 3]"},
        {{"[5, 6]", "[1, 2]"}, "[1, 2] [5, 6]"},
        {{"[1, 3]", "[2, 5]"}, "[1, 5]"},
        {{"[1, 9]", "[2, 5]"}, "[1, 9]"},
        {{"[1, 2)", "[2, 3]"}, "[1, 3]"},
        {{"[1, 2]", "(2, 3]"}, "[1, 3]"},
        {{"[1, 2)", "(2, 3]"}, "[1, 2) (2, 3]"},
        {{"(1, 2]", "[1, 2)"}, "[1, 2]"},
        {{"[1, 1]", "[1, 1]", "[1, 1]"}, "[1, 1]"},
        {{"['a', 'b')", "[1, MaxKey]"}, "[1, MaxKey]"},
    };
    for (const Case& c : cases) CHECK(textOf(listOf(c.intervals)) == c.joined);
}

TEST_CASE("intersections and complements") {
    struct Case { std::vector<const char*> a; std::vector<const char*> b; const char* both; };
    const Case cases[] = {
        {{"[1, 5]"}, {"[3, 9]"}, "[3, 5]"},
        {{"[1, 5)"}, {"(3, 9]"}, "(3, 5)"},
        {{"[1, 5)"}, {"[5, 9]"}, ""},
        {{"[1, 5]"}, {"[5, 9]"}, "[5, 5]"},
        {{"[1, 5]", "[7, 9]"}, {"[2, 8]"}, "[2, 5] [7, 8]"},
        {{"[1, 5]"}, {}, ""},
        {{"[MinKey, MaxKey]"}, {"[1, 1]", "[3, 3]"}, "[1, 1] [3, 3]"},
    };
    for (const Case& c : cases) {
        CHECK(textOf(listOf(c.a).intersect(listOf(c.b))) == c.both);
        CHECK(textOf(listOf(c.b).intersect(listOf(c.a))) == c.both);
    }
    CHECK(textOf(listOf({"[3, 3]"}).complement()) == "[MinKey, 3) (3, MaxKey]");
    CHECK(textOf(listOf({}).complement()) == "[MinKey, MaxKey]");
    CHECK(textOf(listOf({"[MinKey, MaxKey]"}).complement()).empty());
    CHECK(textOf(listOf({"(1, 2]", "(4, MaxKey]"}).complement()) == "[MinKey, 1] (2, 4]");
}

TEST_CASE("interval lists contain what their parts contain") {
    CHECK(rc::check("union, intersection and complement, by membership", [](std::uint64_t seed) {
        RandomValues random(seed);
        const auto small = [&] { return Value(static_cast<std::int32_t>(random.below(12))); };
        const auto draw = [&] {
            std::vector<Interval> intervals;
            for (std::uint64_t left = random.below(4); left > 0; --left) {
                intervals.push_back({small(), small(), random.chance(2), random.chance(2)});
            }
            return OrderedIntervalList::unionOf(intervals);
        };
        const OrderedIntervalList a = draw();
        const OrderedIntervalList b = draw();
        const OrderedIntervalList outside = a.complement();
        for (int half = -1; half < 26; ++half) {
            const Value value(half / 2.0);
            RC_ASSERT(a.unite(b).contains(value) == (a.contains(value) || b.contains(value)));
            RC_ASSERT(a.intersect(b).contains(value) == (a.contains(value) && b.contains(value)));
            RC_ASSERT(outside.contains(value) == !a.contains(value));
        }
        for (const OrderedIntervalList& list : {a.unite(b), a.intersect(b), outside}) {
            for (std::size_t at = 1; at < list.size(); ++at) {
                const Interval& left = list.intervals()[at - 1];
                const Interval& right = list.intervals()[at];
                const int order = bson::compare(left.high, right.low);
                RC_ASSERT(order < 0 || (order == 0 && !left.highInclusive && !right.lowInclusive));
            }
        }
    }));
}

TEST_CASE("intervals print as in MongoDB's explain") {
    struct Case { const char* value; const char* text; };
    const Case cases[] = {
        {"NumberInt(3)", "3"},
        {"NumberLong(3)", "3"},
        {"3.0", "3"},
        {"3.25", "3.25"},
        {"1e300", "1e+300.0"},
        {"Infinity", "inf.0"},
        {"-Infinity", "-inf.0"},
        {"NaN", "nan.0"},
        {"NumberDecimal('12.50')", "12.50"},
        {"'ab'", "\"ab\""},
        {"null", "null"},
        {"undefined", "undefined"},
        {"true", "true"},
        {"MinKey", "MinKey"},
        {"{}", "{}"},
        {"{a: 1, b: {c: 'x'}}", "{ a: 1, b: { c: \"x\" } }"},
        {"[]", "[]"},
        {"[1, 'x']", "[ 1, \"x\" ]"},
        {"ISODate('1970-01-01T00:00:01Z')", "new Date(1000)"},
        {"Timestamp(1, 2)", "Timestamp(1, 2)"},
        {"ObjectId('0102030405060708090a0b0c')", "ObjectId('0102030405060708090a0b0c')"},
        {"/a.b/i", "/a.b/i"},
        {"BinData(0, 'AQI=')", "BinData(0, 0102)"},
        {"UUID('00112233-4455-6677-8899-aabbccddeeff')", "UUID(\"00112233-4455-6677-8899-aabbccddeeff\")"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.value);
        if (std::string(c.value) == "3.0") {
            CHECK(boundToString(Value(3.0)) == "3.0");
            continue;
        }
        CHECK(boundToString(bson::valueFromShell(c.value)) == c.text);
    }
    CHECK(boundToString(Value(std::string(200, 'x'))) == '"' + std::string(70, 'x') + "...\"");
    CHECK(Interval{Value(5), Value(7), false, true}.toString() == "(5, 7]");
    CHECK(Interval{Value(5), Value(7), false, true}.toString(true) == "[7, 5)");
}

TEST_CASE("equality and ranges stay within the type of their value") {
    using enum RangeOperator;
    const auto equal = [](const char* value) { return textOf(intervalsForEquality(bson::valueFromShell(value))); };
    const auto range = [](RangeOperator op, const char* value) {
        return textOf(rangeWithinType(op, bson::valueFromShell(value)));
    };
    CHECK(equal("5") == "[5, 5] exact");
    CHECK(equal("{a: 1}") == "[{ a: 1 }, { a: 1 }] exact");
    CHECK(equal("null") == "[null, null] fetch");
    CHECK(equal("[1, 2]") == "[1, 1] [[ 1, 2 ], [ 1, 2 ]] fetch");
    CHECK(equal("[]") == "[undefined, undefined] [[], []] fetch");
    CHECK(equal("[[1]]") == "[[ 1 ], [ 1 ]] [[ [ 1 ] ], [ [ 1 ] ]] fetch");
    CHECK(range(Lt, "5") == "[-inf.0, 5) exact");
    CHECK(range(Lte, "5") == "[-inf.0, 5] exact");
    CHECK(range(Gt, "5") == "(5, inf.0] exact");
    CHECK(range(Gte, "5") == "[5, inf.0] exact");
    CHECK(range(Gte, "NaN") == "[nan.0, nan.0] exact");
    CHECK(range(Lt, "NaN") == " exact");
    CHECK(range(Lt, "-Infinity") == " exact");
    CHECK(range(Lt, "'x'") == "[\"\", \"x\") exact");
    CHECK(range(Gte, "'x'") == "[\"x\", {}) exact");
    CHECK(range(Lt, "''") == " exact");
    CHECK(range(Gt, "{a: 1}") == "({ a: 1 }, []) exact");
    CHECK(range(Gt, "[1]") == "[MinKey, MaxKey] fetch");
    CHECK(range(Gt, "false") == "(false, true] exact");
    CHECK(range(Lte, "false") == "[false, false] exact");
    CHECK(range(Gte, "null") == "[null, null] fetch");
    CHECK(range(Gt, "null") == " exact");
    CHECK(range(Gt, "Timestamp(1, 0)") == "(Timestamp(1, 0), Timestamp(4294967295, 4294967295)] exact");
    CHECK(range(Lt, "ISODate('1970-01-01T00:00:00Z')") == "[new Date(-9223372036854775808), new Date(0)) exact");
    CHECK(range(Gt, "MinKey") == "[MinKey, MaxKey] fetch");
    CHECK(range(Lte, "MinKey") == "[MinKey, MinKey] exact");
    CHECK(range(Lt, "MinKey") == " exact");
    CHECK(range(Gte, "MaxKey") == "[MaxKey, MaxKey] exact");
    CHECK(range(Lte, "MaxKey") == "[MinKey, MaxKey] exact");
}

TEST_CASE("the interval of a type holds every value of its sort class and no other") {
    CHECK(rc::check("membership is canonicalType", [](std::uint64_t seed) {
        RandomValues random(seed);
        const Value a = random.value(3);
        const Value b = random.value(3);
        const bool same = bson::canonicalType(a.type()) == bson::canonicalType(b.type());
        RC_ASSERT(intervalOfType(a.type()).contains(b) == same);
    }));
}

}  // namespace sheaf::index
