// Operators on documents, on types, sizes and bits; sums and averages of arguments.

#include "tests/query/expression/expression_support.h"

using sheaf::test::check;

TEST_CASE("$mergeObjects, $objectToArray, $arrayToObject, $getField, $setField, $unsetField") {
    check({
        {"$mergeObjects", R"({"$mergeObjects": [{"a": 1, "b": 2}, "$x", {"a": 3}]})", R"({"x": null})", R"({"a": 3, "b": 2})"},
        {"$mergeObjects of nothing", R"({"$mergeObjects": []})", "{}", "{}"},
        {"$mergeObjects of a number", R"({"$mergeObjects": [1]})", "{}", "Location40400"},
        {"$objectToArray", R"({"$objectToArray": "$x"})", R"({"x": {"a": 1}})", R"([{"k": "a", "v": 1}])"},
        {"$objectToArray of null", R"({"$objectToArray": "$x"})", "{}", "null"},
        {"$objectToArray of a number", R"({"$objectToArray": 1})", "{}", "Location40390"},
        {"$arrayToObject of pairs", R"({"$arrayToObject": "$x"})", R"({"x": [["a", 1], ["b", 2], ["a", 3]]})", R"({"a": 3, "b": 2})"},
        {"$arrayToObject of k and v", R"({"$arrayToObject": "$x"})", R"({"x": [{"k": "a", "v": 1}]})", R"({"a": 1})"},
        {"$arrayToObject of null", R"({"$arrayToObject": null})", "{}", "null"},
        {"$arrayToObject of a number", R"({"$arrayToObject": 1})", "{}", "Location40386"},
        {"$arrayToObject of numbers", R"({"$arrayToObject": "$x"})", R"({"x": [1]})", "Location40398"},
        {"$arrayToObject of three", R"({"$arrayToObject": "$x"})", R"({"x": [[1, 2, 3]]})", "Location40397"},
        {"$arrayToObject of a number's name", R"({"$arrayToObject": "$x"})", R"({"x": [[1, 2]]})", "Location40395"},
        {"$arrayToObject without v", R"({"$arrayToObject": "$x"})", R"({"x": [{"k": "a", "w": 1}]})", "Location40393"},
        {"$arrayToObject of one field", R"({"$arrayToObject": "$x"})", R"({"x": [{"k": "a"}]})", "Location40392"},
        {"$getField", R"({"$getField": "a.b"})", R"({"a.b": 5})", "5"},
        {"$getField of an input", R"({"$getField": {"field": {"$literal": "$x"}, "input": "$a"}})", R"({"a": {"$x": 5}})", "5"},
        {"$getField of null", R"({"$getField": {"field": "x", "input": null}})", "{}", "null"},
        {"$getField of a number", R"({"$getField": {"field": "x", "input": 1}})", "{}", "missing"},
        {"$getField: no field", R"({"$getField": {"input": 1}})", "{}", "Location3041702"},
        {"$getField by a number", R"({"$getField": 1})", "{}", "Location3041704"},
        {"$setField", R"({"$setField": {"field": "a.b", "input": "$$ROOT", "value": 5}})", R"({"x": 1})", R"({"x": 1, "a.b": 5})"},
        {"$setField removes", R"({"$setField": {"field": "x", "input": "$$ROOT", "value": "$$REMOVE"}})", R"({"x": 1, "y": 2})", R"({"y": 2})"},
        {"$setField of null", R"({"$setField": {"field": "x", "input": null, "value": 1}})", "{}", "null"},
        {"$setField of a number", R"({"$setField": {"field": "x", "input": 1, "value": 1}})", "{}", "Location4161105"},
        {"$setField by a path", R"({"$setField": {"field": "$x", "input": {}, "value": 1}})", "{}", "Location4161108"},
        {"$unsetField", R"({"$unsetField": {"field": "x", "input": "$$ROOT"}})", R"({"x": 1, "y": 2})", R"({"y": 2})"},
        {"$unsetField by an expression", R"({"$unsetField": {"field": {"$add": [1, 2]}, "input": {}}})", "{}", "Location4161106"},
    });
}

