// Commands about collections, databases and the store: sizes, validation, renames, changes of indexes, greetings.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

std::string code(const std::function<void()>& action) {
    try {
        action();
        return "ok";
    } catch (const Error& error) {
        return error.codeName();
    }
}

}  // namespace

TEST_CASE("collStats tells the sizes of a collection") {
    TestStore store;
    for (int i = 0; i < 100; ++i) store.collection().insertOne(bson::make("_id", i, "text", std::string(200, 'x')));
    store.collection().createIndex({{"text", 1}});
    const Document stats = store.reply("{collStats: 'c'}");
    const std::int32_t size = bson::make("_id", 1, "text", std::string(200, 'x')).size();
    CHECK(stats["ns"].asString() == "test.c");
    CHECK(stats["count"].asInt32() == 100);
    CHECK(stats["size"].asInt32() == 100 * size);
    CHECK(stats["avgObjSize"].asInt32() == size);
    CHECK(stats["nindexes"].asInt32() == 2);
    CHECK(stats["indexSizes"].asDocument()["text_1"].asInt32() > 0);
    CHECK(stats["totalIndexSize"].asInt32() ==
          stats["indexSizes"].asDocument()["text_1"].asInt32() + stats["indexSizes"].asDocument()["_id_"].asInt32());
    CHECK(stats["totalSize"].asInt32() == stats["storageSize"].asInt32() + stats["totalIndexSize"].asInt32());
    CHECK(store.reply("{collstats: 'c', scale: 1024.9}")["size"].asInt32() == 100 * size / 1024);
    CHECK(store.run("{collStats: 'none'}") ==
          R"({"ns":"test.none","size":0,"count":0,"numOrphanDocs":0,"storageSize":0,"freeStorageSize":0,"capped":false,"nindexes":0,)"
          R"("indexBuilds":[],"totalIndexSize":0,"totalSize":0,"indexSizes":{},"scaleFactor":1,"ok":1.0})");
    CHECK(store.run("{collStats: 'c', scale: 0}") == "Location51024");
    CHECK(store.run("{collStats: 'c', scale: 'x'}") == "TypeMismatch");
    CHECK(store.run("{collStats: 'c', x: 1}") == "Location40415");
}

TEST_CASE("dbStats sums over a database, dataSize tells one collection's documents") {
    TestStore store;
    store.insertAll({"{_id: 1}", "{_id: 2}"});
    store.insert("{_id: 1, a: 1}", "d");
    const Document stats = store.reply("{dbStats: 1}");
    CHECK(stats["db"].asString() == "test");
    CHECK(stats["collections"].asInt32() == 2);
    CHECK(stats["objects"].asInt32() == 3);
    CHECK(stats["dataSize"].asDouble() == 14 * 2 + 21);
    CHECK(stats["indexes"].asInt32() == 2);
    CHECK(stats["totalSize"].asDouble() == stats["storageSize"].asDouble() + stats["indexSize"].asDouble());
    CHECK(store.reply("{dbStats: 1}", "none")["collections"].asInt32() == 0);
    CHECK(store.run("{dbStats: 1, scale: -1}") == "Location51024");
    const Document size = store.reply("{dataSize: 'test.c'}");
    CHECK(size["size"].asInt32() == 28);
    CHECK(size["numObjects"].asInt32() == 2);
    CHECK(store.reply("{dataSize: 'test.none'}")["numObjects"].asInt32() == 0);
    CHECK(store.run("{dataSize: 'c'}") == "InvalidNamespace");
    CHECK(store.run("{dataSize: 'test.c', keyPattern: {a: 1}}") == "NotImplemented");
}

TEST_CASE("validate holds a collection against itself") {
    TestStore store;
    store.insertAll({"{_id: 1, a: [1, 2]}", "{_id: 2, a: 3}"});
    store.collection().createIndex({{"a", 1}});
    const Document report = store.reply("{validate: 'c', full: true}");
    CHECK(report["valid"].asBool());
    CHECK(report["nrecords"].asInt32() == 2);
    CHECK(report["nIndexes"].asInt32() == 2);
    CHECK(report["keysPerIndex"].toJson() == R"({"_id_":2,"a_1":3})");
    CHECK(report["indexDetails"].toJson() == R"({"_id_":{"valid":true},"a_1":{"valid":true}})");
    CHECK(report["errors"].toJson() == "[]");
    CHECK(store.run("{validate: 'none'}") == "NamespaceNotFound");
    CHECK(store.run("{validate: 'c', repair: true}") == "NotImplemented");
    CHECK(store.run("{validate: 'c', x: true}") == "Location40415");
}

