// Computed fields in projections.

#include "query/expression/variables.h"
#include "query/projection/projection.h"

#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>

using namespace sheaf;
using namespace sheaf::query;

namespace {

std::string projected(const char* document, const char* projection, ProjectionKind kind) {
    bson::Buffer out;
    try {
        OperationVariables variables(bson::Date{0});
        variables.addLet(bson::fromJson(R"({"x": 7})"));
        const Projection parsed = Projection::parse(bson::fromJson(projection), {.variables = &variables, .kind = kind});
        parsed.apply(bson::fromJson(document), out);
        CHECK(bool(bson::validate(out.bytes(), bson::kStoredLimits)));
        return DocumentView(out.data(), out.size()).toJson();
    } catch (const Error& error) {
        CHECK(out.isEmpty());
        return error.codeName();
    }
}

}  // namespace

TEST_CASE("a projection computes fields from expressions") {
    struct Case {
        const char* what;
        const char* document;
        const char* projection;
        const char* outcome;
    };
    const Case cases[] = {
        {"an operator", R"({"_id": 1, "a": 2, "b": 3})", R"({"sum": {"$add": ["$a", "$b"]}})", R"({"_id":1,"sum":5})"},
        {"a path", R"({"_id": 1, "a": {"b": 2}})", R"({"x": "$a.b"})", R"({"_id":1,"x":2})"},
        {"a literal string", R"({"_id": 1, "a": 2})", R"({"a": "x"})", R"({"_id":1,"a":"x"})"},
        {"null", R"({"_id": 1, "a": 2})", R"({"a": null})", R"({"_id":1,"a":null})"},
        {"an array", R"({"_id": 1, "a": 2})", R"({"a": ["$a", "$b"]})", R"({"_id":1,"a":[2,null]})"},
        {"a missing value", R"({"_id": 1})", R"({"a": "$b"})", R"({"_id":1})"},
        {"with inclusion, behind it", R"({"_id": 1, "a": 2, "b": 3})", R"({"c": "$a", "b": 1})", R"({"_id":1,"b":3,"c":2})"},
        {"without _id", R"({"_id": 1, "a": 2})", R"({"_id": 0, "c": "$a"})", R"({"c":2})"},
        {"_id itself", R"({"_id": 1, "a": 2})", R"({"_id": "$a"})", R"({"_id":2})"},
        {"a field of a document", R"({"_id": 1, "a": {"b": 1, "c": 2}})", R"({"a.d": "$a.c", "a.b": 1})", R"({"_id":1,"a":{"b":1,"d":2}})"},
        {"nested", R"({"_id": 1})", R"({"a": {"b": {"$literal": 5}}})", R"({"_id":1,"a":{"b":5}})"},
        {"in every element", R"({"_id": 1, "a": [1, {"b": 2}, [3]]})", R"({"a.c": "x"})", R"({"_id":1,"a":[{"c":"x"},{"c":"x"},[{"c":"x"}]]})"},
        {"in place of a scalar", R"({"_id": 1, "a": 5})", R"({"a.c": "x"})", R"({"_id":1,"a":{"c":"x"}})"},
        {"a variable", R"({"_id": 1})", R"({"a": "$$x"})", R"({"_id":1,"a":7})"},
        {"the whole document", R"({"_id": 1, "a": 2})", R"({"all": "$$ROOT"})", R"({"_id":1,"all":{"_id":1,"a":2}})"},
        {"in an exclusion", "{}", R"({"a": 0, "b": "$c"})", "Location31252"},
        {"before an exclusion", "{}", R"({"b": "$c", "a": 0})", "Location31254"},
        {"an unknown operator", "{}", R"({"a": {"$nope": 1}})", "Location31325"},
        {"an unknown operator inside", "{}", R"({"a": {"$add": [{"$nope": 1}]}})", "InvalidPipelineOperator"},
        {"twice", "{}", R"({"a": "$b", "a.c": "$d"})", "Location31249"},
        {"above another", "{}", R"({"a.c": "$d", "a": "$b"})", "Location31250"},
        {"$meta", "{}", R"({"a": {"$meta": "textScore"}})", "NotImplemented"},
        {"$meta of nothing", "{}", R"({"a": {"$meta": "nope"}})", "Location17308"},
        {"fails while running", R"({"a": "x"})", R"({"b": {"$abs": "$a"}})", "Location28765"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(projected(c.document, c.projection, ProjectionKind::Find) == c.outcome);
        CHECK(projected(c.document, c.projection, ProjectionKind::Stage) == c.outcome);
    }
}

TEST_CASE("$project differs from find's projection") {
    CHECK(projected(R"({"_id": 1, "a": [1, 2, 3]})", R"({"a": {"$slice": ["$a", 1, 1]}})", ProjectionKind::Stage) == R"({"_id":1,"a":[2]})");
    CHECK(projected(R"({"a": [1]})", R"({"a": {"$elemMatch": {"$gt": 0}}})", ProjectionKind::Stage) == "Location31325");
    CHECK(projected(R"({"a": [1]})", R"({"a.$": "x"})", ProjectionKind::Find) == "Location31308");
    CHECK(projected(R"({"a": [1]})", R"({"a.$": {"$add": [1]}})", ProjectionKind::Find) == "Location31271");
    CHECK(projected(R"({"_id": 1, "a": [1, 2, 3]})", R"({"a": {"$slice": ["$a", 2]}})", ProjectionKind::Find) == R"({"_id":1,"a":[1,2]})");
    CHECK(projected(R"({"a": [1]})", R"({"a.$": 1})", ProjectionKind::Stage) == "Location31324");
}

TEST_CASE("a projection tells what its expressions read") {
    const Projection computed = Projection::parse(bson::fromJson(R"({"_id": 0, "a": 1, "b": {"$add": ["$c.d", "$a"]}})"));
    CHECK_FALSE(computed.needsWholeDocument());
    CHECK(computed.requiredPaths() == std::vector<std::string>{"a", "c.d"});
    CHECK(Projection::parse(bson::fromJson(R"({"a": "$$ROOT"})")).needsWholeDocument());
}
