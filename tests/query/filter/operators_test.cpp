// Every filter operator: what it matches, and what it refuses to parse. The compiled matcher must agree with the tree.

#include "query/filter/operators.h"
#include "tests/query/filter/filter_case.h"

#include <algorithm>
#include <string>

using namespace sheaf;
using namespace sheaf::query::test;
using query::Filter;

TEST_CASE("the table of filter operators is in name order") {
    const auto table = query::filterOperators();
    CHECK(std::is_sorted(table.begin(), table.end(), [](const auto* a, const auto* b) { return a->name < b->name; }));
    for (const auto* entry : table) CHECK((entry->parseOnField != nullptr || entry->parseAtTop != nullptr));
}

TEST_CASE("equality compares values, looks into arrays, and takes missing for null") {
    check({
        {"empty filter", "{}", R"({"a":1})", "yes"},
        {"int and double", R"({"a":1})", R"({"a":1.0})", "yes"},
        {"int and long", R"({"a":1})", R"({"a":{"$numberLong":"1"}})", "yes"},
        {"int and decimal", R"({"a":1})", R"({"a":{"$numberDecimal":"1.00"}})", "yes"},
        {"zero and minus zero", R"({"a":0})", R"({"a":{"$numberDouble":"-0.0"}})", "yes"},
        {"largest long and its double", R"({"a":{"$numberLong":"9223372036854775807"}})", R"({"a":9223372036854775807.0})", "no"},
        {"2^53 + 1 is not 2^53", R"({"a":{"$numberLong":"9007199254740993"}})", R"({"a":9007199254740992.0})", "no"},
        {"number and string", R"({"a":1})", R"({"a":"1"})", "no"},
        {"number and bool", R"({"a":1})", R"({"a":true})", "no"},
        {"element of an array", R"({"a":2})", R"({"a":[1,2,3]})", "yes"},
        {"not in a nested array", R"({"a":2})", R"({"a":[[2]]})", "no"},
        {"whole array", R"({"a":[1,2]})", R"({"a":[1,2]})", "yes"},
        {"array as an element", R"({"a":[1,2]})", R"({"a":[[1,2],3]})", "yes"},
        {"array with another order", R"({"a":[1,2]})", R"({"a":[2,1]})", "no"},
        {"empty array", R"({"a":[]})", R"({"a":[]})", "yes"},
        {"empty array in an array", R"({"a":[]})", R"({"a":[[]]})", "yes"},
        {"document", R"({"a":{"b":1}})", R"({"a":{"b":1.0}})", "yes"},
        {"document with more fields", R"({"a":{"b":1}})", R"({"a":{"b":1,"c":2}})", "no"},
        {"document with another order", R"({"a":{"b":1,"c":2}})", R"({"a":{"c":2,"b":1}})", "no"},
        {"empty document", R"({"a":{}})", R"({"a":{}})", "yes"},
        {"empty document and missing", R"({"a":{}})", R"({})", "no"},
        {"null and null", R"({"a":null})", R"({"a":null})", "yes"},
        {"null and missing", R"({"a":null})", R"({})", "yes"},
        {"null and undefined", R"({"a":null})", R"({"a":{"$undefined":true}})", "no"},
        {"null in an array", R"({"a":null})", R"({"a":[1,null]})", "yes"},
        {"null and the empty array", R"({"a":null})", R"({"a":[]})", "no"},
        {"null below a scalar", R"({"a.b":null})", R"({"a":5})", "yes"},
        {"null below an array of scalars", R"({"a.b":null})", R"({"a":[1,2]})", "no"},
        {"null below an empty array", R"({"a.b":null})", R"({"a":[]})", "no"},
        {"null in one document of an array", R"({"a.b":null})", R"({"a":[{"b":1},{}]})", "yes"},
        {"no null in any document of an array", R"({"a.b":null})", R"({"a":[{"b":1},{"b":2}]})", "no"},
        {"NaN and NaN", R"({"a":{"$numberDouble":"NaN"}})", R"({"a":{"$numberDecimal":"NaN"}})", "yes"},
        {"NaN and a number", R"({"a":{"$numberDouble":"NaN"}})", R"({"a":1})", "no"},
        {"MinKey equals itself only", R"({"a":{"$minKey":1}})", R"({"a":1})", "no"},
        {"MinKey", R"({"a":{"$minKey":1}})", R"({"a":{"$minKey":1}})", "yes"},
        {"$eq", R"({"a":{"$eq":2}})", R"({"a":[1,2]})", "yes"},
        {"$eq of a regular expression is that value", R"({"a":{"$eq":{"$regularExpression":{"pattern":"a","options":""}}}})",
         R"({"a":"a"})", "no"},
        {"a DBRef is a value", R"({"a":{"$ref":"c","$id":1}})", R"({"a":{"$ref":"c","$id":1}})", "yes"},
        {"undefined", R"({"a":{"$undefined":true}})", "{}", "BadValue"},
        {"$eq undefined", R"({"a":{"$eq":{"$undefined":true}}})", "{}", "BadValue"},
        {"unknown operator", R"({"a":{"$foo":1}})", "{}", "BadValue"},
        {"operator and field", R"({"a":{"$gt":1,"b":2}})", "{}", "BadValue"},
        {"field before operator is a value", R"({"a":{"b":2,"$gt":1}})", "{}", "no"},
        {"unknown top level operator", R"({"$foo":1})", "{}", "BadValue"},
        {"field operator at top", R"({"$gt":1})", "{}", "BadValue"},
    });
}

