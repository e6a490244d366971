// Dotted paths: their parts, and the values that they reach through documents and arrays.
#include <doctest/doctest.h>

#include "bson/path.h"

#include <sheaf/bson/json.h>

#include <string>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

// What the path reaches, in order: a value, [value] for an element of an array at the path's end, - for missing; with
// @ and the index in the outermost array that was entered.
std::string reached(const char* json, const char* path, LeafArray leaf) {
    const Document document = fromJson(json);
    std::string text;
    visitPath(document, FieldPath(path), leaf, [&](const PathHit& hit) {
        const std::string value = hit.value.isMissing() ? "-" : hit.value.toJson();
        if (!text.empty()) text += ' ';
        text += hit.isArrayElement ? "[" + value + "]" : value;
        if (hit.arrayIndex >= 0) text += "@" + std::to_string(hit.arrayIndex);
        return true;
    });
    return text;
}

}  // namespace

TEST_CASE("a path is taken apart at its dots, and whole numbers may be array indexes") {
    struct Case { const char* path; std::vector<std::string> names; std::vector<std::int32_t> indexes; };
    const Case cases[] = {
        {"a", {"a"}, {-1}},
        {"a.b.0.c", {"a", "b", "0", "c"}, {-1, -1, 0, -1}},
        {"", {""}, {-1}},
        {".", {"", ""}, {-1, -1}},
        {"a..b", {"a", "", "b"}, {-1, -1, -1}},
        {"10.010.-1.1a.+1", {"10", "010", "-1", "1a", "+1"}, {10, -1, -1, -1, -1}},
        {"999999999.9999999999", {"999999999", "9999999999"}, {999'999'999, -1}},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.path));
        const FieldPath path(c.path);
        CHECK(path.dotted() == c.path);
        REQUIRE(path.size() == c.names.size());
        for (std::size_t at = 0; at < path.size(); ++at) {
            CHECK(path[at].name == c.names[at]);
            CHECK(path[at].index == c.indexes[at]);
        }
    }
}

TEST_CASE("a path is a prefix of what goes on from it, component by component") {
    const auto isPrefix = [](const char* a, const char* b) { return FieldPath(a).isPrefixOf(FieldPath(b)); };
    CHECK(isPrefix("a", "a"));
    CHECK(isPrefix("a.b", "a.b.c"));
    CHECK_FALSE(isPrefix("a", "ab"));
    CHECK_FALSE(isPrefix("a.b", "a"));
    CHECK_FALSE(isPrefix("a.b", "a.c.b"));
}

TEST_CASE("a path reaches values as MongoDB's matching does") {
    struct Case { const char* document; const char* path; const char* whole; const char* both; };
    const Case cases[] = {
        {R"({"a":1})", "a", "1", "1"},
        {R"({"a":1})", "b", "-", "-"},
        {R"({"a":null})", "a", "null", "null"},
        {R"({"a":{"b":2}})", "a.b", "2", "2"},
        {R"({"a":{"b":2}})", "a.c", "-", "-"},
        {R"({"a":5})", "a.b", "-", "-"},
        {R"({"a":[1,2]})", "a", "[1,2]", "[1]@0 [2]@1 [1,2]"},
        {R"({"a":[]})", "a", "[]", "[]"},
        {R"({"a":[1,2]})", "a.b", "", ""},
        {R"({"a":[]})", "a.b", "", ""},
        {R"({"a":[{"b":1},3,{"c":2},{"b":[4,5]}]})", "a.b", "1@0 -@2 [4,5]@3", "1@0 -@2 [4]@3 [5]@3 [4,5]@3"},
        {R"({"a":[{"b":{"c":1}},{"b":[{"c":2},{"c":3}]}]})", "a.b.c", "1@0 2@1 3@1", "1@0 2@1 3@1"},
        {R"({"a":[[{"b":1}]]})", "a.b", "", ""},
        {R"({"a":[[{"b":1}]]})", "a.0.b", "1@0", "1@0"},
        {R"({"a":[7,8]})", "a.1", "8", "8"},
        {R"({"a":[7,8]})", "a.2", "", ""},
        {R"({"a":{"1":9}})", "a.1", "9", "9"},
        {R"({"a":[{"1":9},8]})", "a.1", "9@0 8", "9@0 8"},
        {R"({"a":[{"b":1},{"b":2}]})", "a.1.b", "-@0 -@1 2", "-@0 -@1 2"},
        {R"({"a":[7,8]})", "a.01", "", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.document));
        CAPTURE(std::string(c.path));
        CHECK(reached(c.document, c.path, LeafArray::Whole) == c.whole);
        CHECK(reached(c.document, c.path, LeafArray::Both) == c.both);
    }
    CHECK(reached(R"({"a":[1,[2]]})", "a", LeafArray::Elements) == "[1]@0 [[2]]@1");
}

TEST_CASE("a visit that says so ends the walk") {
    const Document document = fromJson(R"({"a":[{"b":1},{"b":2},{"b":3}]})");
    int visits = 0;
    CHECK_FALSE(visitPath(document, FieldPath("a.b"), LeafArray::Both, [&](const PathHit&) { return ++visits < 2; }));
    CHECK(visits == 2);
}
