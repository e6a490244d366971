// $bitsAllSet, $bitsAllClear, $bitsAnySet, $bitsAnyClear.
#include "tests/query/filter/filter_case.h"

using namespace sheaf;
using namespace sheaf::query::test;

TEST_CASE("bit operators test the bits of a mask") {
    check({
        {"all set", R"({"a":{"$bitsAllSet":6}})", R"({"a":7})", "yes"},
        {"one of them clear", R"({"a":{"$bitsAllSet":6}})", R"({"a":5})", "no"},
        {"all clear", R"({"a":{"$bitsAllClear":6}})", R"({"a":9})", "yes"},
        {"one of them set", R"({"a":{"$bitsAllClear":6}})", R"({"a":4})", "no"},
        {"any set", R"({"a":{"$bitsAnySet":6}})", R"({"a":4})", "yes"},
        {"none set", R"({"a":{"$bitsAnySet":6}})", R"({"a":9})", "no"},
        {"any clear", R"({"a":{"$bitsAnyClear":6}})", R"({"a":4})", "yes"},
        {"none clear", R"({"a":{"$bitsAnyClear":6}})", R"({"a":7})", "no"},
        {"positions", R"({"a":{"$bitsAllSet":[1,2,1]}})", R"({"a":6})", "yes"},
        {"positions, one clear", R"({"a":{"$bitsAllSet":[0,1,2]}})", R"({"a":6})", "no"},
        {"a position as a double", R"({"a":{"$bitsAllSet":[1.0]}})", R"({"a":2})", "yes"},
        {"binary mask", R"({"a":{"$bitsAllSet":{"$binary":{"base64":"Bg==","subType":"00"}}}})", R"({"a":7})", "yes"},
        {"the largest mask", R"({"a":{"$bitsAllClear":{"$numberLong":"9223372036854775807"}}})",
         R"({"a":{"$numberLong":"-9223372036854775808"}})", "yes"},
        {"an element of an array", R"({"a":{"$bitsAllSet":1}})", R"({"a":[2,3]})", "yes"},
    });
}

TEST_CASE("an empty mask holds for all, not for any") {
    check({
        {"all set", R"({"a":{"$bitsAllSet":0}})", R"({"a":5})", "yes"},
        {"all clear", R"({"a":{"$bitsAllClear":[]}})", R"({"a":5})", "yes"},
        {"any set", R"({"a":{"$bitsAnySet":0}})", R"({"a":5})", "no"},
        {"any clear", R"({"a":{"$bitsAnyClear":[]}})", R"({"a":5})", "no"},
        {"all set of no number", R"({"a":{"$bitsAllSet":0}})", R"({"a":"5"})", "no"},
        {"all clear of binary data", R"({"a":{"$bitsAllClear":0}})", R"({"a":{"$binary":{"base64":"/w==","subType":"00"}}})", "yes"},
    });
}

TEST_CASE("bit operators look at whole numbers and binary data") {
    check({
        {"a double", R"({"a":{"$bitsAllSet":2}})", R"({"a":2.0})", "yes"},
        {"a fraction", R"({"a":{"$bitsAllSet":2}})", R"({"a":2.5})", "no"},
        {"NaN", R"({"a":{"$bitsAllClear":2}})", R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"2^63 as a double", R"({"a":{"$bitsAllClear":2}})", R"({"a":9223372036854775808.0})", "no"},
        {"a decimal is rounded", R"({"a":{"$bitsAllSet":42}})", R"({"a":{"$numberDecimal":"42.13"}})", "yes"},
        {"a decimal beyond int64", R"({"a":{"$bitsAllClear":0}})", R"({"a":{"$numberDecimal":"1E+300"}})", "no"},
        {"the sign goes on", R"({"a":{"$bitsAllSet":[5000]}})", R"({"a":-1})", "yes"},
        {"a positive number's sign goes on", R"({"a":{"$bitsAllClear":[63,200]}})", R"({"a":5})", "yes"},
        {"beyond binary data all is clear", R"({"a":{"$bitsAllClear":[8,5000]}})",
         R"({"a":{"$binary":{"base64":"/w==","subType":"00"}}})", "yes"},
        {"the first byte is the lowest", R"({"a":{"$bitsAllSet":[8]}})",
         R"({"a":{"$binary":{"base64":"AAE=","subType":"00"}}})", "yes"},
        {"the old subtype's length is no data", R"({"a":{"$bitsAllClear":[0,1,2,3]}})",
         R"({"a":{"$binary":{"base64":"8A==","subType":"02"}}})", "yes"},
        {"null", R"({"a":{"$bitsAllClear":1}})", R"({"a":null})", "no"},
        {"missing", R"({"a":{"$bitsAllClear":1}})", R"({})", "no"},
        {"a boolean", R"({"a":{"$bitsAnySet":1}})", R"({"a":true})", "no"},
    });
}

TEST_CASE("bit operators refuse other masks") {
    check({
        {"negative", R"({"a":{"$bitsAllSet":-1}})", "{}", "FailedToParse"},
        {"fraction", R"({"a":{"$bitsAllSet":1.5}})", "{}", "FailedToParse"},
        {"NaN", R"({"a":{"$bitsAllSet":{"$numberDouble":"NaN"}}})", "{}", "FailedToParse"},
        {"beyond int64", R"({"a":{"$bitsAllSet":9223372036854775808.0}})", "{}", "FailedToParse"},
        {"a string", R"({"a":{"$bitsAllSet":"1"}})", "{}", "BadValue"},
        {"null", R"({"a":{"$bitsAllSet":null}})", "{}", "BadValue"},
        {"a document", R"({"a":{"$bitsAllSet":{"b":1}}})", "{}", "BadValue"},
        {"a negative position", R"({"a":{"$bitsAnySet":[-1]}})", "{}", "BadValue"},
        {"a position that is no number", R"({"a":{"$bitsAnySet":["1"]}})", "{}", "BadValue"},
        {"a position with a fraction", R"({"a":{"$bitsAnySet":[1.5]}})", "{}", "BadValue"},
        {"a position beyond int32", R"({"a":{"$bitsAnySet":[{"$numberLong":"2147483648"}]}})", "{}", "BadValue"},
    });
}
