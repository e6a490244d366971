// String operators: results, null, wrong types; bytes against characters.

#include "tests/query/expression/expression_support.h"

using sheaf::test::check;

TEST_CASE("$concat, $toLower, $toUpper, $strcasecmp, $strLenBytes, $strLenCP") {
    check({
        {"$concat", R"({"$concat": ["a", "$x", "c"]})", R"({"x": "b"})", R"("abc")"},
        {"$concat of nothing", R"({"$concat": []})", "{}", R"("")"},
        {"$concat with null", R"({"$concat": ["a", null]})", "{}", "null"},
        {"$concat of a number", R"({"$concat": ["a", 1]})", "{}", "Location16702"},
        {"$toLower", R"({"$toLower": "AbÄ"})", "{}", R"("abÄ")"},
        {"$toLower of null", R"({"$toLower": "$x"})", "{}", R"("")"},
        {"$toUpper", R"({"$toUpper": "aBc"})", "{}", R"("ABC")"},
        {"$toUpper of a double", R"({"$toUpper": 1.5})", "{}", R"("1.5")"},
        {"$toUpper of an array", R"({"$toUpper": "$x"})", R"({"x": []})", "Location16007"},
        {"$strcasecmp", R"({"$strcasecmp": ["ABC", "abd"]})", "{}", "-1"},
        {"$strcasecmp equal", R"({"$strcasecmp": ["ABC", "abc"]})", "{}", "0"},
        {"$strLenBytes", R"({"$strLenBytes": "aé"})", "{}", "3"},
        {"$strLenBytes of null", R"({"$strLenBytes": null})", "{}", "Location34473"},
        {"$strLenCP", R"({"$strLenCP": "aé"})", "{}", "2"},
        {"$strLenCP of a number", R"({"$strLenCP": 5})", "{}", "Location34471"},
    });
}

TEST_CASE("$substr, $substrBytes, $substrCP, $indexOfBytes, $indexOfCP, $split") {
    check({
        {"$substr", R"({"$substr": ["hello", 1, 3]})", "{}", R"("ell")"},
        {"$substrBytes to the end", R"({"$substrBytes": ["hello", 1, -1]})", "{}", R"("ello")"},
        {"$substrBytes beyond", R"({"$substrBytes": ["hello", 9, 1]})", "{}", R"("")"},
        {"$substrBytes of null", R"({"$substrBytes": [null, 0, 1]})", "{}", R"("")"},
        {"$substrBytes from inside", R"({"$substrBytes": ["é", 1, 1]})", "{}", "Location28656"},
        {"$substrBytes to inside", R"({"$substrBytes": ["é", 0, 1]})", "{}", "Location28657"},
        {"$substrBytes negative", R"({"$substrBytes": ["a", -1, 1]})", "{}", "Location50752"},
        {"$substrBytes from a string", R"({"$substrBytes": ["a", "x", 1]})", "{}", "Location16034"},
        {"$substrBytes of a string's length", R"({"$substrBytes": ["a", 0, "x"]})", "{}", "Location16035"},
        {"$substrCP", R"({"$substrCP": ["aéb", 1, 1]})", "{}", R"("é")"},
        {"$substrCP negative length", R"({"$substrCP": ["a", 0, -1]})", "{}", "Location34454"},
        {"$substrCP negative start", R"({"$substrCP": ["a", -1, 1]})", "{}", "Location34455"},
        {"$substrCP from a fraction", R"({"$substrCP": ["a", 0.5, 1]})", "{}", "Location34451"},
        {"$indexOfBytes", R"({"$indexOfBytes": ["éa", "a"]})", "{}", "2"},
        {"$indexOfBytes within", R"({"$indexOfBytes": ["abab", "b", 2, 3]})", "{}", "-1"},
        {"$indexOfBytes of null", R"({"$indexOfBytes": [null, "a"]})", "{}", "null"},
        {"$indexOfBytes in a number", R"({"$indexOfBytes": [1, "a"]})", "{}", "Location40091"},
        {"$indexOfBytes of a number", R"({"$indexOfBytes": ["a", 1]})", "{}", "Location40092"},
        {"$indexOfBytes from a fraction", R"({"$indexOfBytes": ["a", "a", 0.5]})", "{}", "Location40096"},
        {"$indexOfBytes from below", R"({"$indexOfBytes": ["a", "a", -1]})", "{}", "Location40097"},
        {"$indexOfCP", R"({"$indexOfCP": ["éa", "a"]})", "{}", "1"},
        {"$indexOfCP in a number", R"({"$indexOfCP": [1, "a"]})", "{}", "Location40093"},
        {"$split", R"({"$split": ["a-b-", "-"]})", "{}", R"(["a", "b", ""])"},
        {"$split without", R"({"$split": ["ab", "-"]})", "{}", R"(["ab"])"},
        {"$split of null", R"({"$split": [null, "-"]})", "{}", "null"},
        {"$split of a number", R"({"$split": [1, "-"]})", "{}", "Location40085"},
        {"$split at a number", R"({"$split": ["a", 1]})", "{}", "Location40086"},
        {"$split at nothing", R"({"$split": ["a", ""]})", "{}", "Location40087"},
    });
}

