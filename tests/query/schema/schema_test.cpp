// $jsonSchema: every keyword, what it accepts, and what it refuses to parse.
#include "tests/query/filter/filter_case.h"

#include <sheaf/bson/builder.h>

using namespace sheaf;
using namespace sheaf::query::test;

namespace {

struct SchemaCase {
    const char* what;
    std::string schema;
    const char* document;
    const char* outcome;
};

void checkSchemas(const std::vector<SchemaCase>& cases) {
    for (const SchemaCase& c : cases) {
        const std::string filter = R"({"$jsonSchema":)" + c.schema + "}";
        check({{c.what, filter.c_str(), c.document, c.outcome}});
    }
}

// The schema of the field a.
std::string ofA(const std::string& schema) { return R"({"properties":{"a":)" + schema + "}}"; }

}  // namespace

TEST_CASE("type and bsonType say which types a value may have") {
    checkSchemas({
        {"empty", "{}", R"({"a":1})", "yes"},
        {"a document is an object", R"({"bsonType":"object"})", "{}", "yes"},
        {"and nothing else", R"({"type":"string"})", "{}", "no"},
        {"int", ofA(R"({"bsonType":"int"})"), R"({"a":1})", "yes"},
        {"a double is no int", ofA(R"({"bsonType":"int"})"), R"({"a":1.0})", "no"},
        {"any number", ofA(R"({"type":"number"})"), R"({"a":{"$numberDecimal":"1"}})", "yes"},
        {"a list", ofA(R"({"bsonType":["int","string"]})"), R"({"a":"x"})", "yes"},
        {"boolean", ofA(R"({"type":"boolean"})"), R"({"a":true})", "yes"},
        {"an array is not looked into", ofA(R"({"bsonType":"int"})"), R"({"a":[1]})", "no"},
        {"array", ofA(R"({"type":"array"})"), R"({"a":[]})", "yes"},
        {"null", ofA(R"({"type":"null"})"), R"({"a":null})", "yes"},
        {"a missing field is fine", ofA(R"({"type":"string"})"), R"({})", "yes"},
        {"both", R"({"type":"object","bsonType":"object"})", "{}", "FailedToParse"},
        {"integer", R"({"type":"integer"})", "{}", "FailedToParse"},
        {"an alias of $type", R"({"type":"bool"})", "{}", "BadValue"},
        {"an unknown alias", R"({"bsonType":"float"})", "{}", "BadValue"},
        {"a number", R"({"bsonType":1})", "{}", "TypeMismatch"},
        {"an empty list", R"({"bsonType":[]})", "{}", "FailedToParse"},
        {"a name twice", R"({"bsonType":["int","int"]})", "{}", "FailedToParse"},
    });
}

TEST_CASE("numbers have bounds and multiples") {
    checkSchemas({
        {"minimum", ofA(R"({"minimum":4})"), R"({"a":4})", "yes"},
        {"below", ofA(R"({"minimum":4})"), R"({"a":3.9})", "no"},
        {"no number", ofA(R"({"minimum":4})"), R"({"a":"3"})", "yes"},
        {"exclusive", ofA(R"({"minimum":4,"exclusiveMinimum":true})"), R"({"a":4})", "no"},
        {"not exclusive", ofA(R"({"exclusiveMinimum":false,"minimum":4})"), R"({"a":4})", "yes"},
        {"maximum", ofA(R"({"maximum":4})"), R"({"a":4.1})", "no"},
        {"exclusive maximum", ofA(R"({"maximum":4,"exclusiveMaximum":true})"), R"({"a":{"$numberLong":"3"}})", "yes"},
        {"NaN", ofA(R"({"maximum":4})"), R"({"a":{"$numberDouble":"NaN"}})", "no"},
        {"multiple", ofA(R"({"multipleOf":2})"), R"({"a":{"$numberLong":"4"}})", "yes"},
        {"no multiple", ofA(R"({"multipleOf":2})"), R"({"a":3})", "no"},
        {"multiples of a fraction", ofA(R"({"multipleOf":2.1})"), R"({"a":6.3})", "yes"},
        {"a negative multiple", ofA(R"({"multipleOf":2})"), R"({"a":-4})", "yes"},
        {"minimum of a string", ofA(R"({"minimum":"4"})"), "{}", "TypeMismatch"},
        {"exclusive alone", ofA(R"({"exclusiveMinimum":true})"), "{}", "FailedToParse"},
        {"exclusive as a number", ofA(R"({"maximum":1,"exclusiveMaximum":1})"), "{}", "TypeMismatch"},
        {"multiple of 0", ofA(R"({"multipleOf":0})"), "{}", "FailedToParse"},
        {"multiple of a negative", ofA(R"({"multipleOf":-1})"), "{}", "FailedToParse"},
    });
}