TEST_CASE("dotted paths go through documents, arrays and positions") {
    check({
        {"nested", R"({"a.b.c":1})", R"({"a":{"b":{"c":1}}})", "yes"},
        {"dots are no part of names", R"({"a.b":1})", R"({"a.b":1})", "no"},
        {"documents in an array", R"({"a.b":2})", R"({"a":[{"b":1},{"b":2}]})", "yes"},
        {"arrays at two levels", R"({"a.b.c":3})", R"({"a":[{"b":[{"c":1},{"c":3}]}]})", "yes"},
        {"array of arrays is not entered", R"({"a.b":1})", R"({"a":[[{"b":1}]]})", "no"},
        {"position", R"({"a.1":2})", R"({"a":[1,2]})", "yes"},
        {"wrong position", R"({"a.0":2})", R"({"a":[1,2]})", "no"},
        {"position beyond the end", R"({"a.2":null})", R"({"a":[1,2]})", "no"},
        {"position in the middle", R"({"a.1.b":2})", R"({"a":[{"b":1},{"b":2}]})", "yes"},
        {"position into a nested array", R"({"a.0.b":1})", R"({"a":[[{"b":1}]]})", "yes"},
        {"position is also a name", R"({"a.0":5})", R"({"a":[{"0":5}]})", "yes"},
        {"numeric name", R"({"a.0":5})", R"({"a":{"0":5}})", "yes"},
        {"leading zero is no position", R"({"a.01":2})", R"({"a":[1,2]})", "no"},
        {"array at a position is not looked into", R"({"a.0":2})", R"({"a":[[1,2]]})", "no"},
        {"array at a position as a whole", R"({"a.0":[1,2]})", R"({"a":[[1,2]]})", "yes"},
        {"the first of two equal names counts", R"({"a":1})", R"({"a":1,"b":2})", "yes"},
    });
}

