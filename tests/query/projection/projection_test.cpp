// Projections: what of a document is returned.

#include "query/projection/projection.h"

#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

using namespace sheaf;
using namespace sheaf::query;

namespace {

struct ProjectionCase {
    std::string what;
    std::string document;
    std::string projection;
    std::string outcome;
};

std::string canonical(DocumentView document) { return document.toJson(bson::JsonMode::Canonical); }

std::string projected(const std::string& document, const std::string& projection, const ProjectionContext& context = {}) {
    bson::Buffer out;
    out.append(std::uint8_t{'x'});
    try {
        const bson::Document parsed = parse(document);
        Projection::parse(parse(projection)).apply(parsed, context, out);
        CHECK(out.data()[0] == 'x');
        CHECK(bool(bson::validate({out.data() + 1, out.size() - 1}, bson::kStoredLimits)));
        return canonical(DocumentView(out.data() + 1, out.size() - 1));
    } catch (const Error& error) {
        CHECK(out.size() == 1);
        return error.codeName();
    }
}

template <std::size_t count>
void checkAll(const ProjectionCase (&cases)[count]) {
    for (const ProjectionCase& c : cases) {
        CAPTURE(c.what);
        CAPTURE(c.projection);
        CHECK(projected(c.document, c.projection) ==
              (c.outcome[0] == '{' ? canonical(parse(c.outcome)) : c.outcome));
    }
}

}  // namespace

TEST_CASE("an inclusion returns the named fields in the document's order, and _id") {
    const ProjectionCase cases[] = {
        {"identity", R"({"_id": 1, "a": 1})", R"({})", R"({"_id": 1, "a": 1})"},
        {"the document's order", R"({"_id": 1, "a": 1, "b": 2, "c": 3})", R"({"c": 1, "a": 1})",
         R"({"_id": 1, "a": 1, "c": 3})"},
        {"without _id", R"({"_id": 1, "a": 1, "b": 2})", R"({"_id": 0, "b": 1})", R"({"b": 2})"},
        {"_id only", R"({"_id": 1, "a": 1})", R"({"_id": 1})", R"({"_id": 1})"},
        {"true and other numbers", R"({"_id": 1, "a": 1, "b": 2, "c": 3})", R"({"a": true, "b": -1.5})",
         R"({"_id": 1, "a": 1, "b": 2})"},
        {"missing", R"({"_id": 1})", R"({"a": 1})", R"({"_id": 1})"},
        {"dotted", R"({"_id": 1, "a": {"b": 1, "c": 2}})", R"({"a.b": 1})", R"({"_id": 1, "a": {"b": 1}})"},
        {"nested form", R"({"_id": 1, "a": {"b": 1, "c": 2, "d": 3}})", R"({"a": {"b": 1, "d": 1}})",
         R"({"_id": 1, "a": {"b": 1, "d": 3}})"},
        {"nested and dotted", R"({"_id": 1, "a": {"b": {"c": 1, "d": 2}}})", R"({"a": {"b.c": 1}})",
         R"({"_id": 1, "a": {"b": {"c": 1}}})"},
        {"a document without the field stays", R"({"_id": 1, "a": {"c": 2}})", R"({"a.b": 1})",
         R"({"_id": 1, "a": {}})"},
        {"a scalar on the way", R"({"_id": 1, "a": 5})", R"({"a.b": 1})", R"({"_id": 1})"},
        {"null on the way", R"({"_id": 1, "a": null})", R"({"a.b": 1})", R"({"_id": 1})"},
        {"through an array: scalars go", R"({"_id": 1, "a": [{"b": 1, "c": 2}, 5, {"c": 3}, [{"b": 4}, 6]]})",
         R"({"a.b": 1})", R"({"_id": 1, "a": [{"b": 1}, {}, [{"b": 4}]]})"},
        {"an empty array", R"({"_id": 1, "a": []})", R"({"a.b": 1})", R"({"_id": 1, "a": []})"},
        {"a part of _id", R"({"_id": {"x": 1, "y": 2}, "a": 1})", R"({"_id.x": 1})", R"({"_id": {"x": 1}})"},
    };
    checkAll(cases);
}

TEST_CASE("an exclusion returns all but the named fields") {
    const ProjectionCase cases[] = {
        {"one", R"({"_id": 1, "a": 1, "b": 2})", R"({"a": 0})", R"({"_id": 1, "b": 2})"},
        {"_id", R"({"_id": 1, "a": 1})", R"({"_id": 0})", R"({"a": 1})"},
        {"_id and another", R"({"_id": 1, "a": 1, "b": 2})", R"({"b": false, "_id": 0})", R"({"a": 1})"},
        {"_id named for staying", R"({"_id": 1, "a": 1})", R"({"a": 0, "_id": 1})", R"({"_id": 1})"},
        {"missing", R"({"_id": 1})", R"({"a": 0})", R"({"_id": 1})"},
        {"all", R"({"a": 1})", R"({"a": 0})", R"({})"},
        {"dotted", R"({"a": {"b": 1, "c": 2}, "d": 1})", R"({"a.b": 0})", R"({"a": {"c": 2}, "d": 1})"},
        {"a scalar on the way stays", R"({"a": 5})", R"({"a.b": 0})", R"({"a": 5})"},
        {"through an array: scalars stay", R"({"a": [{"b": 1, "c": 2}, 5, [{"b": 4}, 6]]})", R"({"a.b": 0})",
         R"({"a": [{"c": 2}, 5, [{}, 6]]})"},
    };
    checkAll(cases);
}

