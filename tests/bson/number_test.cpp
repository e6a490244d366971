// Numeric promotion and conversions.
#include <doctest/doctest.h>

#include "bson/number.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>

#include <limits>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

// The three results of a and b in {"a": …, "b": …} as canonical JSON, "none" where there is none.
std::string results(const char* text, IntegerOverflow overflow = IntegerOverflow::Refuse) {
    const Document document = parse(text);
    std::string out;
    for (const auto operation : {add, subtract, multiply}) {
        const std::optional<Value> result = operation(document["a"], document["b"], overflow);
        if (!out.empty()) out += " ";
        out += result ? std::string(result->view().typeName()) + ":" + [&] {
            std::string json = result->toJson(JsonMode::Canonical);
            const std::size_t start = json.find(": \"") == std::string::npos ? json.find(":\"") + 2 : json.find(": \"") + 3;
            return json.substr(start, json.find('"', start) - start);
        }() : "none";
    }
    return out;
}

}  // namespace

TEST_CASE("results have the wider type, and int32 grows into int64") {
    struct Case { const char* document; const char* results; };
    const Case cases[] = {
        {R"({"a": 2, "b": 3})", "int:5 int:-1 int:6"},
        {R"({"a": 2147483647, "b": 2})", "long:2147483649 int:2147483645 long:4294967294"},
        {R"({"a": -2147483648, "b": -1})", "long:-2147483649 int:-2147483647 long:2147483648"},
        {R"({"a": 2, "b": {"$numberLong": "3"}})", "long:5 long:-1 long:6"},
        {R"({"a": {"$numberLong": "9223372036854775807"}, "b": 1})", "none long:9223372036854775806 long:9223372036854775807"},
        {R"({"a": {"$numberLong": "-9223372036854775808"}, "b": -1})", "none long:-9223372036854775807 none"},
        {R"({"a": 2, "b": 0.5})", "double:2.5 double:1.5 double:1.0"},
        {R"({"a": {"$numberLong": "9007199254740993"}, "b": 0.0})", "double:9007199254740992.0 double:9007199254740992.0 double:0.0"},
        {R"({"a": 1, "b": {"$numberDecimal": "0.10"}})", "decimal:1.10 decimal:0.90 decimal:0.10"},
        {R"({"a": 0.5, "b": {"$numberDecimal": "1"}})", "decimal:1.500000000000000 decimal:-0.500000000000000 decimal:0.500000000000000"},
        {R"({"a": {"$numberDouble": "NaN"}, "b": {"$numberDecimal": "1"}})", "decimal:NaN decimal:NaN decimal:NaN"},
        {R"({"a": {"$numberDouble": "Infinity"}, "b": 0})", "double:Infinity double:Infinity double:NaN"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.document);
        CHECK(results(c.document) == c.results);
    }
    CHECK(results(R"({"a": {"$numberLong": "9223372036854775807"}, "b": {"$numberLong": "2"}})", IntegerOverflow::ToDouble) ==
          "double:9.223372036854776E+18 long:9223372036854775805 double:1.8446744073709552E+19");
}

TEST_CASE("numbers become integers exactly, or cut and clamped") {
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    struct Case { const char* number; std::optional<std::int64_t> exact; std::int64_t truncated; };
    const Case cases[] = {
        {R"({"v": 7})", 7, 7},
        {R"({"v": {"$numberLong": "9223372036854775807"}})", kMax, kMax},
        {R"({"v": 2.0})", 2, 2},
        {R"({"v": 2.5})", std::nullopt, 2},
        {R"({"v": -2.5})", std::nullopt, -2},
        {R"({"v": {"$numberDouble": "-0.0"}})", 0, 0},
        {R"({"v": 9223372036854775808.0})", std::nullopt, kMax},
        {R"({"v": -9223372036854775808.0})", kMin, kMin},
        {R"({"v": 1e300})", std::nullopt, kMax},
        {R"({"v": {"$numberDouble": "-Infinity"}})", std::nullopt, kMin},
        {R"({"v": {"$numberDouble": "NaN"}})", std::nullopt, 0},
        {R"({"v": {"$numberDecimal": "2.00"}})", 2, 2},
        {R"({"v": {"$numberDecimal": "-2.01"}})", std::nullopt, -2},
        {R"({"v": {"$numberDecimal": "1E+19"}})", std::nullopt, kMax},
        {R"({"v": {"$numberDecimal": "NaN"}})", std::nullopt, 0},
        {R"({"v": "7"})", std::nullopt, 0},
        {R"({})", std::nullopt, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.number);
        const Document document = parse(c.number);
        CHECK(exactInt64(document["v"]) == c.exact);
        CHECK(truncatedInt64(document["v"]) == c.truncated);
    }
}

TEST_CASE("signs and NaN of all number types") {
    struct Case { const char* number; bool negative; bool nan; };
    const Case cases[] = {
        {R"({"v": -1})", true, false},
        {R"({"v": 0})", false, false},
        {R"({"v": {"$numberLong": "-1"}})", true, false},
        {R"({"v": {"$numberDouble": "-0.0"}})", false, false},
        {R"({"v": {"$numberDouble": "-Infinity"}})", true, false},
        {R"({"v": {"$numberDouble": "NaN"}})", false, true},
        {R"({"v": {"$numberDecimal": "-0"}})", false, false},
        {R"({"v": {"$numberDecimal": "-1E-6176"}})", true, false},
        {R"({"v": {"$numberDecimal": "NaN"}})", false, true},
        {R"({"v": "NaN"})", false, false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.number);
        const Document document = parse(c.number);
        CHECK(isNegative(document["v"]) == c.negative);
        CHECK(isNaN(document["v"]) == c.nan);
    }
}