TEST_CASE("order comparisons stay within a class of types") {
    check({
        {"$gt", R"({"a":{"$gt":1}})", R"({"a":2})", "yes"},
        {"$gt equal", R"({"a":{"$gt":2}})", R"({"a":2.0})", "no"},
        {"$gte equal", R"({"a":{"$gte":2}})", R"({"a":2.0})", "yes"},
        {"$lt", R"({"a":{"$lt":2.5}})", R"({"a":2})", "yes"},
        {"$lte decimal", R"({"a":{"$lte":{"$numberDecimal":"2.5"}}})", R"({"a":2.5})", "yes"},
        {"$gt between long and double", R"({"a":{"$gt":9007199254740992.0}})", R"({"a":{"$numberLong":"9007199254740993"}})", "yes"},
        {"$lt null", R"({"a":{"$lt":1}})", R"({"a":null})", "no"},
        {"$lt missing", R"({"a":{"$lt":1}})", R"({})", "no"},
        {"$lt string", R"({"a":{"$lt":1}})", R"({"a":""})", "no"},
        {"$gt bool", R"({"a":{"$gt":false}})", R"({"a":true})", "yes"},
        {"$gt bool and number", R"({"a":{"$gt":false}})", R"({"a":1})", "no"},
        {"$gt date", R"({"a":{"$gt":{"$date":"2020-01-01T00:00:00Z"}}})", R"({"a":{"$date":"2021-01-01T00:00:00Z"}})", "yes"},
        {"$gt date and timestamp", R"({"a":{"$gt":{"$date":"1970-01-01T00:00:00Z"}}})", R"({"a":{"$timestamp":{"t":5,"i":1}}})", "no"},
        {"$gte null is null or missing", R"({"a":{"$gte":null}})", R"({})", "yes"},
        {"$lte null", R"({"a":{"$lte":null}})", R"({"a":null})", "yes"},
        {"$gt null", R"({"a":{"$gt":null}})", R"({"a":null})", "no"},
        {"$gt null and a number", R"({"a":{"$gt":null}})", R"({"a":1})", "no"},
        {"$lt NaN", R"({"a":{"$lt":{"$numberDouble":"NaN"}}})", R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"$lte NaN", R"({"a":{"$lte":{"$numberDouble":"NaN"}}})", R"({"a":{"$numberDouble":"NaN"}})", "yes"},
        {"$gte NaN", R"({"a":{"$gte":{"$numberDouble":"NaN"}}})", R"({"a":{"$numberDecimal":"NaN"}})", "yes"},
        {"$lt a number and NaN", R"({"a":{"$lt":1}})", R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"$gte -Infinity and NaN", R"({"a":{"$gte":{"$numberDouble":"-Infinity"}}})", R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"$gt MinKey", R"({"a":{"$gt":{"$minKey":1}}})", R"({"a":null})", "yes"},
        {"$gt MinKey and missing", R"({"a":{"$gt":{"$minKey":1}}})", R"({})", "yes"},
        {"$gt MinKey and MinKey", R"({"a":{"$gt":{"$minKey":1}}})", R"({"a":{"$minKey":1}})", "no"},
        {"$gte MinKey", R"({"a":{"$gte":{"$minKey":1}}})", R"({"a":{"$minKey":1}})", "yes"},
        {"$lt MinKey", R"({"a":{"$lt":{"$minKey":1}}})", R"({"a":1})", "no"},
        {"$lt MaxKey", R"({"a":{"$lt":{"$maxKey":1}}})", R"({"a":{"b":1}})", "yes"},
        {"$lte MaxKey and missing", R"({"a":{"$lte":{"$maxKey":1}}})", R"({})", "yes"},
        {"$lt a number and MinKey", R"({"a":{"$lt":1}})", R"({"a":{"$minKey":1}})", "no"},
        {"element of an array", R"({"a":{"$gt":5}})", R"({"a":[1,9]})", "yes"},
        {"two elements satisfy two conditions", R"({"a":{"$gt":5,"$lt":3}})", R"({"a":[1,9]})", "yes"},
        {"array with array", R"({"a":{"$gt":[1]}})", R"({"a":[2]})", "yes"},
        {"document with document", R"({"a":{"$lt":{"b":2}}})", R"({"a":{"b":1}})", "yes"},
        {"strings by bytes", R"({"a":{"$lt":"a"}})", R"({"a":"B"})", "yes"},
        {"regular expression as operand", R"({"a":{"$gt":{"$regularExpression":{"pattern":"a","options":""}}}})", "{}", "BadValue"},
        {"undefined as operand", R"({"a":{"$lte":{"$undefined":true}}})", "{}", "BadValue"},
    });
}

