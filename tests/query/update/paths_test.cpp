// Which paths an update may name, in which order it makes fields, and where it must stop.

#include "update_support.h"

#include "query/update/operators.h"

#include <sheaf/bson/builder.h>

#include <fstream>
#include <iterator>

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("the table of update operators is in name order and finds every name") {
    std::string_view before;
    for (const UpdateOperator* entry : updateOperators()) {
        CHECK(before < entry->name);
        CHECK(findUpdateOperator(entry->name) == entry);
        before = entry->name;
    }
    CHECK(findUpdateOperator("$foo") == nullptr);
}

TEST_CASE("every update operator has a row in the page of operators") {
    std::ifstream page(SHEAF_SOURCE_DIR "/docs/operators.md");
    const std::string text((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
    for (const UpdateOperator* entry : updateOperators()) {
        CAPTURE(std::string(entry->name));
        CHECK(text.find("| `" + std::string(entry->name) + "` |") != std::string::npos);
    }
}

TEST_CASE("an update document names known operators and sound paths") {
    const UpdateCase cases[] = {
        {"unknown operator", R"({})", R"({"$foo": {"a": 1}})", "FailedToParse"},
        {"an old operator", R"({})", R"({"$pushAll": {"a": [1]}})", "FailedToParse"},
        {"a field after an operator", R"({})", R"({"$set": {"a": 1}, "b": 2})", "FailedToParse"},
        {"an operator without a document", R"({})", R"({"$set": 1})", "FailedToParse"},
        {"an operator with an array", R"({})", R"({"$set": [{"a": 1}]})", "FailedToParse"},
        {"an empty path", R"({})", R"({"$set": {"": 1}})", "EmptyFieldName"},
        {"an empty part at the end", R"({})", R"({"$set": {"a.": 1}})", "EmptyFieldName"},
        {"an empty part in front", R"({})", R"({"$inc": {".a": 1}})", "EmptyFieldName"},
        {"an empty part in between", R"({})", R"({"$unset": {"a..b": 1}})", "EmptyFieldName"},
        {"one path twice", R"({})", R"({"$set": {"a": 1}, "$inc": {"a": 1}})", "ConflictingUpdateOperators"},
        {"a path and one below it", R"({})", R"({"$set": {"a": 1, "a.b": 1}})", "ConflictingUpdateOperators"},
        {"a path and one above it", R"({})", R"({"$set": {"a.b.c": 1}, "$unset": {"a.b": 1}})",
         "ConflictingUpdateOperators"},
        {"names that only begin alike", R"({})", R"({"$set": {"ab": 1, "a": 2}})", R"({"a": 2, "ab": 1})"},
        {"a dollar name at the top", R"({})", R"({"$set": {"$a": 1}})", "DollarPrefixedFieldName"},
        {"a dollar name at the top of a new path", R"({})", R"({"$set": {"$a.b": 1}})", "DollarPrefixedFieldName"},
        {"below a dollar name that is there", R"({"$a": {"b": 1}})", R"({"$inc": {"$a.b": 1}})", R"({"$a": {"b": 2}})"},
        {"a dollar name that keeps its value", R"({"$a": 1})", R"({"$set": {"$a": 1}})", "same"},
        {"a dollar name is removed", R"({"$a": 1, "b": 1})", R"({"$unset": {"$a": 1}})", R"({"b": 1})"},
        {"a dollar name further down", R"({"a": {}})", R"({"$set": {"a.$b": 1}})", R"({"a": {"$b": 1}})"},
        {"the path is looked at before its operand", R"({})", R"({"$mul": {"a.": "x"}})", "EmptyFieldName"},
        {"a dollar name at the top is removed", R"({"b": 1})", R"({"$unset": {"$a": 1}})", "same"},
        {"a dollar name further down", R"({})", R"({"$set": {"a.$b": 1}})", R"({"a": {"$b": 1}})"},
        {"a dollar name inside the value", R"({})", R"({"$set": {"a": {"$b": 1}}})", R"({"a": {"$b": 1}})"},
        {"`$` first", R"({})", R"({"$set": {"$": 1}})", "BadValue"},
        {"`$[]` first", R"({})", R"({"$set": {"$[].a": 1}})", "BadValue"},
        {"`$` twice", R"({})", R"({"$set": {"a.$.b.$": 1}})", "BadValue"},
    };
    checkAll(cases);
}

TEST_CASE("new fields come in the order of their names, whole numbers first") {
    const UpdateCase cases[] = {
        {"within one operator", R"({"x": 1})", R"({"$set": {"c": 1, "a": 2, "b": 3}})",
         R"({"x": 1, "a": 2, "b": 3, "c": 1})"},
        {"across operators", R"({"x": 1})", R"({"$set": {"c": 1}, "$inc": {"b": 1}, "$push": {"a": 1}})",
         R"({"x": 1, "a": [1], "b": 1, "c": 1})"},
        {"numbers by value", R"({})", R"({"$set": {"a.10": 1, "a.9": 2, "a.b": 3}})",
         R"({"a": {"9": 2, "10": 1, "b": 3}})"},
        {"existing fields keep their place", R"({"c": 0, "a": 0})", R"({"$set": {"a": 1, "b": 2, "c": 3}})",
         R"({"c": 3, "a": 1, "b": 2})"},
        {"many at once", R"({"m": 0})",
         R"({"$set": {"l": 1, "k": 1, "j": 1, "i": 1, "h": 1, "g": 1, "f": 1, "e": 1, "d": 1, "m": 1, "2": 1}})",
         R"({"m": 1, "2": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1, "j": 1, "k": 1, "l": 1})"},
    };
    checkAll(cases);
}

TEST_CASE("paths lead through documents and array positions, not through scalars") {
    const UpdateCase cases[] = {
        {"through a number", R"({"a": 1})", R"({"$set": {"a.b": 1}})", "PathNotViable"},
        {"through null", R"({"a": null})", R"({"$set": {"a.b": 1}})", "PathNotViable"},
        {"through an array by name", R"({"a": [{"b": 1}]})", R"({"$set": {"a.b": 1}})", "PathNotViable"},
        {"through an element", R"({"a": [1]})", R"({"$inc": {"a.0.b": 1}})", "PathNotViable"},
        {"a position with a leading zero", R"({"a": [1, 2]})", R"({"$set": {"a.01": 5}})", "PathNotViable"},
        {"at a position", R"({"a": [1, 2]})", R"({"$set": {"a.1": 5}})", R"({"a": [1, 5]})"},
        {"two positions", R"({"a": [1, 2, 3]})", R"({"$set": {"a.2": 6, "a.0": 4}})", R"({"a": [4, 2, 6]})"},
        {"at the end", R"({"a": [1]})", R"({"$set": {"a.1": 5}})", R"({"a": [1, 5]})"},
        {"beyond the end", R"({"a": [1]})", R"({"$set": {"a.3": 5}})", R"({"a": [1, null, null, 5]})"},
        {"twice beyond the end", R"({"a": []})", R"({"$set": {"a.3": 5, "a.1": 4}})",
         R"({"a": [null, 4, null, 5]})"},
        {"a document beyond the end", R"({"a": []})", R"({"$set": {"a.1.b": 5}})", R"({"a": [null, {"b": 5}]})"},
        {"$unset makes no padding", R"({"a": [1]})", R"({"$unset": {"a.3.b": 1}})", "same"},
        {"a position is a name in a document", R"({"a": {}})", R"({"$set": {"a.0": 5}})", R"({"a": {"0": 5}})"},
        {"a position in what is missing makes a document", R"({})", R"({"$set": {"a.0": 5}})",
         R"({"a": {"0": 5}})"},
        {"nested arrays", R"({"a": [[1, 2], [3]]})", R"({"$set": {"a.0.1": 9}})", R"({"a": [[1, 9], [3]]})"},
        {"too far beyond the end", R"({"a": []})", R"({"$set": {"a.1500001": 1}})", "BadValue"},
        {"too far, but nothing to do", R"({"a": []})", R"({"$unset": {"a.1500001": 1}})", "same"},
    };
    checkAll(cases);
}

TEST_CASE("only the first of several fields of one name is changed") {
    bson::Builder builder;
    builder.append("a", 1).append("a", 2).append("b", 3);
    const bson::Document document = builder.take();
    const bson::Document set = parse(R"({"$set": {"a": 9, "b": 4}})");
    bson::Buffer out;
    CHECK(Update::parse(set.view().asValue()).apply(document, {}, out).isChanged);
    CHECK(DocumentView(out.data(), out.size()).toJson() == R"({"a":9,"a":2,"b":4})");
}

TEST_CASE("_id does not change") {
    const UpdateCase cases[] = {
        {"another value", R"({"_id": 1})", R"({"$set": {"_id": 2}})", "ImmutableField"},
        {"the same value", R"({"_id": 1})", R"({"$set": {"_id": 1}})", "same"},
        {"removed", R"({"_id": 1})", R"({"$unset": {"_id": 1}})", "ImmutableField"},
        {"a field of it", R"({"_id": {"a": 1}})", R"({"$set": {"_id.a": 2}})", "ImmutableField"},
        {"a new field in it", R"({"_id": {"a": 1}})", R"({"$set": {"_id.b": 2}})", "ImmutableField"},
        {"a field of a number", R"({"_id": 1})", R"({"$set": {"_id.b": 2}})", "PathNotViable"},
        {"a field of that name further down", R"({"a": {"_id": 1}})", R"({"$set": {"a._id": 2}})",
         R"({"a": {"_id": 2}})"},
        {"a new one that is an array", R"({"a": 1})", R"({"$set": {"_id": [1]}})", "InvalidIdField"},
        {"a new one with a dollar name", R"({"a": 1})", R"({"$set": {"_id": {"$a": 1}}})",
         "DollarPrefixedFieldName"},
    };
    checkAll(cases);
}

namespace {

// {"a": {"a": ... }} of that many levels.
bson::Document nested(int levels) {
    bson::Builder builder;
    for (int i = 1; i < levels; ++i) builder.openDocument("a");
    for (int i = 1; i < levels; ++i) builder.close();
    return builder.take();
}

}  // namespace

TEST_CASE("a document has at most 100 levels after an update") {
    const bson::Document deepest = nested(100);
    const bson::Document ninetyNine = nested(99);
    bson::Builder fits;
    fits.openDocument("$set").append("x", ninetyNine).close();
    CHECK(applyOnce(bson::Document(), Update::parse(fits.finish().asValue())).substr(0, 1) == "{");
    bson::Builder tooDeep;
    tooDeep.openDocument("$set").append("x", deepest).close();
    CHECK(applyOnce(bson::Document(), Update::parse(tooDeep.finish().asValue())) == "Overflow");
    bson::Builder pushed;
    pushed.openDocument("$push").append("x", ninetyNine).close();
    CHECK(applyOnce(bson::Document(), Update::parse(pushed.finish().asValue())) == "Overflow");
    std::string path = "a";
    for (int i = 1; i < 99; ++i) path += ".a";
    const auto setAt = [](const std::string& dotted) {
        bson::Builder builder;
        builder.openDocument("$set").append(dotted, 1).close();
        return builder.take();
    };
    CHECK(applyOnce(bson::Document(), Update::parse(setAt(path).view().asValue())).substr(0, 1) == "{");
    CHECK(applyOnce(deepest, Update::parse(setAt(path + ".b").view().asValue())).substr(0, 1) == "{");
    CHECK(applyOnce(deepest, Update::parse(setAt(path + ".b.c").view().asValue())) == "Overflow");
    CHECK(applyOnce(bson::Document(), Update::parse(setAt(path + ".a.a").view().asValue())) == "Overflow");
    CHECK(outcomeOf("{}", (R"({"$set": {")" + std::string(600, '.') + R"(": 1}})").c_str()) == "Overflow");
}

TEST_CASE("a document of the greatest size takes a change of equal length and refuses a byte more") {
    const std::size_t greatest = 16'777'216;
    bson::Builder builder;
    builder.append("_id", 1).append("n", 1).openArray("list").close();
    builder.append("pad", std::string(greatest - builder.size() - 11, 'x'));
    const bson::Document document = builder.take();
    REQUIRE(document.size() == greatest);
    bson::Buffer out;
    const bson::Document inc = parse(R"({"$inc": {"n": 1}})");
    const UpdateResult result = Update::parse(inc.view().asValue()).apply(document, {}, out);
    CHECK(result.isChanged);
    CHECK(out.size() == greatest);
    CHECK(result.logicalBytes == 14);
    out.clear();
    const bson::Document push = parse(R"({"$push": {"list": 1}})");
    try {
        Update::parse(push.view().asValue()).apply(document, {}, out);
        FAIL("a document that is too large was made");
    } catch (const Error& error) {
        CHECK(error.number() == 17419);
        CHECK(std::string(error.what()).find("larger than 16777216") != std::string::npos);
    }
    CHECK(out.size() == 0);
}

TEST_CASE("an update tells which paths it can affect") {
    const bson::Document parsed = parse(R"({"$set": {"a.b": 1, "c.0.d": 1}, "$inc": {"e.$.f": 1}})");
    const Update update = Update::parse(parsed.view().asValue());
    REQUIRE(update.paths().size() == 3);
    CHECK(update.needsPosition());
    CHECK(update.paths()[2].dotted() == "e.$.f");
    for (const char* path : {"a", "a.b", "a.b.c", "c.d", "c", "c.d.x", "e.f", "e", "c.7.d"}) {
        CAPTURE(path);
        CHECK(update.mayAffect(bson::FieldPath(path)));
    }
    for (const char* path : {"b", "a.c", "ab", "c.e", "e.g"}) {
        CAPTURE(path);
        CHECK_FALSE(update.mayAffect(bson::FieldPath(path)));
    }
    CHECK_FALSE(update.mayAffect(bson::FieldPath("a.b"), 0b110));
    CHECK(update.mayAffect(bson::FieldPath("a.b"), 0b001));
    bson::Buffer out;
    UpdateContext context;
    context.positionalIndex = 0;
    const bson::Document document = parse(R"({"a": {"b": 1}, "c": [{"d": 2}], "e": [{"f": 1}]})");
    CHECK(update.apply(document, context, out).touched == 0b110);
}
