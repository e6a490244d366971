// Pipeline updates: stages that make a new document of the old one.

#include "query/expression/variables.h"
#include "query/update/update.h"

#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>

using namespace sheaf;
using namespace sheaf::query;

namespace {

// "unchanged", the new document, or the name of the error.
std::string updated(const char* document, const std::string& pipeline, const char* constants = "{}") {
    bson::Buffer out;
    try {
        OperationVariables variables(bson::Date{0});
        variables.addLet(bson::fromJson(R"({"x": 7})"));
        const bson::Document holder = bson::fromJson("{\"u\": " + pipeline + "}");
        const bson::Document c = bson::fromJson(constants);
        const Update update = Update::parse(holder["u"], {.variables = &variables, .constants = c});
        const UpdateResult result = update.apply(bson::fromJson(document), {}, out);
        if (!result.isChanged) {
            CHECK(out.isEmpty());
            return "unchanged";
        }
        CHECK(result.logicalBytes > 0);
        CHECK(bool(bson::validate(out.bytes(), bson::kStoredLimits)));
        return DocumentView(out.data(), out.size()).toJson();
    } catch (const Error& error) {
        CHECK(out.isEmpty());
        return error.codeName();
    }
}

}  // namespace

TEST_CASE("a pipeline sets, removes and replaces by expressions over the whole document") {
    struct Case {
        const char* what;
        const char* document;
        const char* pipeline;
        const char* outcome;
    };
    const Case cases[] = {
        {"$set", R"({"_id": 1, "a": 2})", R"([{"$set": {"b": {"$add": ["$a", 1]}}}])", R"({"_id":1,"a":2,"b":3})"},
        {"$addFields in place", R"({"_id": 1, "a": 2, "b": 3})", R"([{"$addFields": {"a": "$b"}}])", R"({"_id":1,"a":3,"b":3})"},
        {"a number is a literal", R"({"_id": 1})", R"([{"$set": {"a": 1, "b": 0}}])", R"({"_id":1,"a":1,"b":0})"},
        {"dotted, in every element", R"({"_id": 1, "a": [{"b": 1}, 2]})", R"([{"$set": {"a.c": "$_id"}}])", R"({"_id":1,"a":[{"b":1,"c":1},{"c":1}]})"},
        {"nested", R"({"_id": 1, "a": {"b": 1}})", R"([{"$set": {"a": {"c": "x"}}}])", R"({"_id":1,"a":{"b":1,"c":"x"}})"},
        {"$$REMOVE", R"({"_id": 1, "a": 2})", R"([{"$set": {"a": "$$REMOVE"}}])", R"({"_id":1})"},
        {"a stage sees what the one before made", R"({"_id": 1, "a": 2})", R"([{"$set": {"b": "$a"}}, {"$set": {"c": "$b"}}, {"$unset": ["a", "b"]}])", R"({"_id":1,"c":2})"},
        {"$unset of one", R"({"_id": 1, "a": {"b": 1, "c": 2}})", R"([{"$unset": "a.b"}])", R"({"_id":1,"a":{"c":2}})"},
        {"$project", R"({"_id": 1, "a": 2, "b": 3})", R"([{"$project": {"b": 1, "d": "$a"}}])", R"({"_id":1,"b":3,"d":2})"},
        {"$replaceWith keeps _id", R"({"_id": 1, "a": {"c": 2}})", R"([{"$replaceWith": "$a"}])", R"({"_id":1,"c":2})"},
        {"$replaceRoot", R"({"_id": 1, "a": 5})", R"([{"$replaceRoot": {"newRoot": {"b": "$a"}}}])", R"({"_id":1,"b":5})"},
        {"_id goes first", R"({"_id": 1, "a": 5})", R"([{"$replaceWith": {"a": "$a", "_id": "$_id", "b": "$$x"}}])", R"({"_id":1,"a":5,"b":7})"},
        {"nothing changes", R"({"_id": 1, "a": 5})", R"([{"$set": {"a": 5}}])", "unchanged"},
        {"no stage", R"({"_id": 1, "a": 5})", R"([])", "unchanged"},
        {"_id is lost and put back", R"({"_id": 1, "a": 5})", R"([{"$project": {"_id": 0}}])", "unchanged"},
        {"_id may not change", R"({"_id": 1})", R"([{"$set": {"_id": 2}}])", "ImmutableField"},
        {"no document", R"({"_id": 1, "a": 5})", R"([{"$replaceWith": "$a"}])", "Location40228"},
        {"an error while running", R"({"_id": 1, "a": "x"})", R"([{"$set": {"b": {"$add": ["$a", 1]}}}])", "TypeMismatch"},
        {"a stage that is no document", "{}", R"([1])", "TypeMismatch"},
        {"a stage of two", "{}", R"([{"$set": {"a": 1}, "$unset": "a"}])", "Location40323"},
        {"an unknown stage", "{}", R"([{"$nope": 1}])", "Location40324"},
        {"a stage that updates cannot have", "{}", R"([{"$match": {}}])", "InvalidOptions"},
        {"$set of a number", "{}", R"([{"$set": 1}])", "Location40272"},
        {"$set of nothing", "{}", R"([{"$set": {}}])", "Location40177"},
        {"$set of colliding paths", "{}", R"([{"$set": {"a.b": 1, "a": 2}}])", "Location31250"},
        {"$set through a set path", "{}", R"([{"$set": {"a": 1, "a.b": 2}}])", "Location31249"},
        {"$project of nothing", "{}", R"([{"$project": {}}])", "Location51272"},
        {"$project of a number", "{}", R"([{"$project": 1}])", "Location15969"},
        {"$unset of a number", "{}", R"([{"$unset": 1}])", "Location31002"},
        {"$unset of nothing", "{}", R"([{"$unset": []}])", "Location31119"},
        {"$unset of numbers", "{}", R"([{"$unset": [1]}])", "Location31120"},
        {"$replaceRoot without newRoot", "{}", R"([{"$replaceRoot": {}}])", "Location40414"},
        {"$replaceRoot of another name", "{}", R"([{"$replaceRoot": {"x": 1}}])", "Location40415"},
        {"$replaceRoot of a number", "{}", R"([{"$replaceRoot": 1}])", "Location40229"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(updated(c.document, c.pipeline) == c.outcome);
    }
}

TEST_CASE("constants are variables of a pipeline, and of nothing else") {
    CHECK(updated(R"({"_id": 1})", R"([{"$set": {"a": "$$c"}}])", R"({"c": "$b"})") == R"({"_id":1,"a":"$b"})");
    CHECK(updated(R"({"_id": 1})", R"({"$set": {"a": 1}})", R"({"c": 1})") == "Location51198");
    CHECK(updated(R"({"_id": 1})", R"([{"$set": {"a": 1}}])", R"({"C": 1})") == "FailedToParse");
}

TEST_CASE("array filters do not go with a pipeline") {
    const bson::Document holder = bson::fromJson(R"({"u": [{"$set": {"a": 1}}], "f": {"x": 1}})");
    UpdateOptions options;
    options.arrayFilters.push_back(holder["f"].asDocument());
    CHECK_THROWS_AS(Update::parse(holder["u"], options), Error);
}
