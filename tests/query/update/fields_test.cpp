// The operators that give a field a value or take it away.

#include "update_support.h"

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("$set gives a field a value in its place, or makes it at the end") {
    const UpdateCase cases[] = {
        {"a field in the middle keeps its place", R"({"_id": 1, "a": 1, "b": 2})", R"({"$set": {"a": 5}})",
         R"({"_id": 1, "a": 5, "b": 2})"},
        {"the same value changes nothing", R"({"_id": 1, "a": 1})", R"({"$set": {"a": 1}})", "same"},
        {"an equal number of another type is a change", R"({"_id": 1, "a": 1})", R"({"$set": {"a": 1.0}})",
         R"({"_id": 1, "a": 1.0})"},
        {"null over missing is a change", R"({"_id": 1})", R"({"$set": {"a": null}})", R"({"_id": 1, "a": null})"},
        {"null over null is none", R"({"_id": 1, "a": null})", R"({"$set": {"a": null}})", "same"},
        {"an empty document", R"({"_id": 1})", R"({"$set": {"a": {}}})", R"({"_id": 1, "a": {}})"},
        {"a nested array as a whole", R"({"_id": 1, "a": [[1]]})", R"({"$set": {"a": [[1], []]}})",
         R"({"_id": 1, "a": [[1], []]})"},
        {"documents above are made", R"({"_id": 1})", R"({"$set": {"a.b.c": 1}})",
         R"({"_id": 1, "a": {"b": {"c": 1}}})"},
        {"below an existing document", R"({"_id": 1, "a": {"x": 1}, "z": 1})", R"({"$set": {"a.y": 2}})",
         R"({"_id": 1, "a": {"x": 1, "y": 2}, "z": 1})"},
        {"the largest numbers", R"({"_id": 1})",
         R"({"$set": {"a": {"$numberLong": "9223372036854775807"}, "b": {"$numberDouble": "Infinity"}}})",
         R"({"_id": 1, "a": {"$numberLong": "9223372036854775807"}, "b": {"$numberDouble": "Infinity"}})"},
        {"no fields at all", R"({"_id": 1})", R"({"$set": {}})", "same"},
        {"two fields below one document", R"({"_id": 1, "a": {"x": 1, "y": 1}})",
         R"({"$set": {"a.x": 2, "a.y": 3}})", R"({"_id": 1, "a": {"x": 2, "y": 3}})"},
        {"-0.0 over 0.0 is a change of bytes", R"({"a": 0.0})", R"({"$set": {"a": {"$numberDouble": "-0.0"}}})",
         R"({"a": {"$numberDouble": "-0.0"}})"},
    };
    checkAll(cases);
}

TEST_CASE("$unset removes a field, and leaves null in an array") {
    const UpdateCase cases[] = {
        {"the first field", R"({"a": 1, "b": 2})", R"({"$unset": {"a": ""}})", R"({"b": 2})"},
        {"the last field", R"({"a": 1, "b": 2})", R"({"$unset": {"b": 1}})", R"({"a": 1})"},
        {"the only field", R"({"a": 1})", R"({"$unset": {"a": 1}})", R"({})"},
        {"a missing field", R"({"a": 1})", R"({"$unset": {"b": 1}})", "same"},
        {"an array element becomes null", R"({"a": [1, 2, 3]})", R"({"$unset": {"a.1": ""}})",
         R"({"a": [1, null, 3]})"},
        {"a null element stays null", R"({"a": [1, null, 3]})", R"({"$unset": {"a.1": ""}})", "same"},
        {"beyond the end of an array", R"({"a": [1]})", R"({"$unset": {"a.5": ""}})", "same"},
        {"through a scalar", R"({"a": 1})", R"({"$unset": {"a.b": ""}})", "same"},
        {"a name below an array", R"({"a": [{"b": 1}]})", R"({"$unset": {"a.b": ""}})", "same"},
        {"a field of an array's element", R"({"a": [{"b": 1, "c": 1}]})", R"({"$unset": {"a.0.b": ""}})",
         R"({"a": [{"c": 1}]})"},
        {"a missing document is not made", R"({"x": 1})", R"({"$unset": {"a.b.c": ""}})", "same"},
        {"two of three", R"({"a": 1, "b": 2, "c": 3})", R"({"$unset": {"c": "", "a": ""}})", R"({"b": 2})"},
    };
    checkAll(cases);
}

TEST_CASE("$setOnInsert acts in an upsert's insert only") {
    CHECK(outcomeOf(R"({"a": 1})", R"({"$setOnInsert": {"a": 2, "b": 3}})") == "same");
    CHECK(outcomeOf(R"({"a": 1})", R"({"$setOnInsert": {"a.b": 2}})") == "same");
    UpdateContext insert;
    insert.isUpsertInsert = true;
    CHECK(outcomeOf(R"({"a": 1})", R"({"$setOnInsert": {"a": 2, "b": 3}})", insert) ==
          expected(R"({"a": 2, "b": 3})"));
    CHECK(outcomeOf(R"({"a": 1})", R"({"$setOnInsert": {"a.b": 2}})", insert) == "PathNotViable");
}