TEST_CASE("$sum, $avg, $min, $max, $stdDevPop, $stdDevSamp, $median, $percentile") {
    check({
        {"$sum", R"({"$sum": ["$a", 2, "x"]})", R"({"a": 1})", "3"},
        {"$sum of an array", R"({"$sum": "$a"})", R"({"a": [1, 2.5, "x", null]})", "3.5"},
        {"$sum of nothing", R"({"$sum": "$a"})", "{}", "0"},
        {"$sum grows", R"({"$sum": [2147483647, 1]})", "{}", R"({"$numberLong": "2147483648"})"},
        {"$avg", R"({"$avg": "$a"})", R"({"a": [1, 2]})", "1.5"},
        {"$avg of nothing", R"({"$avg": "$a"})", R"({"a": ["x"]})", "null"},
        {"$avg of decimals", R"({"$avg": [{"$numberDecimal": "1"}, 2]})", "{}", R"({"$numberDecimal": "1.5"})"},
        {"$min", R"({"$min": [3, null, 1, "a"]})", "{}", "1"},
        {"$max", R"({"$max": [3, null, 1, "a"]})", "{}", R"("a")"},
        {"$max of nothing", R"({"$max": "$a"})", "{}", "null"},
        {"$stdDevPop of an array", R"({"$stdDevPop": "$a"})", R"({"a": [2, 4, 4, 4, 5, 5, 7, 9]})", "2.0"},
        {"$stdDevSamp", R"({"$stdDevSamp": "$a"})", R"({"a": [1, 3]})", "1.4142135623730951"},
        {"$stdDevSamp of one", R"({"$stdDevSamp": [1]})", "{}", "null"},
        {"$median", R"({"$median": {"input": "$a", "method": "approximate"}})", R"({"a": [5, 1, "x", 3]})", "3.0"},
        {"$median of nothing", R"({"$median": {"input": "$a", "method": "approximate"}})", "{}", "null"},
        {"$median: another method", R"({"$median": {"input": "$a", "method": "exact"}})", "{}", "BadValue"},
        {"$percentile", R"({"$percentile": {"input": "$a", "p": [0, 0.5, 0.9], "method": "approximate"}})", R"({"a": [1, 2, 3, 4]})", "[1.0, 2.0, 4.0]"},
        {"$percentile of nothing", R"({"$percentile": {"input": [], "p": [0.5], "method": "approximate"}})", "{}", "[null]"},
        {"$percentile beyond 1", R"({"$percentile": {"input": [], "p": [2], "method": "approximate"}})", "{}", "Location7750303"},
    });
}

TEST_CASE("$bitAnd, $bitOr, $bitXor, $bitNot, $binarySize, $bsonSize, $tsSecond, $tsIncrement, $rand, $type, $isNumber") {
    check({
        {"$bitAnd", R"({"$bitAnd": [6, 3]})", "{}", "2"},
        {"$bitAnd of int64", R"({"$bitAnd": [6, {"$numberLong": "3"}]})", "{}", R"({"$numberLong": "2"})"},
        {"$bitAnd of nothing", R"({"$bitAnd": []})", "{}", "-1"},
        {"$bitAnd of a double", R"({"$bitAnd": [1.0, 1]})", "{}", "TypeMismatch"},
        {"$bitOr", R"({"$bitOr": [6, 3]})", "{}", "7"},
        {"$bitOr with null", R"({"$bitOr": [6, null]})", "{}", "null"},
        {"$bitXor", R"({"$bitXor": [6, 3]})", "{}", "5"},
        {"$bitNot", R"({"$bitNot": 5})", "{}", "-6"},
        {"$bitNot of a double", R"({"$bitNot": 5.0})", "{}", "TypeMismatch"},
        {"$binarySize", R"({"$binarySize": "$b"})", R"({"b": {"$binary": {"base64": "AQID", "subType": "00"}}})", "3"},
        {"$binarySize of a string", R"({"$binarySize": "é"})", "{}", "2"},
        {"$binarySize of a number", R"({"$binarySize": 1})", "{}", "Location51276"},
        {"$bsonSize", R"({"$bsonSize": "$a"})", R"({"a": {}})", "5"},
        {"$bsonSize of null", R"({"$bsonSize": "$a"})", "{}", "null"},
        {"$bsonSize of a number", R"({"$bsonSize": 1})", "{}", "Location31393"},
        {"$tsSecond", R"({"$tsSecond": "$t"})", R"({"t": {"$timestamp": {"t": 7, "i": 9}}})", R"({"$numberLong": "7"})"},
        {"$tsSecond of a number", R"({"$tsSecond": 1})", "{}", "Location5687301"},
        {"$tsIncrement", R"({"$tsIncrement": "$t"})", R"({"t": {"$timestamp": {"t": 7, "i": 9}}})", R"({"$numberLong": "9"})"},
        {"$tsIncrement of a number", R"({"$tsIncrement": 1})", "{}", "Location5687302"},
        {"$type", R"({"$type": "$a"})", R"({"a": {"$numberLong": "1"}})", R"("long")"},
        {"$type of missing", R"({"$type": "$a"})", "{}", R"("missing")"},
        {"$isNumber", R"({"$isNumber": "$a"})", R"({"a": {"$numberDecimal": "1"}})", "true"},
        {"$isNumber of a string", R"({"$isNumber": "1"})", "{}", "false"},
        {"$rand with an argument", R"({"$rand": {"a": 1}})", "{}", "Location3040501"},
        {"$rand of a number", R"({"$rand": 1})", "{}", "Location10065"},
        {"$rand is at least 0 and below 1", R"({"$and": [{"$gte": [{"$rand": {}}, 0]}, {"$lt": [{"$rand": {}}, 1]}]})", "{}", "true"},
    });
}