TEST_CASE("$ne, $in and $nin") {
    check({
        {"$ne", R"({"a":{"$ne":1}})", R"({"a":2})", "yes"},
        {"$ne missing", R"({"a":{"$ne":1}})", R"({})", "yes"},
        {"$ne in an array", R"({"a":{"$ne":1}})", R"({"a":[1,2]})", "no"},
        {"$ne null", R"({"a":{"$ne":null}})", R"({})", "no"},
        {"$ne null and the empty array", R"({"a":{"$ne":null}})", R"({"a":[]})", "yes"},
        {"$ne null and undefined", R"({"a":{"$ne":null}})", R"({"a":{"$undefined":true}})", "yes"},
        {"$ne of a regular expression", R"({"a":{"$ne":{"$regularExpression":{"pattern":"a","options":""}}}})", "{}", "BadValue"},
        {"$in", R"({"a":{"$in":[3,1,2]}})", R"({"a":2.0})", "yes"},
        {"$in none", R"({"a":{"$in":[3,1,2]}})", R"({"a":4})", "no"},
        {"$in nothing", R"({"a":{"$in":[]}})", R"({"a":4})", "no"},
        {"$in null and missing", R"({"a":{"$in":[null,1]}})", R"({})", "yes"},
        {"$in without null and missing", R"({"a":{"$in":[1,2]}})", R"({})", "no"},
        {"$in null and undefined", R"({"a":{"$in":[null,1]}})", R"({"a":{"$undefined":true}})", "no"},
        {"$in element", R"({"a":{"$in":[9,2]}})", R"({"a":[1,2]})", "yes"},
        {"$in whole array", R"({"a":{"$in":[[1,2]]}})", R"({"a":[1,2]})", "yes"},
        {"$in regular expression", R"({"a":{"$in":[{"$regularExpression":{"pattern":"^b","options":"i"}},5]}})", R"({"a":"Bob"})", "yes"},
        {"$in mixed types", R"({"a":{"$in":["x",true,5]}})", R"({"a":true})", "yes"},
        {"$in NaN", R"({"a":{"$in":[{"$numberDouble":"NaN"},1]}})", R"({"a":{"$numberDecimal":"NaN"}})", "yes"},
        {"$in needs an array", R"({"a":{"$in":1}})", "{}", "BadValue"},
        {"$in with an operator", R"({"a":{"$in":[{"$gt":1}]}})", "{}", "BadValue"},
        {"$in with undefined", R"({"a":{"$in":[{"$undefined":true}]}})", "{}", "BadValue"},
        {"$nin", R"({"a":{"$nin":[1,2]}})", R"({"a":3})", "yes"},
        {"$nin missing", R"({"a":{"$nin":[1,2]}})", R"({})", "yes"},
        {"$nin null and missing", R"({"a":{"$nin":[1,null]}})", R"({})", "no"},
        {"$nin in an array", R"({"a":{"$nin":[1]}})", R"({"a":[1,2]})", "no"},
        {"$nin nothing", R"({"a":{"$nin":[]}})", R"({"a":1})", "yes"},
        {"$nin needs an array", R"({"a":{"$nin":null}})", "{}", "BadValue"},
    });
}

TEST_CASE("$and, $or, $nor, $not and the constants") {
    check({
        {"$and", R"({"$and":[{"a":1},{"b":2}]})", R"({"a":1,"b":2})", "yes"},
        {"$and one fails", R"({"$and":[{"a":1},{"b":2}]})", R"({"a":1,"b":3})", "no"},
        {"$or", R"({"$or":[{"a":1},{"b":2}]})", R"({"a":0,"b":2})", "yes"},
        {"$or of one path", R"({"$or":[{"a":1},{"a":{"$in":[2,3]}}]})", R"({"a":[3]})", "yes"},
        {"$or none", R"({"$or":[{"a":1},{"b":2}]})", R"({"a":0,"b":0})", "no"},
        {"$nor", R"({"$nor":[{"a":1},{"b":2}]})", R"({"a":0,"b":0})", "yes"},
        {"$nor one matches", R"({"$nor":[{"a":1},{"b":2}]})", R"({"a":1,"b":0})", "no"},
        {"$and beside a field", R"({"c":3,"$and":[{"a":1}]})", R"({"a":1,"c":4})", "no"},
        {"an empty filter in $or", R"({"$or":[{},{"a":1}]})", R"({})", "yes"},
        {"an empty filter in $nor", R"({"$nor":[{},{"a":1}]})", R"({})", "no"},
        {"nested", R"({"$or":[{"$and":[{"a":1},{"b":2}]},{"$nor":[{"c":3}]}]})", R"({"c":3,"a":1,"b":2})", "yes"},
        {"$and empty", R"({"$and":[]})", "{}", "BadValue"},
        {"$or no array", R"({"$or":{"a":1}})", "{}", "BadValue"},
        {"$nor with a number", R"({"$nor":[1]})", "{}", "BadValue"},
        {"$not", R"({"a":{"$not":{"$gt":5}}})", R"({"a":3})", "yes"},
        {"$not missing", R"({"a":{"$not":{"$gt":5}}})", R"({})", "yes"},
        {"$not an array", R"({"a":{"$not":{"$gt":5}}})", R"({"a":[1,9]})", "no"},
        {"$not of two", R"({"a":{"$not":{"$gt":1,"$lt":5}}})", R"({"a":7})", "yes"},
        {"$not of $not", R"({"a":{"$not":{"$not":{"$gt":5}}}})", R"({"a":6})", "yes"},
        {"$not regular expression", R"({"a":{"$not":{"$regularExpression":{"pattern":"^a","options":""}}}})", R"({"a":"b"})", "yes"},
        {"$not value", R"({"a":{"$not":5}})", "{}", "BadValue"},
        {"$not empty", R"({"a":{"$not":{}}})", "{}", "BadValue"},
        {"$not field", R"({"a":{"$not":{"b":3}}})", "{}", "BadValue"},
        {"$alwaysTrue", R"({"$alwaysTrue":1})", R"({})", "yes"},
        {"$alwaysFalse", R"({"$alwaysFalse":1.0})", R"({})", "no"},
        {"$alwaysTrue in $and", R"({"$and":[{"$alwaysTrue":1},{"a":1}]})", R"({"a":1})", "yes"},
        {"$alwaysTrue with another number", R"({"$alwaysTrue":2})", "{}", "FailedToParse"},
        {"$comment", R"({"$comment":"x","a":{"$gt":0,"$comment":{"y":1}}})", R"({"a":1})", "yes"},
        {"$comment alone", R"({"a":{"$comment":1}})", R"({})", "yes"},
    });
}

