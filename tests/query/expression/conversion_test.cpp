// $convert and its short forms.

#include "tests/query/expression/expression_support.h"

using sheaf::test::check;

TEST_CASE("$convert turns values into other types, or gives onError, onNull or an error") {
    check({
        {"a string to int", R"({"$convert": {"input": "42", "to": "int"}})", "{}", "42"},
        {"by number", R"({"$convert": {"input": 42, "to": 18}})", "{}", R"({"$numberLong": "42"})"},
        {"null", R"({"$convert": {"input": "$x", "to": "int"}})", "{}", "null"},
        {"onNull", R"({"$convert": {"input": "$x", "to": "int", "onNull": "none"}})", "{}", R"("none")"},
        {"a null type", R"({"$convert": {"input": 1, "to": null}})", "{}", "null"},
        {"onError", R"({"$convert": {"input": "x", "to": "int", "onError": "bad"}})", "{}", R"("bad")"},
        {"no onError", R"({"$convert": {"input": "x", "to": "int"}})", "{}", "ConversionFailure"},
        {"a document to int", R"({"$convert": {"input": {}, "to": "int"}})", "{}", "ConversionFailure"},
        {"a document to bool", R"({"$convert": {"input": {}, "to": "bool"}})", "{}", "true"},
        {"an unknown type", R"({"$convert": {"input": 1, "to": "nope"}})", "{}", "BadValue"},
        {"an unknown number", R"({"$convert": {"input": 1, "to": 99}})", "{}", "FailedToParse"},
        {"a type of the wrong kind", R"({"$convert": {"input": 1, "to": true}})", "{}", "FailedToParse"},
        {"no document", R"({"$convert": 1})", "{}", "FailedToParse"},
        {"no input", R"({"$convert": {"to": "int"}})", "{}", "FailedToParse"},
        {"another name", R"({"$convert": {"input": 1, "to": "int", "x": 1}})", "{}", "FailedToParse"},
        {"base64", R"({"$convert": {"input": "AQID", "to": "binData", "format": "base64"}})", "{}",
         R"({"$binary": {"base64": "AQID", "subType": "00"}})"},
        {"hex", R"({"$convert": {"input": {"$convert": {"input": "0a0b", "to": "binData", "format": "hex"}}, "to": "string", "format": "hex"}})", "{}", R"("0a0b")"},
    });
}

TEST_CASE("$toInt and its relatives") {
    check({
        {"$toInt cuts", R"({"$toInt": -1.9})", "{}", "-1"},
        {"$toInt of a large double", R"({"$toInt": 1e10})", "{}", "ConversionFailure"},
        {"$toInt of a fraction's text", R"({"$toInt": "1.5"})", "{}", "ConversionFailure"},
        {"$toInt of true", R"({"$toInt": true})", "{}", "1"},
        {"$toInt of null", R"({"$toInt": null})", "{}", "null"},
        {"$toInt of a date", R"({"$toInt": "$d"})", R"({"d": {"$date": {"$numberLong": "5"}}})", "ConversionFailure"},
        {"$toLong", R"({"$toLong": "9223372036854775807"})", "{}", R"({"$numberLong": "9223372036854775807"})"},
        {"$toLong of a date", R"({"$toLong": "$d"})", R"({"d": {"$date": {"$numberLong": "5"}}})", R"({"$numberLong": "5"})"},
        {"$toDouble", R"({"$toDouble": "-1.5e3"})", "{}", "-1500.0"},
        {"$toDouble of text", R"({"$toDouble": "x"})", "{}", "ConversionFailure"},
        {"$toDecimal", R"({"$toDecimal": "1.50"})", "{}", R"({"$numberDecimal": "1.50"})"},
        {"$toBool", R"({"$toBool": "false"})", "{}", "true"},
        {"$toBool of 0", R"({"$toBool": 0})", "{}", "false"},
        {"$toString", R"({"$toString": 2.5})", "{}", R"("2.5")"},
        {"$toString of a whole double", R"({"$toString": 2.0})", "{}", R"("2")"},
        {"$toString of a date", R"({"$toString": "$d"})", R"({"d": {"$date": {"$numberLong": "0"}}})", R"("1970-01-01T00:00:00.000Z")"},
        {"$toString of an array", R"({"$toString": "$d"})", R"({"d": []})", "ConversionFailure"},
        {"$toDate", R"({"$toDate": "2018-03-20T11:00:06+05:00"})", "{}", R"({"$date": "2018-03-20T06:00:06Z"})"},
        {"$toDate of an int64", R"({"$toDate": {"$numberLong": "1000"}})", "{}", R"({"$date": "1970-01-01T00:00:01Z"})"},
        {"$toDate of text", R"({"$toDate": "soon"})", "{}", "ConversionFailure"},
        {"$toObjectId", R"({"$toObjectId": "5ab9cbfa31c2ab715d42129e"})", "{}", R"({"$oid": "5ab9cbfa31c2ab715d42129e"})"},
        {"$toObjectId of text", R"({"$toObjectId": "5ab9"})", "{}", "ConversionFailure"},
        {"$toUUID", R"({"$toUUID": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"})", "{}",
         R"({"$binary": {"base64": "DjuQY4q9TrOfn/TFn9MKYA==", "subType": "04"}})"},
        {"$toUUID of text", R"({"$toUUID": "x"})", "{}", "ConversionFailure"},
    });
}

TEST_CASE("trigonometry: domains and types") {
    check({
        {"$sin", R"({"$sin": 0})", "{}", "0.0"},
        {"$sin of null", R"({"$sin": "$x"})", "{}", "null"},
        {"$sin of a string", R"({"$sin": "a"})", "{}", "Location28765"},
        {"$cos", R"({"$cos": 0})", "{}", "1.0"},
        {"$tan", R"({"$tan": 0})", "{}", "0.0"},
        {"$asin", R"({"$asin": 0})", "{}", "0.0"},
        {"$asin of 2", R"({"$asin": 2})", "{}", "Location50989"},
        {"$acos", R"({"$acos": 1})", "{}", "0.0"},
        {"$atan", R"({"$atan": 0})", "{}", "0.0"},
        {"$atan2", R"({"$atan2": [0, 1]})", "{}", "0.0"},
        {"$atan2 of a string", R"({"$atan2": ["a", 1]})", "{}", "Location51044"},
        {"$sinh", R"({"$sinh": 0})", "{}", "0.0"},
        {"$cosh", R"({"$cosh": 0})", "{}", "1.0"},
        {"$tanh", R"({"$tanh": 0})", "{}", "0.0"},
        {"$asinh", R"({"$asinh": 0})", "{}", "0.0"},
        {"$acosh", R"({"$acosh": 1})", "{}", "0.0"},
        {"$acosh of 0", R"({"$acosh": 0})", "{}", "Location50989"},
        {"$atanh", R"({"$atanh": 0})", "{}", "0.0"},
        {"$degreesToRadians", R"({"$degreesToRadians": 180})", "{}", "3.141592653589793"},
        {"$radiansToDegrees", R"({"$radiansToDegrees": 0})", "{}", "0.0"},
        {"a decimal stays one", R"({"$cos": {"$numberDecimal": "0"}})", "{}", R"({"$numberDecimal": "1.000000000000000000000000000000000"})"},
    });
}