TEST_CASE("a projection that contradicts itself is refused") {
    const ProjectionCase cases[] = {
        {"exclusion in an inclusion", "{}", R"({"a": 1, "b": 0})", "Location31254"},
        {"inclusion in an exclusion", "{}", R"({"a": 0, "b": 1})", "Location31253"},
        {"the mix further down", "{}", R"({"a": {"b": 1, "c": 0}})", "Location31254"},
        {"a part of _id excluded in an inclusion", "{}", R"({"_id.a": 0, "b": 1})", "Location31253"},
        {"a path and one below it", "{}", R"({"a": 1, "a.b": 1})", "Location31249"},
        {"a path and one above it", "{}", R"({"a.b": 1, "a": 1})", "Location31250"},
        {"one path twice", "{}", R"({"a.b": 1, "a": {"b": 1}})", "Location31250"},
        {"_id and a part of it", "{}", R"({"_id": 1, "_id.a": 1})", "Location31249"},
        {"an empty part", "{}", R"({"a..b": 1})", "Location15998"},
        {"an empty part at the end", "{}", R"({"a.": 1})", "Location40353"},
        {"an empty path", "{}", R"({"": 1})", "Location40352"},
        {"a dollar name", "{}", R"({"$a": 1})", "Location16410"},
        {"an empty document", "{}", R"({"a": {}})", "Location51270"},
        {"an unknown operator", "{}", R"({"a": {"$foo": 1}})", "Location31325"},
    };
    checkAll(cases);
}

TEST_CASE("$slice returns a part of an array") {
    const ProjectionCase cases[] = {
        {"the first", R"({"_id": 1, "a": [1, 2, 3], "b": 1})", R"({"a": {"$slice": 2}})",
         R"({"_id": 1, "a": [1, 2], "b": 1})"},
        {"the last", R"({"a": [1, 2, 3]})", R"({"a": {"$slice": -2}})", R"({"a": [2, 3]})"},
        {"none", R"({"a": [1, 2, 3]})", R"({"a": {"$slice": 0}})", R"({"a": []})"},
        {"more than there are", R"({"a": [1]})", R"({"a": {"$slice": -5}})", R"({"a": [1]})"},
        {"skip and limit", R"({"a": [1, 2, 3, 4]})", R"({"a": {"$slice": [1, 2]}})", R"({"a": [2, 3]})"},
        {"skip from the end", R"({"a": [1, 2, 3, 4]})", R"({"a": {"$slice": [-3, 2]}})", R"({"a": [2, 3]})"},
        {"skip before the front", R"({"a": [1, 2]})", R"({"a": {"$slice": [-9, 1]}})", R"({"a": [1]})"},
        {"skip beyond the end", R"({"a": [1, 2]})", R"({"a": {"$slice": [9, 1]}})", R"({"a": []})"},
        {"the largest limit", R"({"a": [1, 2]})",
         R"({"a": {"$slice": [1, {"$numberLong": "9223372036854775807"}]}})", R"({"a": [2]})"},
        {"a scalar stays", R"({"a": 5})", R"({"a": {"$slice": 1}})", R"({"a": 5})"},
        {"with an inclusion", R"({"_id": 1, "a": [1, 2], "b": 1, "c": 2})", R"({"b": 1, "a": {"$slice": 1}})",
         R"({"_id": 1, "a": [1], "b": 1})"},
        {"with _id only", R"({"_id": 1, "a": [1, 2], "c": 2})", R"({"_id": 1, "a": {"$slice": 1}})",
         R"({"_id": 1, "a": [1]})"},
        {"with an exclusion", R"({"_id": 1, "a": [1, 2], "b": 1, "c": 2})", R"({"b": 0, "a": {"$slice": 1}})",
         R"({"_id": 1, "a": [1], "c": 2})"},
        {"below an array", R"({"a": [{"b": [1, 2]}, {"b": [3, 4]}]})", R"({"a.b": {"$slice": 1}})",
         R"({"a": [{"b": [1]}, {"b": [3]}]})"},
        {"not in an array that is an element", R"({"a": [[{"b": [1, 2]}], {"b": [3, 4]}]})", R"({"a.b": {"$slice": 1}})",
         R"({"a": [[{"b": [1, 2]}], {"b": [3]}]})"},
        {"a text", "{}", R"({"a": {"$slice": "1"}})", "Location28667"},
        {"one number in an array", "{}", R"({"a": {"$slice": [1]}})", "Location28667"},
        {"a limit of 0", "{}", R"({"a": {"$slice": [1, 0]}})", "Location28724"},
        {"a text as skip", "{}", R"({"a": {"$slice": ["1", 1]}})", "Location28724"},
        {"null as limit", "{}", R"({"a": {"$slice": [1, null]}})", R"({"a": null})"},
    };
    checkAll(cases);
}