TEST_CASE("$trim, $ltrim, $rtrim, $replaceOne, $replaceAll") {
    check({
        {"$trim", R"({"$trim": {"input": " \t a b\n"}})", "{}", R"("a b")"},
        {"$trim characters", R"({"$trim": {"input": "éxaé", "chars": "xé"}})", "{}", R"("a")"},
        {"$trim of null", R"({"$trim": {"input": null}})", "{}", "null"},
        {"$trim of a number", R"({"$trim": {"input": 1}})", "{}", "Location50699"},
        {"$trim by a number", R"({"$trim": {"input": "a", "chars": 1}})", "{}", "Location50700"},
        {"$trim: no input", R"({"$trim": {"chars": "a"}})", "{}", "Location50695"},
        {"$trim: another name", R"({"$trim": {"input": "a", "x": 1}})", "{}", "Location50694"},
        {"$trim: no document", R"({"$trim": "a"})", "{}", "Location50696"},
        {"$ltrim", R"({"$ltrim": {"input": "  a  "}})", "{}", R"("a  ")"},
        {"$rtrim", R"({"$rtrim": {"input": "  a  "}})", "{}", R"("  a")"},
        {"$replaceOne", R"({"$replaceOne": {"input": "aba", "find": "a", "replacement": "x"}})", "{}", R"("xba")"},
        {"$replaceAll", R"({"$replaceAll": {"input": "aba", "find": "a", "replacement": "x"}})", "{}", R"("xbx")"},
        {"$replaceAll of nothing", R"({"$replaceAll": {"input": "é", "find": "", "replacement": "-"}})", "{}", R"("-é-")"},
        {"$replaceAll with null", R"({"$replaceAll": {"input": "aba", "find": "a", "replacement": null}})", "{}", "null"},
        {"$replaceAll in a number", R"({"$replaceAll": {"input": 1, "find": "a", "replacement": null}})", "{}", "Location51746"},
        {"$replaceAll of a number", R"({"$replaceAll": {"input": "a", "find": 1, "replacement": "a"}})", "{}", "Location51745"},
        {"$replaceAll by a number", R"({"$replaceAll": {"input": "a", "find": "a", "replacement": 1}})", "{}", "Location51744"},
        {"$replaceAll: no find", R"({"$replaceAll": {"input": "a", "replacement": "a"}})", "{}", "Location51748"},
    });
}

TEST_CASE("$regexMatch, $regexFind, $regexFindAll") {
    check({
        {"$regexMatch", R"({"$regexMatch": {"input": "Hello", "regex": "^h", "options": "i"}})", "{}", "true"},
        {"$regexMatch of null", R"({"$regexMatch": {"input": null, "regex": "a"}})", "{}", "false"},
        {"$regexMatch by a field", R"({"$regexMatch": {"input": "abc", "regex": "$r"}})", R"({"r": {"$regularExpression": {"pattern": "B", "options": "i"}}})", "true"},
        {"$regexFind", R"({"$regexFind": {"input": "éab", "regex": "(a)(x)?b"}})", "{}", R"({"match": "ab", "idx": 1, "captures": ["a", null]})"},
        {"$regexFind without", R"({"$regexFind": {"input": "abc", "regex": "x"}})", "{}", "null"},
        {"$regexFindAll", R"({"$regexFindAll": {"input": "aéa", "regex": "a"}})", "{}",
         R"([{"match": "a", "idx": 0, "captures": []}, {"match": "a", "idx": 2, "captures": []}])"},
        {"$regexFindAll of the empty match", R"({"$regexFindAll": {"input": "é", "regex": ""}})", "{}",
         R"([{"match": "", "idx": 0, "captures": []}, {"match": "", "idx": 1, "captures": []}])"},
        {"$regexFindAll of null", R"({"$regexFindAll": {"input": "$x", "regex": "a"}})", "{}", "[]"},
        {"no document", R"({"$regexFind": 1})", "{}", "Location51103"},
        {"another name", R"({"$regexFind": {"input": "a", "regex": "a", "x": 1}})", "{}", "Location31024"},
        {"no input", R"({"$regexFind": {"regex": "a"}})", "{}", "Location31022"},
        {"no regex", R"({"$regexFind": {"input": "a"}})", "{}", "Location31023"},
        {"in a number", R"({"$regexFind": {"input": 1, "regex": "a"}})", "{}", "Location51104"},
        {"by a number", R"({"$regexFind": {"input": "a", "regex": 1}})", "{}", "Location51105"},
        {"options are a number", R"({"$regexFind": {"input": "a", "regex": "a", "options": 1}})", "{}", "Location51106"},
        {"an unknown option", R"({"$regexFind": {"input": "a", "regex": "a", "options": "q"}})", "{}", "Location51108"},
        {"a broken pattern", R"({"$regexFind": {"input": "a", "regex": "("}})", "{}", "Location51111"},
    });
}