TEST_CASE("$exists and $type") {
    check({
        {"$exists", R"({"a":{"$exists":true}})", R"({"a":null})", "yes"},
        {"$exists missing", R"({"a":{"$exists":true}})", R"({})", "no"},
        {"$exists empty array", R"({"a":{"$exists":true}})", R"({"a":[]})", "yes"},
        {"$exists false", R"({"a":{"$exists":false}})", R"({})", "yes"},
        {"$exists 0 is false", R"({"a":{"$exists":0}})", R"({})", "yes"},
        {"$exists null is false", R"({"a":{"$exists":null}})", R"({})", "yes"},
        {"$exists a string is true", R"({"a":{"$exists":""}})", R"({"a":1})", "yes"},
        {"$exists below an array", R"({"a.b":{"$exists":true}})", R"({"a":[{},{"b":1}]})", "yes"},
        {"$exists false below an array", R"({"a.b":{"$exists":false}})", R"({"a":[{},{"b":1}]})", "no"},
        {"$exists position", R"({"a.1":{"$exists":true}})", R"({"a":[1]})", "no"},
        {"$type alias", R"({"a":{"$type":"string"}})", R"({"a":"x"})", "yes"},
        {"$type number", R"({"a":{"$type":16}})", R"({"a":5})", "yes"},
        {"$type all numbers", R"({"a":{"$type":"number"}})", R"({"a":{"$numberDecimal":"5"}})", "yes"},
        {"$type list", R"({"a":{"$type":["string","null"]}})", R"({"a":null})", "yes"},
        {"$type array", R"({"a":{"$type":"array"}})", R"({"a":[]})", "yes"},
        {"$type element", R"({"a":{"$type":"string"}})", R"({"a":[1,"x"]})", "yes"},
        {"$type minKey", R"({"a":{"$type":-1}})", R"({"a":{"$minKey":1}})", "yes"},
        {"$type null and missing", R"({"a":{"$type":"null"}})", R"({})", "no"},
        {"$type bool and int", R"({"a":{"$type":"bool"}})", R"({"a":1})", "no"},
        {"$type unknown alias", R"({"a":{"$type":"foo"}})", "{}", "BadValue"},
        {"$type unknown number", R"({"a":{"$type":20}})", "{}", "BadValue"},
        {"$type 0", R"({"a":{"$type":0}})", "{}", "BadValue"},
        {"$type fraction", R"({"a":{"$type":1.5}})", "{}", "BadValue"},
        {"$type null", R"({"a":{"$type":null}})", "{}", "TypeMismatch"},
        {"$type nothing", R"({"a":{"$type":[]}})", "{}", "FailedToParse"},
    });
}