TEST_CASE("$elemMatch returns the first element that matches") {
    const ProjectionCase cases[] = {
        {"documents", R"({"_id": 1, "a": [{"b": 1, "c": 1}, {"b": 2, "c": 2}, {"b": 2, "c": 3}], "x": 1})",
         R"({"a": {"$elemMatch": {"b": 2}}})", R"({"_id": 1, "a": [{"b": 2, "c": 2}]})"},
        {"values", R"({"_id": 1, "a": [1, 5, 9]})", R"({"a": {"$elemMatch": {"$gt": 3}}})", R"({"_id": 1, "a": [5]})"},
        {"a filter of branches", R"({"_id": 1, "a": [{"b": 1}, {"b": 2}]})",
         R"({"a": {"$elemMatch": {"$or": [{"b": 2}, {"b": 3}]}}})", R"({"_id": 1, "a": [{"b": 2}]})"},
        {"a filter meets arrays, not scalars", R"({"_id": 1, "a": [1, [2], {}]})",
         R"({"a": {"$elemMatch": {"$and": [{}]}}})", R"({"_id": 1, "a": [[2]]})"},
        {"none", R"({"_id": 1, "a": [1]})", R"({"a": {"$elemMatch": {"$gt": 3}}})", R"({"_id": 1})"},
        {"no array", R"({"_id": 1, "a": 5})", R"({"a": {"$elemMatch": {"$gt": 3}}})", R"({"_id": 1})"},
        {"_id excluded: still an inclusion", R"({"_id": 1, "a": [5], "x": 1})",
         R"({"_id": 0, "a": {"$elemMatch": {"$gt": 3}}})", R"({"a": [5]})"},
        {"with an exclusion", R"({"_id": 1, "a": [1, 5], "x": 1, "y": 1})",
         R"({"x": 0, "a": {"$elemMatch": {"$gt": 3}}})", R"({"_id": 1, "a": [5], "y": 1})"},
        {"a number", "{}", R"({"a": {"$elemMatch": 1}})", "Location31274"},
        {"in a sub-projection", "{}", R"({"a": {"b": {"$elemMatch": {"c": 1}}}})", "BadValue"},
        {"below a field", "{}", R"({"a.b": {"$elemMatch": {"c": 1}}})", "Location31275"},
    };
    checkAll(cases);
}

TEST_CASE("`$` returns the element that the filter matched") {
    ProjectionContext context;
    context.positionalIndex = 1;
    const auto at = [&](const std::string& document, const std::string& projection) {
        return projected(document, projection, context);
    };
    CHECK(at(R"({"_id": 1, "a": [1, 2, 3], "b": 1})", R"({"a.$": 1})") == canonical(parse(R"({"_id": 1, "a": [2]})")));
    CHECK(at(R"({"_id": 1, "a": 5})", R"({"a.$": 1})") == canonical(parse(R"({"_id": 1, "a": 5})")));
    CHECK(at(R"({"a": {"b": [1, 2], "c": 1}})", R"({"a.b.$": 1})") == canonical(parse(R"({"a": {"b": [2]}})")));
    CHECK(at(R"({"a": [{"b": [1, 2]}, {"b": [3, 4], "c": 1}]})", R"({"a.b.$": 1})") ==
          canonical(parse(R"({"a": [{"b": [3, 4]}]})")));
    CHECK(at(R"({"a": [1]})", R"({"a.$": 1})") == "Location51247");
    CHECK(projected(R"({"a": [1]})", R"({"a.$": 1})") == "Location51246");
    CHECK(projected("{}", R"({"a.$": 1, "b.$": 1})") == "Location31276");
    CHECK(projected("{}", R"({"a.$.b": 1})") == "Location31394");
    CHECK(projected("{}", R"({"a.$": 0})") == "Location31395");
    CHECK(Projection::parse(parse(R"({"a.$": 1})")).needsPosition());
}

TEST_CASE("a projection tells what it reads") {
    const auto required = [](const char* specification) {
        const Projection projection = Projection::parse(parse(specification));
        std::string text = projection.needsWholeDocument() ? "all" : "";
        for (const std::string& path : projection.requiredPaths()) text += (text.empty() ? "" : " ") + path;
        return text;
    };
    CHECK(required("{}") == "all");
    CHECK(required(R"({"a": 0})") == "all");
    CHECK(required(R"({"a": 1, "b.c": 1})") == "a b.c _id");
    CHECK(required(R"({"a": 1, "_id": 0})") == "a");
    CHECK(required(R"({"a": {"$slice": 1}})") == "all");
    CHECK(Projection().isIdentity());
    CHECK_FALSE(Projection::parse(parse(R"({"a": 0})")).isIdentity());
}
