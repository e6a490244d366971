// find, getMore, killCursors, count: batches and their limits, and what may happen between them.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

void fill(TestStore& store, int count) {
    std::vector<Document> documents;
    for (int i = 0; i < count; ++i) documents.push_back(bson::make("_id", i, "a", i % 10));
    store.collection().insertMany(documents);
}

std::int64_t cursorId(const Document& reply) { return reply["cursor"].asDocument()["id"].asInt64(); }

std::size_t batchSize(const Document& reply, std::string_view name) {
    return reply["cursor"].asDocument()[name].asArray().countElements();
}

std::string getMore(std::int64_t id) { return "{getMore: NumberLong(\"" + std::to_string(id) + "\"), collection: \"c\"}"; }

}  // namespace

TEST_CASE("find returns what matches, sorted, skipped, limited, projected") {
    const std::vector<std::string> three{"{_id: 1, a: 3, b: 1}", "{_id: 2, a: 1, b: 2}", "{_id: 3, a: 2, b: 3}"};
    test::check({
        {"all", three, R"({find: "c", projection: {_id: 1}})",
         R"({"cursor":{"firstBatch":[{"_id":1},{"_id":2},{"_id":3}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"sort, skip, limit", three, R"({find: "c", sort: {a: 1}, skip: 1, limit: 1, projection: {a: 1, _id: 0}})",
         R"({"cursor":{"firstBatch":[{"a":2}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"by _id", three, R"({find: "c", filter: {_id: 2}})",
         R"({"cursor":{"firstBatch":[{"_id":2,"a":1,"b":2}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"by _id of another number type", three, R"({find: "c", filter: {_id: 2.0}, projection: {b: 1}})",
         R"({"cursor":{"firstBatch":[{"_id":2,"b":2}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"by _id that is not there", three, R"({find: "c", filter: {_id: 9}})",
         R"({"cursor":{"firstBatch":[],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"no such collection", {}, R"({find: "c"})", R"({"cursor":{"firstBatch":[],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"natural order backwards", three, R"({find: "c", hint: {$natural: -1}, projection: {_id: 1}})",
         R"({"cursor":{"firstBatch":[{"_id":3},{"_id":2},{"_id":1}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"unknown option", three, R"({find: "c", nonsense: 1})", "Location40415"},
        {"unknown operator", three, R"({find: "c", filter: {a: {$x: 1}}})", "BadValue"},
        {"filter is no document", three, R"({find: "c", filter: 1})", "TypeMismatch"},
        {"negative limit", three, R"({find: "c", limit: -1})", "Location51024"},
        {"negative skip", three, R"({find: "c", skip: -1})", "Location51024"},
        {"no such index", three, R"({find: "c", hint: "x_1"})", "BadValue"},
        {"tailable", three, R"({find: "c", tailable: true})", "NotImplemented"},
        {"the simple collation", three, R"({find: "c", filter: {_id: 7}, collation: {locale: "simple"}})",
         R"({"cursor":{"firstBatch":[],"id":0,"ns":"test.c"},"ok":1.0})"},
    });
}

TEST_CASE("count counts what matches within skip and limit") {
    const std::vector<std::string> three{"{_id: 1, a: 1}", "{_id: 2, a: 1}", "{_id: 3, a: 2}"};
    test::check({
        {"all", three, R"({count: "c"})", R"({"n":3,"ok":1.0})"},
        {"matching", three, R"({count: "c", query: {a: 1}})", R"({"n":2,"ok":1.0})"},
        {"limit", three, R"({count: "c", query: {a: 1}, limit: 1})", R"({"n":1,"ok":1.0})"},
        {"negative limit", three, R"({count: "c", limit: -2})", R"({"n":2,"ok":1.0})"},
        {"skip", three, R"({count: "c", skip: 1})", R"({"n":2,"ok":1.0})"},
        {"skip more than there are", three, R"({count: "c", skip: 5})", R"({"n":0,"ok":1.0})"},
        {"no such collection", {}, R"({count: "c", query: {a: 1}})", R"({"n":0,"ok":1.0})"},
        {"negative skip", three, R"({count: "c", skip: -1})", "Location51024"},
        {"unknown", three, R"({count: "c", x: 1})", "Location40415"},
    });
}

TEST_CASE("the first batch holds 101 documents, later ones what is left") {
    TestStore store;
    fill(store, 250);
    const Document first = store.reply(R"({find: "c"})");
    CHECK(batchSize(first, "firstBatch") == 101);
    REQUIRE(cursorId(first) != 0);
    const Document second = store.reply(getMore(cursorId(first)));
    CHECK(batchSize(second, "nextBatch") == 149);
    CHECK(cursorId(second) == 0);
    CHECK(store.run(getMore(cursorId(first))) == "CursorNotFound");
}

TEST_CASE("batchSize counts, and 0 opens a cursor only") {
    TestStore store;
    fill(store, 10);
    const Document none = store.reply(R"({find: "c", batchSize: 0})");
    CHECK(batchSize(none, "firstBatch") == 0);
    const std::string next = getMore(cursorId(none));
    CHECK(batchSize(store.reply(next.substr(0, next.size() - 1) + ", batchSize: 4}"), "nextBatch") == 4);
    CHECK(batchSize(store.reply(next), "nextBatch") == 6);
    const Document single = store.reply(R"({find: "c", batchSize: 3, singleBatch: true})");
    CHECK(batchSize(single, "firstBatch") == 3);
    CHECK(cursorId(single) == 0);
}

TEST_CASE("a first batch ends at 1 MB, later ones at 16 MB") {
    TestStore store;
    for (int i = 0; i < 60; ++i) store.collection().insertOne(bson::make("_id", i, "t", std::string(400'000, 'x')));
    const Document first = store.reply(R"({find: "c"})");
    CHECK(batchSize(first, "firstBatch") == 2);
    const Document second = store.reply(getMore(cursorId(first)));
    CHECK(batchSize(second, "nextBatch") == 41);
    CHECK(batchSize(store.reply(getMore(cursorId(second))), "nextBatch") == 17);
}

TEST_CASE("getMore refuses what is no cursor of that namespace; killCursors closes") {
    TestStore store;
    fill(store, 200);
    const std::int64_t id = cursorId(store.reply(R"({find: "c"})"));
    const std::string text = std::to_string(id);
    CHECK(store.run("{getMore: NumberLong(\"" + text + "\"), collection: \"other\"}") == "Unauthorized");
    CHECK(store.run("{getMore: 5, collection: \"c\"}") == "TypeMismatch");
    CHECK(store.run("{getMore: NumberLong(5)}") == "Location40414");
    CHECK(store.run("{getMore: NumberLong(5), collection: \"c\"}") == "CursorNotFound");
    CHECK(store.run("{killCursors: \"c\", cursors: [NumberLong(\"" + text + "\"), NumberLong(7)]}") ==
          "{\"cursorsKilled\":[" + text + "],\"cursorsNotFound\":[7],\"cursorsAlive\":[],\"cursorsUnknown\":[],\"ok\":1.0}");
    CHECK(store.run(getMore(id)) == "CursorNotFound");
    CHECK(store.run("{killCursors: \"c\"}") == "Location40414");
}

TEST_CASE("between its batches a cursor follows what happened to the collection") {
    TestStore store;
    fill(store, 300);
    SUBCASE("documents that went are left out, later ones are seen") {
        Cursor cursor = store.collection().find({}, {.batchSize = 100});
        for (int i = 0; i < 100; ++i) CHECK(cursor.next()->operator[]("_id").asInt32() == i);
        store.collection().deleteMany(parse("{_id: {$gte: 100, $lt: 250}}"));
        store.insert("{_id: 1000}");
        std::vector<int> rest;
        while (const auto document = cursor.next()) rest.push_back((*document)["_id"].asInt32());
        CHECK(rest.size() == 51);
        CHECK(rest.front() == 250);
        CHECK(rest.back() == 1000);
    }
    SUBCASE("a dropped collection ends it") {
        const std::int64_t id = cursorId(store.reply(R"({find: "c"})"));
        CHECK(store.run(R"({drop: "c"})") == R"({"nIndexesWas":1,"ns":"test.c","ok":1.0})");
        CHECK(store.run(getMore(id)) == "QueryPlanKilled");
        CHECK(store.run(getMore(id)) == "CursorNotFound");
    }
    SUBCASE("one of the same name is another") {
        const std::int64_t id = cursorId(store.reply(R"({find: "c"})"));
        store.run(R"({drop: "c"})");
        store.insert("{_id: 1}");
        CHECK(store.run(getMore(id)) == "QueryPlanKilled");
    }
    SUBCASE("a dropped index ends the cursors that go by it") {
        store.collection().createIndex({{"a", 1}});
        const std::int64_t id = cursorId(store.reply(R"({find: "c", filter: {a: {$gte: 0}}, hint: {a: 1}})"));
        const std::int64_t other = cursorId(store.reply(R"({find: "c", hint: {$natural: 1}})"));
        store.collection().dropIndex("a_1");
        CHECK(store.run(getMore(id)) == "QueryPlanKilled");
        CHECK(batchSize(store.reply(getMore(other)), "nextBatch") == 199);
    }
}

TEST_CASE("a deadline ends a long operation") {
    TestStore store;
    fill(store, 30000);
    CHECK(store.run(R"({count: "c", query: {$nor: [{a: 1}, {b: /x/}, {c: {$elemMatch: {d: 1}}}]}, maxTimeMS: 1})") ==
          "MaxTimeMSExpired");
    CHECK(store.run(R"({update: "c", updates: [{q: {}, u: {$inc: {a: 1}}, multi: true}], maxTimeMS: 1})") ==
          "MaxTimeMSExpired");
    CHECK(store.run(R"({count: "c", query: {a: {$gt: 9}}})") == R"({"n":0,"ok":1.0})");
}
