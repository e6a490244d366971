// The rules by which values of vectors are the same.
#include "tests/vectors/equality.h"

#include <sheaf/bson/json.h>

#include <doctest/doctest.h>

using namespace sheaf;
using namespace sheaf::test;

namespace {

bool same(const char* expected, const char* actual, const Exactness& exactness = {}) {
    const Document a = bson::fromJson(expected);
    const Document b = bson::fromJson(actual);
    return isSame(a.view().asValue(), b.view().asValue(), exactness);
}

}  // namespace

TEST_CASE("values of vectors agree in type, order and digits, but for what is loose") {
    struct Case {
        const char* what;
        const char* expected;
        const char* actual;
        Exactness loosened;
        bool isSameThen;
        bool isSameExactly;
    };
    const Exactness numbers{.looseNumbers = true};
    const Exactness order{.looseFieldOrder = true};
    const Exactness digits{.isApproximate = true};
    const Exactness sets{.arraysAsSets = true};
    const Case cases[] = {
        {"int and long", R"({"a":1})", R"({"a":{"$numberLong":"1"}})", numbers, true, false},
        {"int and double", R"({"a":1})", R"({"a":{"$numberDouble":"1.0"}})", numbers, true, false},
        {"int and another", R"({"a":1})", R"({"a":2})", numbers, false, false},
        {"NaN and NaN", R"({"a":{"$numberDouble":"NaN"}})", R"({"a":{"$numberDouble":"NaN"}})", numbers, true, true},
        {"zeros", R"({"a":{"$numberDouble":"-0.0"}})", R"({"a":{"$numberDouble":"0.0"}})", numbers, true, true},
        {"decimal digits", R"({"a":{"$numberDecimal":"1.0"}})", R"({"a":{"$numberDecimal":"1.00"}})", numbers, true, false},
        {"order of fields", R"({"a":1,"b":2})", R"({"b":2,"a":1})", order, true, false},
        {"order of fields below", R"({"a":[{"b":1,"c":2}]})", R"({"a":[{"c":2,"b":1}]})", order, true, false},
        {"null is not missing", R"({"a":null})", R"({})", order, false, false},
        {"last digits", R"({"a":{"$numberDouble":"0.1"}})", R"({"a":{"$numberDouble":"0.10000000000000002"}})", digits, true, false},
        {"middle digits", R"({"a":{"$numberDouble":"0.1"}})", R"({"a":{"$numberDouble":"0.1000001"}})", digits, false, false},
        {"last digits of a decimal", R"({"a":{"$numberDecimal":"3.333333333333333333333333333333333"}})",
         R"({"a":{"$numberDecimal":"3.333333333333333333333333333333334"}})", digits, true, false},
        {"infinity is not near", R"({"a":{"$numberDouble":"Infinity"}})", R"({"a":{"$numberDouble":"1e300"}})", digits, false, false},
        {"array as a set", R"({"a":[1,2,2]})", R"({"a":[2,1,2]})", sets, true, false},
        {"a set counts", R"({"a":[1,2,2]})", R"({"a":[1,1,2]})", sets, false, false},
        {"regex options", R"({"a":{"$regularExpression":{"pattern":"x","options":"im"}}})",
         R"({"a":{"$regularExpression":{"pattern":"x","options":"mi"}}})", numbers, true, true},
        {"another type", R"({"a":"1"})", R"({"a":1})", numbers, false, false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(same(c.expected, c.actual, c.loosened) == c.isSameThen);
        CHECK(same(c.expected, c.actual) == c.isSameExactly);
    }
}

TEST_CASE("a generated _id is not looked at where none is expected") {
    const Document wanted = bson::fromJson(R"({"a":1})");
    const Document made = bson::fromJson(R"({"_id":{"$oid":"507f1f77bcf86cd799439011"},"a":1})");
    const Document given = bson::fromJson(R"({"_id":1,"a":1})");
    const auto matches = [&](const Document& actual, GeneratedId generated) {
        return isSameMultiset({wanted.view().asValue()}, {actual.view().asValue()}, {}, generated);
    };
    CHECK(matches(made, GeneratedId::Ignored));
    CHECK_FALSE(matches(made, GeneratedId::Compared));
    CHECK_FALSE(matches(given, GeneratedId::Ignored));
}

TEST_CASE("patterns of vectors: a star stands for any characters") {
    CHECK(fitsPattern("update.$push", "update.*"));
    CHECK(fitsPattern("update.$push", "*push"));
    CHECK(fitsPattern("update.$push", "update.$push"));
    CHECK(fitsPattern("", "*"));
    CHECK_FALSE(fitsPattern("update.$push", "update"));
    CHECK_FALSE(fitsPattern("update.$push", "*.$pull"));
}
