// One insert, one query: from the command to the file and back.
#include "tests/support/test_store.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("documents that were inserted are found by a filter, counted and paid for") {
    TestStore store;
    CHECK(store.run(R"({insert: "c", documents: [{_id: 1, a: 3}, {_id: 2, a: 5}, {a: 7}]})") == R"({"n":3,"ok":1.0})");
    CHECK(store.find("{a: {$gte: 5}, _id: {$lt: 9}}") == std::vector<std::string>{R"({"_id":2,"a":5})"});
    CHECK(store.find("{_id: 1}") == std::vector<std::string>{R"({"_id":1,"a":3})"});
    CHECK(store.run(R"({count: "c", query: {a: {$gt: 3}}})") == R"({"n":2,"ok":1.0})");
    CHECK(store.run(R"({count: "c"})") == R"({"n":3,"ok":1.0})");
    CHECK(store.run(R"({find: "c", filter: {a: 3}})") ==
          R"({"cursor":{"firstBatch":[{"_id":1,"a":3}],"id":0,"ns":"test.c"},"ok":1.0})");

    const Document reply = store.reply(R"({insert: "c", documents: [{_id: 4, a: 1}], cost: true})");
    const Cost cost = Cost::fromDocument(reply["cost"].asDocument());
    CHECK(cost.roundTrips == 1);
    CHECK(cost.logicalBytes == 16);
    CHECK(cost.docBytesWritten == 21 + 9);
    CHECK(cost.commits == 1);
    CHECK(cost.opsInCommit == 1);
    REQUIRE(cost.indexes.size() == 1);
    CHECK(cost.indexes[0].name == "_id_");
    CHECK(cost.indexes[0].inserted == 1);
    CHECK(cost.pagesWritten == cost.pages.total());
    CHECK(cost.pages.meta == 1);
}

TEST_CASE("a store keeps what was written when it is opened again") {
    const test::TemporaryFolder folder;
    {
        Store store = Store::open(folder.path() / "s");
        store.database("d").collection("c").insertOne(parse("{_id: 1, a: [1, 2]}"));
        store.database("d").collection("c").createIndex({{"a", 1}});
    }
    TestStore store(Store::open(folder.path() / "s"));
    CHECK(store.store().databaseNames() == std::vector<std::string>{"d"});
    CHECK(store.store().database("d").collection("c").findOne(parse("{a: 2}"))->toJson() == R"({"_id":1,"a":[1,2]})");
}
