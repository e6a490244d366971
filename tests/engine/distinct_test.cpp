// distinct: which values, in which order, what is refused.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("distinct gives each value of a path once, in the order of the documents") {
    const std::vector<std::string> numbers{"{_id: 1, n: 3}", "{_id: 2, n: 1}", "{_id: 3, n: 3.0}", "{_id: 4, n: null}", "{_id: 5}"};
    test::check({
        {"numbers of all types are one", numbers, "{distinct: 'c', key: 'n'}", R"({"values":[3,1,null],"ok":1.0})"},
        {"with a query", numbers, "{distinct: 'c', key: 'n', query: {n: {$gt: 1}}}", R"({"values":[3],"ok":1.0})"},
        {"null as the query", numbers, "{distinct: 'c', key: '_id', query: null}", R"({"values":[1,2,3,4,5],"ok":1.0})"},
        {"no such field", numbers, "{distinct: 'c', key: 'x'}", R"({"values":[],"ok":1.0})"},
        {"no such collection", {}, "{distinct: 'c', key: 'x'}", R"({"values":[],"ok":1.0})"},
        {"arrays by their elements, those of one document in order", {"{a: [3, 1, 3, 2]}", "{a: [4, 1]}", "{a: []}", "{a: 0}"},
         "{distinct: 'c', key: 'a'}", R"({"values":[1,2,3,4,0],"ok":1.0})"},
        {"an array in an array is a value", {"{a: [[1, 2], 1]}"}, "{distinct: 'c', key: 'a'}", R"({"values":[1,[1,2]],"ok":1.0})"},
        {"documents by their fields in order", {"{a: {x: 1, y: 2}}", "{a: {y: 2, x: 1}}", "{a: {x: 1.0, y: 2}}"},
         "{distinct: 'c', key: 'a'}", R"({"values":[{"x":1,"y":2},{"y":2,"x":1}],"ok":1.0})"},
        {"below documents", {"{a: {b: 1}}", "{a: {b: [2, 1]}}", "{a: null}", "{a: 5}"}, "{distinct: 'c', key: 'a.b'}",
         R"({"values":[1,2],"ok":1.0})"},
        {"below arrays of documents", {"{a: [{b: 1}, {b: [3, 4]}, {c: 1}, 7]}"}, "{distinct: 'c', key: 'a.b'}",
         R"({"values":[1,3,4],"ok":1.0})"},
        {"a number is a position", {"{a: [{b: 1}, {b: 2}]}", "{a: {'1': {b: 3}}}"}, "{distinct: 'c', key: 'a.1.b'}",
         R"({"values":[2,3],"ok":1.0})"},
        {"a position at the end", {"{a: [5, [6, 7]]}"}, "{distinct: 'c', key: 'a.1'}", R"({"values":[6,7],"ok":1.0})"},
        {"an array in an array has positions only", {"{a: [[{b: 1}], {b: 2}]}"}, "{distinct: 'c', key: 'a.b'}",
         R"({"values":[2],"ok":1.0})"},
        {"a hint", numbers, "{distinct: 'c', key: 'n', hint: {_id: 1}}", R"({"values":[3,1,null],"ok":1.0})"},
    });
}

TEST_CASE("distinct refuses what it does not know") {
    const std::vector<std::string> one{"{a: 1}"};
    test::check({
        {"no key", one, "{distinct: 'c'}", "Location40414"},
        {"key is a document", one, "{distinct: 'c', key: {a: 1}}", "TypeMismatch"},
        {"the key is looked at before the collection", one, "{distinct: null, key: {}}", "TypeMismatch"},
        {"no collection", one, "{distinct: null, key: 'a'}", "InvalidNamespace"},
        {"query is a string", one, "{distinct: 'c', key: 'a', query: 'a'}", "TypeMismatch"},
        {"a filter that does not parse", one, "{distinct: 'c', key: 'a', query: {$x: 1}}", "BadValue"},
        {"no such index", one, "{distinct: 'c', key: 'a', hint: 'x'}", "BadValue"},
        {"unknown field", one, "{distinct: 'c', key: 'a', x: 1}", "Location40415"},
    });
}

TEST_CASE("distinct tells when the values do not fit into a reply") {
    TestStore store;
    const std::string text(1 << 20, 'x');
    for (int i = 0; i < 17; ++i) store.collection().insertOne(bson::make("a", text + std::to_string(i)));
    CHECK(store.run("{distinct: 'c', key: 'a'}") == "Location17217");
    CHECK(store.collection().distinct("a", parse("{a: /x1$/}")).size() == 1);
}

TEST_CASE("distinct of a collection handle gives owned values") {
    TestStore store;
    store.insertAll({"{a: {b: 'x'}}", "{a: [{b: 'y'}, {b: 'x'}]}"});
    std::vector<bson::Value> values = store.collection().distinct("a.b");
    REQUIRE(values.size() == 2);
    CHECK(values[0].toJson() == R"("x")");
    CHECK(values[1].toJson() == R"("y")");
    CHECK(store.store().lastCost().docsExamined == 2);
}