TEST_CASE("strings have lengths in code points, and patterns") {
    checkSchemas({
        {"minLength", ofA(R"({"minLength":2})"), R"({"a":"éé"})", "yes"},
        {"too short", ofA(R"({"minLength":3})"), R"({"a":"éé"})", "no"},
        {"maxLength", ofA(R"({"maxLength":1})"), R"({"a":"é"})", "yes"},
        {"too long", ofA(R"({"maxLength":1})"), R"({"a":"ab"})", "no"},
        {"no string", ofA(R"({"maxLength":1})"), R"({"a":123})", "yes"},
        {"pattern", ofA(R"({"pattern":"b+"})"), R"({"a":"abbc"})", "yes"},
        {"another", ofA(R"({"pattern":"^b"})"), R"({"a":"abbc"})", "no"},
        {"negative", ofA(R"({"minLength":-1})"), "{}", "FailedToParse"},
        {"fraction", ofA(R"({"maxLength":1.5})"), "{}", "FailedToParse"},
        {"pattern of a number", ofA(R"({"pattern":1})"), "{}", "TypeMismatch"},
        {"a broken pattern", ofA(R"({"pattern":"("})"), "{}", "Location51091"},
    });
}

TEST_CASE("arrays have items, bounds and no equal elements") {
    checkSchemas({
        {"every item", ofA(R"({"items":{"type":"number"}})"), R"({"a":[1,2.5]})", "yes"},
        {"one is not", ofA(R"({"items":{"type":"number"}})"), R"({"a":[1,"x"]})", "no"},
        {"no array", ofA(R"({"items":{"type":"number"}})"), R"({"a":"x"})", "yes"},
        {"one by one", ofA(R"({"items":[{"type":"number"},{"type":"string"}]})"), R"({"a":[1,"x",true]})", "yes"},
        {"fewer", ofA(R"({"items":[{"type":"number"},{"type":"string"}]})"), R"({"a":[1]})", "yes"},
        {"nothing behind", ofA(R"({"items":[{}],"additionalItems":false})"), R"({"a":[1,2]})", "no"},
        {"a schema behind", ofA(R"({"items":[{}],"additionalItems":{"type":"string"}})"), R"({"a":[1,"x"]})", "yes"},
        {"behind one schema for all", ofA(R"({"items":{},"additionalItems":false})"), R"({"a":[1,2]})", "yes"},
        {"minItems", ofA(R"({"minItems":2})"), R"({"a":[1]})", "no"},
        {"maxItems", ofA(R"({"maxItems":2})"), R"({"a":[1,2]})", "yes"},
        {"unique", ofA(R"({"uniqueItems":true})"), R"({"a":[1,2,[1]]})", "yes"},
        {"equal numbers", ofA(R"({"uniqueItems":true})"), R"({"a":[1,2,1.0]})", "no"},
        {"equal but for the order of fields", ofA(R"({"uniqueItems":true})"), R"({"a":[{"x":1,"y":2},{"y":2,"x":1}]})", "no"},
        {"not unique", ofA(R"({"uniqueItems":false})"), R"({"a":[1,1]})", "yes"},
        {"items of a number", ofA(R"({"items":1})"), "{}", "TypeMismatch"},
        {"unique as a number", ofA(R"({"uniqueItems":1})"), "{}", "TypeMismatch"},
    });
}

TEST_CASE("documents have properties, required fields, bounds and dependencies") {
    checkSchemas({
        {"nested", ofA(R"({"properties":{"b":{"minimum":1}}})"), R"({"a":{"b":0}})", "no"},
        {"not through arrays", ofA(R"({"properties":{"b":{"minimum":1}}})"), R"({"a":[{"b":0}]})", "yes"},
        {"required", R"({"required":["a","b"]})", R"({"a":1,"b":null})", "yes"},
        {"one is missing", R"({"required":["a","b"]})", R"({"a":1})", "no"},
        {"required below a missing field", ofA(R"({"required":["b"]})"), "{}", "yes"},
        {"pattern properties", R"({"patternProperties":{"^s_":{"type":"string"}}})", R"({"s_a":1})", "no"},
        {"nothing else", R"({"properties":{"_id":{}},"additionalProperties":false})", R"({"_id":1,"x":1})", "no"},
        {"known by a pattern", R"({"patternProperties":{"x":{}},"additionalProperties":false})", R"({"axb":1})", "yes"},
        {"a schema for all others", R"({"properties":{"_id":{}},"additionalProperties":{"type":"number"}})",
         R"({"_id":"x","y":2})", "yes"},
        {"minProperties", R"({"minProperties":2})", R"({"a":1})", "no"},
        {"maxProperties", R"({"maxProperties":1})", R"({"a":1})", "yes"},
        {"dependency on fields", R"({"dependencies":{"a":["b"]}})", R"({"a":1})", "no"},
        {"dependency without its field", R"({"dependencies":{"a":["b"]}})", R"({"c":1})", "yes"},
        {"dependency on a schema", R"({"dependencies":{"a":{"required":["b"]}}})", R"({"a":1,"b":1})", "yes"},
        {"required is empty", R"({"required":[]})", "{}", "FailedToParse"},
        {"required twice", R"({"required":["a","a"]})", "{}", "FailedToParse"},
        {"required is no list", R"({"required":"a"})", "{}", "TypeMismatch"},
        {"a property that is no schema", R"({"properties":{"a":1}})", "{}", "TypeMismatch"},
        {"additional properties of a number", R"({"additionalProperties":1})", "{}", "TypeMismatch"},
    });
}

TEST_CASE("schemas are joined, and values listed") {
    checkSchemas({
        {"allOf", ofA(R"({"allOf":[{"minimum":1},{"maximum":3}]})"), R"({"a":2})", "yes"},
        {"anyOf", ofA(R"({"anyOf":[{"maximum":1},{"minimum":3}]})"), R"({"a":2})", "no"},
        {"oneOf", ofA(R"({"oneOf":[{"minimum":1},{"minimum":3}]})"), R"({"a":2})", "yes"},
        {"oneOf with two", ofA(R"({"oneOf":[{"minimum":1},{"minimum":3}]})"), R"({"a":4})", "no"},
        {"not", ofA(R"({"not":{"type":"string"}})"), R"({"a":"x"})", "no"},
        {"enum", ofA(R"({"enum":[1,"x",null]})"), R"({"a":1.0})", "yes"},
        {"enum without it", ofA(R"({"enum":[1,"x"]})"), R"({"a":null})", "no"},
        {"enum of documents", ofA(R"({"enum":[{"x":1,"y":[2]}]})"), R"({"a":{"y":[2],"x":1}})", "yes"},
        {"enum of nothing", ofA(R"({"enum":[]})"), "{}", "FailedToParse"},
        {"enum with equal values", ofA(R"({"enum":[1,1.0]})"), "{}", "FailedToParse"},
        {"allOf of nothing", R"({"allOf":[]})", "{}", "BadValue"},
        {"not of a list", R"({"not":[]})", "{}", "TypeMismatch"},
    });
}

TEST_CASE("other keywords are annotations or refused") {
    checkSchemas({
        {"title", R"({"title":"t","description":"d"})", "{}", "yes"},
        {"title of a number", R"({"title":1})", "{}", "TypeMismatch"},
        {"encryptMetadata", R"({"encryptMetadata":{"algorithm":"x","keyId":[]}})", "{}", "yes"},
        {"encryptMetadata with another field", R"({"encryptMetadata":{"x":1}})", "{}", "Location40415"},
        {"encrypt", ofA(R"({"encrypt":{}})"), "{}", "FailedToParse"},
        {"known to the draft only", R"({"definitions":{}})", "{}", "FailedToParse"},
        {"unknown", R"({"minimun":1})", "{}", "FailedToParse"},
        {"no schema", "1", "{}", "TypeMismatch"},
    });
    bson::Builder twice;
    twice.openDocument("$jsonSchema").append("title", "a").append("title", "b").close();
    CHECK_THROWS_AS(query::Filter::parse(twice.take()), Error);
}

TEST_CASE("a schema is nested to a bounded depth") {
    const auto nested = [](int levels) {
        std::string schema = "{}";
        for (int i = 1; i < levels; ++i) schema = R"({"not":)" + schema + "}";
        return schema;
    };
    checkSchemas({{"100 levels", nested(100), "{}", "no"}, {"101 levels", nested(101), "{}", "BadValue"}});
}