TEST_CASE("$min and $max compare over all types") {
    const UpdateCase cases[] = {
        {"lower", R"({"a": 5})", R"({"$min": {"a": 3}})", R"({"a": 3})"},
        {"not lower", R"({"a": 5})", R"({"$min": {"a": 7}})", "same"},
        {"equal with another type", R"({"a": 5})", R"({"$min": {"a": 5.0}})", "same"},
        {"missing", R"({})", R"({"$min": {"a": 7}})", R"({"a": 7})"},
        {"null is lower than numbers", R"({"a": 5})", R"({"$min": {"a": null}})", R"({"a": null})"},
        {"NaN is the lowest number", R"({"a": 5})", R"({"$min": {"a": {"$numberDouble": "NaN"}}})",
         R"({"a": {"$numberDouble": "NaN"}})"},
        {"higher", R"({"a": 5})", R"({"$max": {"a": 7}})", R"({"a": 7})"},
        {"not higher", R"({"a": 5})", R"({"$max": {"a": 3}})", "same"},
        {"strings are higher than numbers", R"({"a": 5})", R"({"$max": {"a": ""}})", R"({"a": ""})"},
        {"an array is higher than a document", R"({"a": {"x": 9}})", R"({"$max": {"a": []}})", R"({"a": []})"},
        {"the largest int64 and a double", R"({"a": {"$numberLong": "9223372036854775807"}})",
         R"({"$max": {"a": 9.3e18}})", R"({"a": 9.3e18})"},
    };
    checkAll(cases);
}

TEST_CASE("$currentDate gives the statement's time") {
    UpdateContext context;
    context.now = bson::Date{1'700'000'000'123};
    context.timestamp = bson::Timestamp{1'700'000'000, 7};
    const UpdateCase cases[] = {
        {"a date", R"({})", R"({"$currentDate": {"a": true}})", R"({"a": {"$date": {"$numberLong": "1700000000123"}}})"},
        {"false means a date too", R"({"a": 1})", R"({"$currentDate": {"a": false}})",
         R"({"a": {"$date": {"$numberLong": "1700000000123"}}})"},
        {"by type", R"({})", R"({"$currentDate": {"a": {"$type": "date"}}})",
         R"({"a": {"$date": {"$numberLong": "1700000000123"}}})"},
        {"a timestamp", R"({})", R"({"$currentDate": {"a": {"$type": "timestamp"}}})",
         R"({"a": {"$timestamp": {"t": 1700000000, "i": 7}}})"},
        {"another type", R"({})", R"({"$currentDate": {"a": {"$type": "string"}}})", "BadValue"},
        {"another option", R"({})", R"({"$currentDate": {"a": {"$typ": "date"}}})", "BadValue"},
        {"a number", R"({})", R"({"$currentDate": {"a": 1}})", "BadValue"},
    };
    checkAll(cases, context);
}

TEST_CASE("$rename moves a field") {
    const UpdateCase cases[] = {
        {"to a new name, at the end", R"({"a": 1, "b": 2})", R"({"$rename": {"a": "c"}})", R"({"b": 2, "c": 1})"},
        {"over another field, in its place", R"({"a": 1, "b": 2, "c": 3})", R"({"$rename": {"a": "b"}})",
         R"({"b": 1, "c": 3})"},
        {"over an equal field", R"({"a": 1, "b": 1})", R"({"$rename": {"a": "b"}})", R"({"b": 1})"},
        {"a missing field", R"({"b": 2})", R"({"$rename": {"a": "c"}})", "same"},
        {"into a document that is made", R"({"a": 1})", R"({"$rename": {"a": "x.y"}})", R"({"x": {"y": 1}})"},
        {"out of a document, which stays", R"({"x": {"a": 1}})", R"({"$rename": {"x.a": "b"}})",
         R"({"x": {}, "b": 1})"},
        {"an array as a whole", R"({"a": [1, 2]})", R"({"$rename": {"a": "b"}})", R"({"b": [1, 2]})"},
        {"the source in an array", R"({"a": [{"b": 1}]})", R"({"$rename": {"a.0.b": "c"}})", "BadValue"},
        {"the source through a scalar in an array", R"({"a": [{"b": 1}]})", R"({"$rename": {"a.0.b.c": "d"}})", "PathNotViable"},
        {"a missing source in an array", R"({"a": [{"b": 1}]})", R"({"$rename": {"a.0.c": "d"}})", "same"},
        {"an empty part before what else is wrong", R"({"a": 1})", R"({"$rename": {"a.": "a"}})", "EmptyFieldName"},
        {"the target below an array", R"({"a": 1, "b": [{"c": 2}]})", R"({"$rename": {"a": "b.c"}})", "BadValue"},
        {"the target below an array, without a source", R"({"b": [{"c": 2}]})", R"({"$rename": {"a": "b.c"}})", "same"},
        {"the target in an array", R"({"a": 1, "b": [{}]})", R"({"$rename": {"a": "b.0.c"}})", "BadValue"},
        {"the source through a scalar", R"({"a": 1})", R"({"$rename": {"a.b": "c"}})", "PathNotViable"},
        {"the target through a scalar", R"({"a": 1, "b": 2})", R"({"$rename": {"a": "b.c"}})", "PathNotViable"},
        {"a missing source and a blocked target", R"({"b": 2})", R"({"$rename": {"a": "b.c"}})", "same"},
        {"to itself", R"({"a": 1})", R"({"$rename": {"a": "a"}})", "BadValue"},
        {"below itself", R"({"a": 1})", R"({"$rename": {"a": "a.b"}})", "BadValue"},
        {"to a number", R"({"a": 1})", R"({"$rename": {"a": 5}})", "BadValue"},
        {"positional", R"({"a": 1})", R"({"$rename": {"a.$": "b"}})", "BadValue"},
        {"_id away", R"({"_id": 1})", R"({"$rename": {"_id": "b"}})", "ImmutableField"},
        {"onto _id", R"({"_id": 1, "a": 2})", R"({"$rename": {"a": "_id"}})", "ImmutableField"},
        {"two that meet", R"({"a": 1, "b": 2})", R"({"$rename": {"a": "c", "b": "c"}})",
         "ConflictingUpdateOperators"},
        {"a chain", R"({"a": 1, "b": 2})", R"({"$rename": {"a": "b", "b": "c"}})", "ConflictingUpdateOperators"},
    };
    checkAll(cases);
}