TEST_CASE("$elemMatch, $all and $size") {
    check({
        {"$elemMatch on values", R"({"a":{"$elemMatch":{"$gt":1,"$lt":3}}})", R"({"a":[0,2]})", "yes"},
        {"$elemMatch needs one element for all", R"({"a":{"$elemMatch":{"$gt":5,"$lt":3}}})", R"({"a":[1,9]})", "no"},
        {"$elemMatch needs an array", R"({"a":{"$elemMatch":{"$gt":1}}})", R"({"a":2})", "no"},
        {"$elemMatch nothing", R"({"a":{"$elemMatch":{"$gt":1}}})", R"({"a":[]})", "no"},
        {"$elemMatch on documents", R"({"a":{"$elemMatch":{"b":1,"c":2}}})", R"({"a":[{"b":1,"c":2}]})", "yes"},
        {"$elemMatch in two documents", R"({"a":{"$elemMatch":{"b":1,"c":2}}})", R"({"a":[{"b":1},{"c":2}]})", "no"},
        {"$elemMatch empty filter", R"({"a":{"$elemMatch":{}}})", R"({"a":[{"b":1}]})", "yes"},
        {"$elemMatch empty filter and scalars", R"({"a":{"$elemMatch":{}}})", R"({"a":[1]})", "no"},
        {"$elemMatch nested values", R"({"a":{"$elemMatch":{"$elemMatch":{"$eq":2}}}})", R"({"a":[[1,2]]})", "yes"},
        {"$elemMatch $not", R"({"a":{"$elemMatch":{"$not":{"$gt":1}}}})", R"({"a":[5,1]})", "yes"},
        {"$elemMatch $ne", R"({"a":{"$elemMatch":{"$ne":1}}})", R"({"a":[1]})", "no"},
        {"$elemMatch $or", R"({"a":{"$elemMatch":{"$or":[{"b":1},{"b":2}]}}})", R"({"a":[{"b":2}]})", "yes"},
        {"$elemMatch $in", R"({"a":{"$elemMatch":{"$in":[2,{"$regularExpression":{"pattern":"x","options":""}}]}}})", R"({"a":["ax"]})", "yes"},
        {"$elemMatch null", R"({"a":{"$elemMatch":{"b":null}}})", R"({"a":[{"c":1}]})", "yes"},
        {"$elemMatch on arrays by position", R"({"a":{"$elemMatch":{"0":5}}})", R"({"a":[[5]]})", "yes"},
        {"$elemMatch below an array", R"({"a.b":{"$elemMatch":{"$gt":1}}})", R"({"a":[{"b":[0]},{"b":[2]}]})", "yes"},
        {"$elemMatch array", R"({"a":{"$elemMatch":[1]}})", "{}", "BadValue"},
        {"$elemMatch unknown", R"({"a":{"$elemMatch":{"$foo":1}}})", "{}", "BadValue"},
        {"$all", R"({"a":{"$all":[1,2]}})", R"({"a":[2,1,3]})", "yes"},
        {"$all one missing", R"({"a":{"$all":[1,4]}})", R"({"a":[2,1,3]})", "no"},
        {"$all of a scalar", R"({"a":{"$all":[1]}})", R"({"a":1})", "yes"},
        {"$all nothing", R"({"a":{"$all":[]}})", R"({"a":[]})", "no"},
        {"$all null and missing", R"({"a":{"$all":[null]}})", R"({})", "yes"},
        {"$all array", R"({"a":{"$all":[[1,2]]}})", R"({"a":[1,2]})", "yes"},
        {"$all regular expression", R"({"a":{"$all":[{"$regularExpression":{"pattern":"^x","options":""}},1]}})", R"({"a":["xy",1]})", "yes"},
        {"$all $elemMatch", R"({"a":{"$all":[{"$elemMatch":{"b":1}},{"$elemMatch":{"b":2}}]}})", R"({"a":[{"b":2},{"b":1}]})", "yes"},
        {"$all mixed", R"({"a":{"$all":[{"$elemMatch":{"b":1}},1]}})", "{}", "BadValue"},
        {"$all operators", R"({"a":{"$all":[{"$gt":1}]}})", "{}", "BadValue"},
        {"$all no array", R"({"a":{"$all":1}})", "{}", "BadValue"},
        {"$size", R"({"a":{"$size":2}})", R"({"a":[1,2]})", "yes"},
        {"$size 0", R"({"a":{"$size":0}})", R"({"a":[]})", "yes"},
        {"$size of no array", R"({"a":{"$size":0}})", R"({})", "no"},
        {"$size counts the outer array", R"({"a":{"$size":2}})", R"({"a":[[1,2]]})", "no"},
        {"$size double", R"({"a":{"$size":1.0}})", R"({"a":[[1,2]]})", "yes"},
        {"$size huge", R"({"a":{"$size":{"$numberLong":"9223372036854775807"}}})", R"({"a":[1]})", "no"},
        {"$size negative", R"({"a":{"$size":-3}})", "{}", "BadValue"},
        {"$size fraction", R"({"a":{"$size":1.5}})", "{}", "BadValue"},
        {"$size string", R"({"a":{"$size":"1"}})", "{}", "BadValue"},
        {"$size NaN", R"({"a":{"$size":{"$numberDouble":"NaN"}}})", "{}", "BadValue"},
    });
}