TEST_CASE("renameCollection moves a collection with its indexes, across databases too") {
    const test::TemporaryFolder folder;
    const auto open = [&] { return Store::open(folder.path() / "s", {.durability = Durability::Ephemeral}); };
    const auto rename = [](TestStore& store, const std::string& from, const std::string& to, const std::string& more = "") {
        return store.run("{renameCollection: '" + from + "', to: '" + to + "'" + more + "}", "admin");
    };
    {
        TestStore store(open());
        store.insertAll({"{_id: 1, a: 1}", "{_id: 2, a: 2}"});
        store.collection().createIndex({{"a", 1}}, {.unique = true});
        store.insert("{_id: 9}", "d");
        CHECK(rename(store, "test.c", "test.d") == "NamespaceExists");
        CHECK(rename(store, "test.c", "test.c") == "IllegalOperation");
        CHECK(rename(store, "test.none", "test.e") == "NamespaceNotFound");
        CHECK(rename(store, "test", "test.e") == "InvalidNamespace");
        CHECK(rename(store, "test.c", "e") == "InvalidNamespace");
        CHECK(rename(store, "test.c", "test.system.views") == "InvalidNamespace");
        CHECK(rename(store, "test.c", "test.e", ", dropTarget: 'x'") == "TypeMismatch");
        CHECK(store.run("{renameCollection: 'test.c', to: 'test.e'}") == "Unauthorized");
        CHECK(store.run("{renameCollection: 'test.c'}", "admin") == "Location40414");
        CHECK(rename(store, "test.c", "test.d", ", dropTarget: true") == R"({"ok":1.0})");
        CHECK(store.find().empty());
        CHECK(test::joined(store.find("{}", {}, "d")) == R"([{"_id":1,"a":1},{"_id":2,"a":2}])");
        Cursor cursor = store.collection("d").find({}, {.batchSize = 1});
        CHECK(cursor.next().has_value());
        CHECK(rename(store, "test.d", "other.c") == R"({"ok":1.0})");
        CHECK(code([&] { cursor.next(); }) == "QueryPlanKilled");
    }
    TestStore store(open());
    Collection moved = store.store().database("other").collection("c");
    CHECK(store.store().database("test").collectionNames().empty());
    CHECK(moved.countDocuments() == 2);
    CHECK(moved.listIndexes().size() == 2);
    CHECK(code([&] { moved.insertOne(parse("{_id: 3, a: 2}")); }) == "DuplicateKey");
    moved.insertOne(parse("{_id: 3, a: 3}"));
    CHECK(moved.findOne(parse("{a: 3}"))->toJson() == R"({"_id":3,"a":3})");
}

TEST_CASE("collMod hides and shows an index") {
    TestStore store;
    store.insertAll({"{_id: 1, a: 1}", "{_id: 2, a: 2}"});
    store.collection().createIndex({{"a", 1}});
    const auto examined = [&] {
        return store.reply("{find: 'c', filter: {a: 1}, cost: true}")["cost"].asDocument()["docsExamined"].toJson();
    };
    CHECK(examined() == "1");
    CHECK(store.run("{collMod: 'c', index: {name: 'a_1', hidden: true}}") == R"({"hidden_old":false,"hidden_new":true,"ok":1.0})");
    CHECK(examined() == "2");
    CHECK(store.run("{collMod: 'c', index: {name: 'a_1', hidden: true}}") == R"({"ok":1.0})");
    store.insert("{_id: 3, a: 3}");
    CHECK(store.run("{collMod: 'c', index: {keyPattern: {a: 1}, hidden: false}}") == R"({"hidden_old":true,"hidden_new":false,"ok":1.0})");
    CHECK(examined() == "1");
    CHECK(store.find("{a: 3}").size() == 1);
    CHECK(store.run("{collMod: 'c'}") == R"({"ok":1.0})");
    CHECK(store.run("{collMod: 'none'}") == "NamespaceNotFound");
    CHECK(store.run("{collMod: 'none', index: {name: 'a_1', hidden: true}}") == "NamespaceNotFound");
    CHECK(store.run("{collMod: 'c', index: {name: 'x', hidden: true}}") == "IndexNotFound");
    CHECK(store.run("{collMod: 'c', index: {name: '_id_', hidden: true}}") == "BadValue");
    CHECK(store.run("{collMod: 'c', index: {name: 'a_1', keyPattern: {a: 1}, hidden: true}}") == "InvalidOptions");
    CHECK(store.run("{collMod: 'c', index: {hidden: true}}") == "InvalidOptions");
    CHECK(store.run("{collMod: 'c', index: {name: 'a_1'}}") == "InvalidOptions");
    CHECK(store.run("{collMod: 'c', index: {name: 'a_1', expireAfterSeconds: 5}}") == "NotImplemented");
    CHECK(store.run("{collMod: 'c', validator: {}}") == "NotImplemented");
    CHECK(store.run("{collMod: 'c', x: 1}") == "Location40415");
}

TEST_CASE("hello, isMaster and serverStatus tell who is there") {
    TestStore store;
    const Document hello = store.reply("{hello: 1, client: {driver: 'x'}}");
    CHECK(hello["isWritablePrimary"].asBool());
    CHECK(hello["maxWireVersion"].asInt32() == 25);
    CHECK(hello["maxBsonObjectSize"].asInt32() == 16'777'216);
    CHECK(hello["maxWriteBatchSize"].asInt32() == 100'000);
    CHECK(hello["readOnly"].asBool() == false);
    CHECK(store.reply("{ismaster: 1}")["ismaster"].asBool());
    CHECK(store.reply("{isMaster: 1}")["helloOk"].asBool());
    CHECK(store.run("{hello: 1, x: 1}") == "Location40415");
    for (int i = 0; i < 5; ++i) store.collection().insertOne(bson::make("_id", i));
    store.reply("{find: 'c', batchSize: 2}");
    const Document status = store.reply("{serverStatus: 1, repl: 0}");
    CHECK(status["process"].asString() == "sheaf");
    CHECK(status["metrics"].asDocument()["cursor"].asDocument()["open"].asDocument()["total"].asInt32() == 1);
    CHECK(status["file"].asDocument()["usedPages"].asInt64() > 0);
}
