// The operators that calculate: $inc, $mul, $bit.

#include "update_support.h"

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("$inc adds, widens, and refuses what is no number") {
    const UpdateCase cases[] = {
        {"int32", R"({"a": 1})", R"({"$inc": {"a": 2}})", R"({"a": 3})"},
        {"by zero", R"({"a": 1})", R"({"$inc": {"a": 0}})", "same"},
        {"by an int64 zero widens", R"({"a": 1})", R"({"$inc": {"a": {"$numberLong": "0"}}})",
         R"({"a": {"$numberLong": "1"}})"},
        {"missing gets the amount in its type", R"({})", R"({"$inc": {"a.b": 2.5}})", R"({"a": {"b": 2.5}})"},
        {"int32 grows into int64", R"({"a": 2147483647})", R"({"$inc": {"a": 1}})",
         R"({"a": {"$numberLong": "2147483648"}})"},
        {"downwards too", R"({"a": -2147483648})", R"({"$inc": {"a": -1}})",
         R"({"a": {"$numberLong": "-2147483649"}})"},
        {"int64 does not overflow", R"({"a": {"$numberLong": "9223372036854775807"}})", R"({"$inc": {"a": 1}})",
         "BadValue"},
        {"int64 below", R"({"a": {"$numberLong": "-9223372036854775808"}})", R"({"$inc": {"a": -1}})", "BadValue"},
        {"a double", R"({"a": 1})", R"({"$inc": {"a": 0.5}})", R"({"a": 1.5})"},
        {"a decimal", R"({"a": 1})", R"({"$inc": {"a": {"$numberDecimal": "0.10"}}})",
         R"({"a": {"$numberDecimal": "1.10"}})"},
        {"NaN stays NaN", R"({"a": {"$numberDouble": "NaN"}})", R"({"$inc": {"a": 1}})", "same"},
        {"null", R"({"a": null})", R"({"$inc": {"a": 1}})", "TypeMismatch"},
        {"a string", R"({"a": "1"})", R"({"$inc": {"a": 1}})", "TypeMismatch"},
        {"an array", R"({"a": [1]})", R"({"$inc": {"a": 1}})", "TypeMismatch"},
        {"an element of an array", R"({"a": [1, 2]})", R"({"$inc": {"a.1": 1}})", R"({"a": [1, 3]})"},
        {"by a string", R"({"a": 1})", R"({"$inc": {"a": "1"}})", "TypeMismatch"},
        {"by null", R"({"a": 1})", R"({"$inc": {"a": null}})", "TypeMismatch"},
    };
    checkAll(cases);
}

TEST_CASE("$mul multiplies; what is missing becomes zero of the factor's type") {
    const UpdateCase cases[] = {
        {"int32", R"({"a": 3})", R"({"$mul": {"a": 4}})", R"({"a": 12})"},
        {"missing, int32", R"({})", R"({"$mul": {"a": 4}})", R"({"a": 0})"},
        {"missing, int64", R"({})", R"({"$mul": {"a": {"$numberLong": "4"}}})", R"({"a": {"$numberLong": "0"}})"},
        {"missing, double", R"({})", R"({"$mul": {"a": 2.5}})", R"({"a": 0.0})"},
        {"int32 grows", R"({"a": 65536})", R"({"$mul": {"a": 65536}})", R"({"a": {"$numberLong": "4294967296"}})"},
        {"int64 does not overflow", R"({"a": {"$numberLong": "9223372036854775807"}})", R"({"$mul": {"a": 2}})",
         "BadValue"},
        {"by one", R"({"a": 3})", R"({"$mul": {"a": 1}})", "same"},
        {"null", R"({"a": null})", R"({"$mul": {"a": 1}})", "TypeMismatch"},
        {"by a document", R"({"a": 1})", R"({"$mul": {"a": {}}})", "TypeMismatch"},
    };
    checkAll(cases);
}

TEST_CASE("$bit works on integers") {
    const UpdateCase cases[] = {
        {"and", R"({"a": 13})", R"({"$bit": {"a": {"and": 10}}})", R"({"a": 8})"},
        {"or", R"({"a": 3})", R"({"$bit": {"a": {"or": 5}}})", R"({"a": 7})"},
        {"xor", R"({"a": 1})", R"({"$bit": {"a": {"xor": 5}}})", R"({"a": 4})"},
        {"several, in order", R"({"a": 7})", R"({"$bit": {"a": {"and": 6, "or": 8}}})", R"({"a": 14})"},
        {"no change", R"({"a": 7})", R"({"$bit": {"a": {"or": 7}}})", "same"},
        {"int64 widens", R"({"a": 1})", R"({"$bit": {"a": {"or": {"$numberLong": "4294967296"}}}})",
         R"({"a": {"$numberLong": "4294967297"}})"},
        {"a negative int32 keeps its bits", R"({"a": -1})", R"({"$bit": {"a": {"and": 255}}})", R"({"a": 255})"},
        {"missing is 0", R"({})", R"({"$bit": {"a": {"or": 5}}})", R"({"a": 5})"},
        {"a double field", R"({"a": 1.0})", R"({"$bit": {"a": {"or": 5}}})", "BadValue"},
        {"a double operand", R"({"a": 1})", R"({"$bit": {"a": {"or": 5.0}}})", "BadValue"},
        {"an unknown operation", R"({"a": 1})", R"({"$bit": {"a": {"nand": 5}}})", "BadValue"},
        {"none", R"({"a": 1})", R"({"$bit": {"a": {}}})", "BadValue"},
        {"a number", R"({"a": 1})", R"({"$bit": {"a": 1}})", "BadValue"},
    };
    checkAll(cases);
}