TEST_CASE("$mod") {
    check({
        {"$mod", R"({"a":{"$mod":[4,1]}})", R"({"a":5})", "yes"},
        {"the remainder has the dividend's sign", R"({"a":{"$mod":[4,-1]}})", R"({"a":-5})", "yes"},
        {"fractions are cut", R"({"a":{"$mod":[4.9,1]}})", R"({"a":5.9})", "yes"},
        {"decimal", R"({"a":{"$mod":[4,1]}})", R"({"a":{"$numberDecimal":"5.5"}})", "yes"},
        {"infinity", R"({"a":{"$mod":[4,0]}})", R"({"a":{"$numberDouble":"Infinity"}})", "no"},
        {"NaN", R"({"a":{"$mod":[4,0]}})", R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"beyond int64", R"({"a":{"$mod":[4,0]}})", R"({"a":1e300})", "no"},
        {"decimal just above the largest long", R"({"a":{"$mod":[4,3]}})", R"({"a":{"$numberDecimal":"9223372036854775807.9"}})", "yes"},
        {"decimal just below the smallest long", R"({"a":{"$mod":[4,0]}})", R"({"a":{"$numberDecimal":"-9223372036854775808.5"}})", "yes"},
        {"decimal one below it", R"({"a":{"$mod":[4,0]}})", R"({"a":{"$numberDecimal":"-9223372036854775809"}})", "no"},
        {"decimal beyond int64", R"({"a":{"$mod":[4,0]}})", R"({"a":{"$numberDecimal":"1E+30"}})", "no"},
        {"smallest long by -1", R"({"a":{"$mod":[-1,0]}})", R"({"a":{"$numberLong":"-9223372036854775808"}})", "yes"},
        {"string", R"({"a":{"$mod":[4,0]}})", R"({"a":"4"})", "no"},
        {"element", R"({"a":{"$mod":[4,0]}})", R"({"a":[1,8]})", "yes"},
        {"divisor 0", R"({"a":{"$mod":[0,2]}})", "{}", "BadValue"},
        {"divisor 0.5 is 0", R"({"a":{"$mod":[0.5,2]}})", "{}", "BadValue"},
        {"too few", R"({"a":{"$mod":[4]}})", "{}", "BadValue"},
        {"too many", R"({"a":{"$mod":[4,1,2]}})", "{}", "BadValue"},
        {"no array", R"({"a":{"$mod":4}})", "{}", "BadValue"},
        {"no number", R"({"a":{"$mod":["4",1]}})", "{}", "BadValue"},
        {"NaN divisor", R"({"a":{"$mod":[{"$numberDouble":"NaN"},1]}})", "{}", "BadValue"},
        {"huge divisor", R"({"a":{"$mod":[1e300,1]}})", "{}", "BadValue"},
    });
}

