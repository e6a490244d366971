// create, drop, listings, indexes, and commands that say who is there.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("create makes a collection, once") {
    TestStore store;
    CHECK(store.run(R"({create: "c"})") == R"({"ok":1.0})");
    CHECK(store.run(R"({create: "c"})") == R"({"ok":1.0})");
    CHECK(store.run(R"({create: "c", storageEngine: {sheaf: {layout: "whole"}}})") == "NamespaceExists");
    CHECK(store.run(R"({create: "d", storageEngine: {sheaf: {layout: "whole"}}})") == R"({"ok":1.0})");
    CHECK(store.run(R"({create: "e", capped: true, size: 1000})") == "NotImplemented");
    CHECK(store.run(R"({create: "e", nonsense: 1})") == "Location40415");
    CHECK(store.run(R"({create: 1})") == "InvalidNamespace");
    CHECK(store.run(R"({create: "system.x"})") == "InvalidNamespace");
    CHECK(store.run(R"({create: ".x"})") == "InvalidNamespace");
    CHECK(store.store().database("test").collectionNames() == std::vector<std::string>{"c", "d"});
}

TEST_CASE("listCollections shows collections in name order") {
    TestStore store;
    store.run(R"({create: "b", storageEngine: {sheaf: {layout: "whole"}}})");
    store.run(R"({create: "a"})");
    CHECK(store.run(R"({listCollections: 1, nameOnly: true})") ==
          R"({"cursor":{"firstBatch":[{"name":"a","type":"collection"},{"name":"b","type":"collection"}],"id":0,"ns":"test.$cmd.listCollections"},"ok":1.0})");
    const Document reply = store.reply(R"({listCollections: 1, filter: {name: "b"}})");
    const DocumentView b = reply["cursor"].asDocument()["firstBatch"].asArray()[0].asDocument();
    CHECK(b["options"].toJson() == R"({"storageEngine":{"sheaf":{"layout":"whole"}}})");
    CHECK(b["info"].asDocument()["readOnly"].toJson() == "false");
    CHECK(b["info"].asDocument()["uuid"].type() == bson::Type::Binary);
    CHECK(b["idIndex"].toJson() == R"({"v":2,"key":{"_id":1},"name":"_id_"})");
    CHECK(store.reply(R"({listCollections: 1, cursor: {batchSize: 1}})")["cursor"].asDocument()["id"].asInt64() != 0);
    CHECK(store.run(R"({listCollections: 1, nonsense: 1})") == "Location40415");
}

TEST_CASE("listDatabases shows databases that have collections") {
    TestStore store;
    store.store().database("zoo").collection("c").insertOne({});
    store.insert("{}");
    CHECK(store.run(R"({listDatabases: 1, nameOnly: true})", "admin") == R"({"databases":[{"name":"test"},{"name":"zoo"}],"ok":1.0})");
    const Document reply = store.reply(R"({listDatabases: 1})", "admin");
    CHECK(reply["databases"].asArray()[0].asDocument()["sizeOnDisk"].asInt64() == 8192);
    CHECK(reply["totalSize"].asInt64() == 16384);
    CHECK(store.run(R"({dropDatabase: 1})", "zoo") == R"({"dropped":"zoo","ok":1.0})");
    CHECK(store.run(R"({dropDatabase: 1})", "zoo") == R"({"ok":1.0})");
    CHECK(store.store().databaseNames() == std::vector<std::string>{"test"});
}

TEST_CASE("drop removes a collection; what comes after it is new") {
    TestStore store;
    store.insert("{_id: 1}");
    store.collection().createIndex({{"a", 1}});
    CHECK(store.run(R"({drop: "c"})") == R"({"nIndexesWas":2,"ns":"test.c","ok":1.0})");
    CHECK(store.run(R"({drop: "c"})") == R"({"ok":1.0})");
    CHECK(store.find().empty());
    store.insert("{_id: 1}");
    CHECK(store.collection().listIndexes().size() == 1);
}

