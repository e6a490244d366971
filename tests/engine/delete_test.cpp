// delete: what goes, what is counted, what is refused.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("delete removes one document or all that match") {
    const std::vector<std::string> three{"{_id: 1, a: 1}", "{_id: 2, a: 1}", "{_id: 3, a: 2}"};
    test::check({
        {"one", three, R"({delete: "c", deletes: [{q: {a: 1}, limit: 1}]})", R"({"n":1,"ok":1.0})",
         R"([{"_id":2,"a":1},{"_id":3,"a":2}])"},
        {"all", three, R"({delete: "c", deletes: [{q: {a: 1}, limit: 0}]})", R"({"n":2,"ok":1.0})", R"([{"_id":3,"a":2}])"},
        {"by _id", three, R"({delete: "c", deletes: [{q: {_id: 2}, limit: 0}]})", R"({"n":1,"ok":1.0})",
         R"([{"_id":1,"a":1},{"_id":3,"a":2}])"},
        {"everything", three, R"({delete: "c", deletes: [{q: {}, limit: 0}]})", R"({"n":3,"ok":1.0})", "[]"},
        {"nothing", three, R"({delete: "c", deletes: [{q: {a: 7}, limit: 0}]})", R"({"n":0,"ok":1.0})"},
        {"no such collection", {}, R"({delete: "c", deletes: [{q: {a: 7}, limit: 0}]})", R"({"n":0,"ok":1.0})"},
        {"several", three, R"({delete: "c", deletes: [{q: {_id: 1}, limit: 1}, {q: {a: 2}, limit: 0}]})",
         R"({"n":2,"ok":1.0})", R"([{"_id":2,"a":1}])"},
        {"a filter that does not parse", three, R"({delete: "c", ordered: false, deletes: [{q: {$x: 1}, limit: 1}, {q: {_id: 1}, limit: 1}]})",
         R"({"n":1,"writeErrors":[{"index":0,"code":2}],"ok":1.0})"},
        {"limit 2", three, R"({delete: "c", deletes: [{q: {}, limit: 2}]})", "FailedToParse"},
        {"no limit", three, R"({delete: "c", deletes: [{q: {}}]})", "Location40414"},
        {"no q", three, R"({delete: "c", deletes: [{limit: 0}]})", "Location40414"},
        {"empty", three, R"({delete: "c", deletes: []})", "InvalidLength"},
        {"unknown", three, R"({delete: "c", deletes: [{q: {}, limit: 0}], x: 1})", "Location40415"},
    });
}

TEST_CASE("a RecordId is never given twice, not even after the newest document went and the store was closed") {
    const test::TemporaryFolder folder;
    const auto open = [&] { return Store::open(folder.path() / "s", {.durability = Durability::Ephemeral}); };
    const auto natural = [](Store& store) {
        std::string text;
        for (const DocumentView d : store.database("test").collection("c").find()) text += d["_id"].toJson();
        return text;
    };
    {
        Store store = open();
        Collection c = store.database("test").collection("c");
        for (int i = 1; i <= 3; ++i) c.insertOne(bson::make("_id", i));
        c.deleteOne(parse("{_id: 3}"));
    }
    TestStore store(open());
    store.insert("{_id: 4}");
    CHECK(natural(store.store()) == "124");
    // Were the id 3 given again, the highest id would not have moved.
    const std::string entries = store.store().statistics().toJson();
    CHECK(entries.find("\"documents\":3") != std::string::npos);
}

TEST_CASE("deleting half of a collection leaves the other half and its entries") {
    TestStore store;
    store.collection().createIndex({{"a", 1}});
    store.collection().createIndex({{"t", 1}});
    std::vector<Document> documents;
    for (int i = 0; i < 4000; ++i) documents.push_back(bson::make("_id", i, "a", i % 2, "t", parse("{x: [1, 2, 3]}")["x"]));
    store.collection().insertMany(documents);
    CHECK(store.collection().deleteMany(parse("{a: 1}")).deletedCount == 2000);
    CHECK(store.collection().countDocuments() == 2000);
    CHECK(store.collection().countDocuments(parse("{t: 2, a: 0}")) == 2000);
}

TEST_CASE("a delete of many in several batches takes every index entry along") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 9'000; ++i) {
        bson::Builder builder;
        builder.append("_id", i).append("a", i * 7 % 9'000).append("state", i % 3 == 0 ? "old" : "new");
        builder.openArray("tags").push(i % 10).push(i % 100).push(i % 1'000).close();
        documents.push_back(builder.take());
    }
    store.collection().insertMany(documents);
    store.collection().createIndex({{"a", -1}}, {.unique = true});
    store.collection().createIndex({{"tags", 1}});
    CHECK(store.collection().deleteMany(parse("{state: \"new\"}")).deletedCount == 6'000);
    const Cost cost = store.store().lastCost();
    CHECK(cost.commits > 1);
    CHECK(cost.indexes.size() == 3);
    CHECK(store.collection().countDocuments(parse("{a: {$gte: 0}}")) == 3'000);
    CHECK(store.store().validate().ok());
}