TEST_CASE("$regex") {
    check({
        {"pattern", R"({"a":{"$regularExpression":{"pattern":"b+","options":""}}})", R"({"a":"abbc"})", "yes"},
        {"no match", R"({"a":{"$regularExpression":{"pattern":"^b","options":""}}})", R"({"a":"abbc"})", "no"},
        {"i", R"({"a":{"$regularExpression":{"pattern":"^B","options":"i"}}})", R"({"a":"bob"})", "yes"},
        {"m", R"({"a":{"$regularExpression":{"pattern":"^b","options":"m"}}})", R"({"a":"a\nb"})", "yes"},
        {"without m", R"({"a":{"$regularExpression":{"pattern":"^b","options":""}}})", R"({"a":"a\nb"})", "no"},
        {"s", R"({"a":{"$regularExpression":{"pattern":"a.b","options":"s"}}})", R"({"a":"a\nb"})", "yes"},
        {"x", R"({"a":{"$regularExpression":{"pattern":"a b","options":"x"}}})", R"({"a":"ab"})", "yes"},
        {"UTF-8", R"({"a":{"$regularExpression":{"pattern":"^.$","options":""}}})", R"({"a":"é"})", "yes"},
        {"number", R"({"a":{"$regularExpression":{"pattern":"1","options":""}}})", R"({"a":1})", "no"},
        {"element", R"({"a":{"$regularExpression":{"pattern":"^b","options":""}}})", R"({"a":["a","b"]})", "yes"},
        {"stored regular expression", R"({"a":{"$regularExpression":{"pattern":"^b","options":"i"}}})",
         R"({"a":{"$regularExpression":{"pattern":"^b","options":"i"}}})", "yes"},
        {"another stored one", R"({"a":{"$regularExpression":{"pattern":"^b","options":""}}})",
         R"({"a":{"$regularExpression":{"pattern":"^b","options":"i"}}})", "no"},
        {"broken pattern", R"({"a":{"$regularExpression":{"pattern":"(","options":""}}})", "{}", "Location51091"},
        {"unknown option", R"({"a":{"$regularExpression":{"pattern":"a","options":"hw"}}})", "{}", "Location51108"},
    });
}

TEST_CASE("a path that ends with a dot ends at an array") {
    check({
        {"an array", R"({"a.":{"$exists":true}})", R"({"a":["x"]})", "yes"},
        {"its elements", R"({"a.":"x"})", R"({"a":["x"]})", "yes"},
        {"an empty array", R"({"a.":{"$exists":true}})", R"({"a":[]})", "yes"},
        {"a document without that field", R"({"a.":{"$exists":true}})", R"({"a":{"b":1}})", "no"},
        {"a document with a field of no name", R"({"a.":1})", R"({"a":{"":1}})", "yes"},
        {"a scalar", R"({"a.":{"$exists":true}})", R"({"a":1})", "no"},
        {"an array by its index", R"({"a.1.":{"$exists":true}})", R"({"a":[[1],[2]]})", "yes"},
        {"a scalar by its index", R"({"a.1.":{"$exists":true}})", R"({"a":["x","y"]})", "no"},
    });
}

TEST_CASE("a DBRef is a value, part of one is not") {
    check({
        {"whole", R"({"a":{"$ref":"c","$id":1}})", R"({"a":{"$ref":"c","$id":1}})", "yes"},
        {"with more fields", R"({"a":{"$id":1,"x":2,"$ref":"c"}})", R"({"a":{"$id":1,"x":2,"$ref":"c"}})", "yes"},
        {"without $id", R"({"a":{"$ref":"c"}})", "{}", "BadValue"},
        {"without $ref", R"({"a":{"$id":1}})", "{}", "BadValue"},
        {"its fields in a path", R"({"a.$id":1})", R"({"a":{"$ref":"c","$id":1}})", "yes"},
        {"its fields in $elemMatch", R"({"a":{"$elemMatch":{"$id":1}}})", R"({"a":[{"$ref":"c","$id":1}]})", "yes"},
        {"at the top", R"({"$id":1})", "{}", "BadValue"},
        {"in $in", R"({"a":{"$in":[{"$ref":"c","$id":1}]}})", R"({"a":{"$ref":"c","$id":1}})", "yes"},
    });
}

TEST_CASE("$sampleRate draws, $where is refused") {
    check({
        {"always", R"({"$sampleRate":1})", "{}", "yes"},
        {"never", R"({"$sampleRate":0.0})", "{}", "no"},
        {"above 1", R"({"$sampleRate":1.1})", "{}", "BadValue"},
        {"below 0", R"({"$sampleRate":-0.1})", "{}", "BadValue"},
        {"NaN", R"({"$sampleRate":{"$numberDouble":"NaN"}})", "{}", "BadValue"},
        {"no number", R"({"$sampleRate":"1"})", "{}", "BadValue"},
        {"on a field", R"({"a":{"$sampleRate":1}})", "{}", "BadValue"},
        {"$where", R"({"$where":"this.a == 1"})", "{}", "BadValue"},
        {"$where on a field", R"({"a":{"$where":"1"}})", "{}", "BadValue"},
    });
    const Filter half = Filter::parse(bson::fromJson(R"({"$sampleRate":0.5})"));
    const bson::Document document = bson::fromJson("{}");
    int drawn = 0;
    for (int i = 0; i < 2000; ++i) drawn += half.matches(document) ? 1 : 0;
    CHECK(drawn > 800);  // nine standard deviations
    CHECK(drawn < 1200);
}

TEST_CASE("a filter nests at most a hundred levels") {
    const auto nested = [](int levels) {
        std::string text = R"({"a":1})";
        for (int i = 0; i < levels; ++i) text = R"({"$and":[{"b":1},)" + text + "]}";
        return text;
    };
    CHECK_NOTHROW(Filter::parse(bson::fromJson(nested(99))));
    CHECK_THROWS_AS(Filter::parse(bson::fromJson(nested(100))), Error);
}