TEST_CASE("createIndexes, listIndexes, dropIndexes") {
    TestStore store;
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {a: 1}, name: "a_1"}]})") ==
          R"({"numIndexesBefore":1,"numIndexesAfter":2,"createdCollectionAutomatically":true,"ok":1.0})");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {a: 1}, name: "a_1"}]})") ==
          R"({"numIndexesBefore":2,"numIndexesAfter":2,"note":"all indexes already exist","ok":1.0})");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {a: 1}, name: "x"}]})") == "IndexOptionsConflict");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {b: 1}, name: "a_1"}]})") == "IndexKeySpecsConflict");
    CHECK(store.run(R"({createIndexes: "c", indexes: []})") == "BadValue");
    CHECK(store.run(R"({createIndexes: "c"})") == "Location40414");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{name: "x"}]})") == "FailedToParse");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {}, name: "x"}]})") == "CannotCreateIndex");
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {b: 1, c: -1}, name: "two", unique: true}]})") ==
          R"({"numIndexesBefore":2,"numIndexesAfter":3,"createdCollectionAutomatically":false,"ok":1.0})");
    CHECK(store.run(R"({listIndexes: "c"})") ==
          R"({"cursor":{"firstBatch":[{"v":2,"key":{"_id":1},"name":"_id_"},{"v":2,"key":{"a":1},"name":"a_1"},{"v":2,"key":{"b":1,"c":-1},"name":"two","unique":true}],"id":0,"ns":"test.c"},"ok":1.0})");
    CHECK(store.run(R"({listIndexes: "other"})") == "NamespaceNotFound");
    CHECK(store.run(R"({dropIndexes: "c", index: "nope"})") == "IndexNotFound");
    CHECK(store.run(R"({dropIndexes: "c", index: {nope: 1}})") == "IndexNotFound");
    CHECK(store.run(R"({dropIndexes: "c", index: "_id_"})") == "InvalidOptions");
    CHECK(store.run(R"({dropIndexes: "c"})") == "Location40414");
    CHECK(store.run(R"({dropIndexes: "other", index: "*"})") == "NamespaceNotFound");
    CHECK(store.run(R"({dropIndexes: "c", index: {a: 1}})") == R"({"nIndexesWas":3,"ok":1.0})");
    CHECK(store.run(R"({dropIndexes: "c", index: "*"})") ==
          R"({"nIndexesWas":2,"msg":"non-_id indexes dropped for collection","ok":1.0})");
}

TEST_CASE("an index over documents that are there has them all, or is not made") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 2000; ++i) documents.push_back(bson::make("_id", i, "a", i * 31 % 2000, "t", parse("{x: [1, 2]}")["x"]));
    store.collection().insertMany(documents);
    CHECK(store.run(R"({createIndexes: "c", indexes: [{key: {a: 1}, name: "a", unique: true}, {key: {t: 1}, name: "t", unique: true}]})") ==
          "DuplicateKey");
    CHECK(store.collection().listIndexes().size() == 1);
    CHECK(store.collection().createIndex({{"a", 1}}, {.unique = true}) == "a_1");
    CHECK(store.collection().createIndex({{"t", 1}, {"a", -1}}) == "t_1_a_-1");
    CHECK(store.store().lastCost().indexes.at(0).inserted == 4000);
    CHECK(store.collection().countDocuments(parse("{t: 2, a: {$lt: 100}}"), {.hint = parse("{t: 1, a: -1}")}) == 100);
    CHECK_THROWS_AS(store.collection().insertOne(parse("{a: 5}")), Error);
}

TEST_CASE("parallel arrays are refused by the index, whichever comes first") {
    TestStore store;
    store.collection().createIndex({{"a", 1}, {"b", 1}});
    CHECK(store.run(R"({insert: "c", documents: [{_id: 1, a: [1], b: 2}, {_id: 2, a: [1], b: [2]}, {_id: 3}]})")
              .find("\"code\":171") != std::string::npos);
    CHECK(store.collection().countDocuments() == 1);
    TestStore other;
    other.insert("{a: [1], b: [2]}");
    CHECK(other.run(R"({createIndexes: "c", indexes: [{key: {a: 1, b: 1}, name: "x"}]})") == "CannotIndexParallelArrays");
}

TEST_CASE("an index knows that it met arrays also after the store was opened again") {
    const test::TemporaryFolder folder;
    const auto open = [&] { return Store::open(folder.path() / "s", {.durability = Durability::Ephemeral}); };
    {
        Store store = open();
        Collection c = store.database("test").collection("c");
        c.createIndex({{"a", 1}});
        c.insertOne(parse("{_id: 1, a: 5}"));
        c.insertOne(parse("{_id: 2, a: [1, 9]}"));
    }
    TestStore store(open());
    // Were the bounds of both conditions intersected, as without arrays, nothing would be found.
    CHECK(store.find("{a: {$gt: 5, $lt: 5}}", {.hint = parse("{a: 1}")}).size() == 1);
}

TEST_CASE("commands that are not there, and those that only answer") {
    TestStore store;
    CHECK(store.run("{nonsense: 1}") == "CommandNotFound");
    CHECK(store.run("{Insert: \"c\"}") == "CommandNotFound");
    CHECK(store.run("{}") == "CommandNotFound");
    CHECK(store.run("{ping: 1}") == R"({"ok":1.0})");
    CHECK(store.run("{ping: 1, x: 1}") == "Location40415");
    CHECK(store.reply("{buildinfo: 1}")["version"].asString() == "8.0.0");
    const Error error(ErrorCode::CommandNotFound, "no such command: 'x'");
    CHECK(Store::errorReply(error).toJson() == R"({"ok":0.0,"errmsg":"no such command: 'x'","code":59,"codeName":"CommandNotFound"})");
}
