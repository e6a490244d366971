// bulkWrite: several kinds on several collections, what is counted, what is told, what is refused.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

std::string bulk(TestStore& store, const std::string& ops, const std::string& more = "",
                 const std::string& namespaces = "[{ns: 'test.c'}, {ns: 'other.d'}]") {
    return test::withoutMessages(store.run("{bulkWrite: 1, ops: " + ops + ", nsInfo: " + namespaces + more + "}", "admin"));
}

std::string reply(const std::string& items, const std::string& counts) {
    return R"({"cursor":{"firstBatch":[)" + items + R"(],"id":0,"ns":"admin.$cmd.bulkWrite"},)" + counts + R"(,"ok":1.0})";
}

}  // namespace

TEST_CASE("bulkWrite inserts, updates and deletes on several collections in the order given") {
    TestStore store;
    CHECK(bulk(store, "[{insert: 0, document: {_id: 1, a: 1}}, {insert: 0, document: {_id: 2, a: 1}}, {insert: 1, document: {_id: 1}},"
                      " {update: 0, filter: {a: 1}, updateMods: {$inc: {a: 1}}, multi: true},"
                      " {update: 0, filter: {_id: 1}, updateMods: {$set: {a: 2}}},"
                      " {update: 1, filter: {_id: 7}, updateMods: {$set: {x: 1}}, upsert: true},"
                      " {update: 0, filter: {_id: 2}, updateMods: {z: 1}},"
                      " {delete: 0, filter: {}, multi: false}, {delete: 1, filter: {}, multi: true}, {delete: 1, filter: {}}]") ==
          reply(R"({"ok":1.0,"idx":0,"n":1},{"ok":1.0,"idx":1,"n":1},{"ok":1.0,"idx":2,"n":1},)"
                R"({"ok":1.0,"idx":3,"n":2,"nModified":2},{"ok":1.0,"idx":4,"n":1,"nModified":0},)"
                R"({"ok":1.0,"idx":5,"n":1,"nModified":0,"upserted":{"_id":7}},{"ok":1.0,"idx":6,"n":1,"nModified":1},)"
                R"({"ok":1.0,"idx":7,"n":1},{"ok":1.0,"idx":8,"n":2},{"ok":1.0,"idx":9,"n":0})",
                R"("nErrors":0,"nInserted":3,"nMatched":4,"nModified":3,"nUpserted":1,"nDeleted":3)"));
    CHECK(test::joined(store.find()) == R"([{"_id":2,"z":1}])");
    CHECK(store.store().database("other").collection("d").countDocuments() == 0);
}

TEST_CASE("an ordered bulkWrite stops at the first error, an unordered one goes on") {
    const std::string ops = "[{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 2}},"
                            " {update: 0, filter: {_id: 2}, updateMods: {$set: {_id: 3}}}, {delete: 0, filter: {_id: 1}}]";
    const std::string duplicate = R"({"ok":0.0,"idx":1,"code":11000,"errmsg":)";
    {
        TestStore store;
        const std::string answer = bulk(store, ops);
        CHECK(answer.find(duplicate) != std::string::npos);
        CHECK(answer.find(R"("keyPattern":{"_id":1},"keyValue":{"_id":1},"n":0}],)") != std::string::npos);
        CHECK(answer.find(R"("nErrors":1,"nInserted":1,"nMatched":0,"nModified":0,"nUpserted":0,"nDeleted":0)") != std::string::npos);
        CHECK(store.find().size() == 1);
    }
    TestStore store;
    const std::string answer = bulk(store, ops, ", ordered: false, errorsOnly: true");
    CHECK(answer.find(R"("firstBatch":[)" + duplicate) != std::string::npos);
    CHECK(answer.find(R"({"ok":0.0,"idx":3,"code":66,)") != std::string::npos);
    CHECK(answer.find(R"("nErrors":2,"nInserted":2,"nMatched":0,"nModified":0,"nUpserted":0,"nDeleted":1)") != std::string::npos);
    CHECK(test::joined(store.find()) == R"([{"_id":2}])");
}

TEST_CASE("bulkWrite gives its results in batches") {
    TestStore store;
    const Document first = store.reply("{bulkWrite: 1, nsInfo: [{ns: 'test.c'}], cursor: {batchSize: 2}, ops: [{insert: 0, document: {}},"
                                       "{insert: 0, document: {}}, {insert: 0, document: {}}]}", "admin");
    const DocumentView cursor = first["cursor"].asDocument();
    CHECK(cursor["firstBatch"].asArray().countElements() == 2);
    const Document more = store.store().runCommand("admin", bson::make("getMore", cursor["id"], "collection", "$cmd.bulkWrite"));
    CHECK(more["cursor"].toJson() == R"({"nextBatch":[{"ok":1.0,"idx":2,"n":1}],"id":0,"ns":"admin.$cmd.bulkWrite"})");
}

TEST_CASE("bulkWrite takes the options of its statements, and let") {
    TestStore store;
    store.insertAll({"{_id: 1, a: 'cat', b: [1, 5]}", "{_id: 2, a: 'CAT', b: [1, 5]}"});
    CHECK(bulk(store, "[{update: 0, filter: {a: 'Cat'}, updateMods: {$set: {x: 1}}, multi: true, collation: {locale: 'en', strength: 1}},"
                      " {update: 0, filter: {_id: 1}, updateMods: {$set: {'b.$[e]': 0}}, arrayFilters: [{e: {$gt: 4}}], hint: '_id_'},"
                      " {delete: 0, filter: {$expr: {$eq: ['$_id', '$$two']}}}]", ", let: {two: 2}")
              .find(R"("nErrors":0,"nInserted":0,"nMatched":3,"nModified":3,"nUpserted":0,"nDeleted":1)") != std::string::npos);
    CHECK(test::joined(store.find()) == R"([{"_id":1,"a":"cat","b":[1,0],"x":1}])");
}

TEST_CASE("bulkWrite refuses what it cannot read, and writes nothing then") {
    struct Case { const char* what; const char* ops; const char* namespaces; const char* outcome; };
    const Case cases[] = {
        {"no ops", "[]", "[{ns: 'test.c'}]", "InvalidLength"},
        {"a place that is not there", "[{insert: 0, document: {}}, {insert: 1, document: {}}]", "[{ns: 'test.c'}]", "BadValue"},
        {"a negative place", "[{insert: -1, document: {}}]", "[{ns: 'test.c'}]", "BadValue"},
        {"a place that is a string", "[{insert: 'test.c', document: {}}]", "[{ns: 'test.c'}]", "TypeMismatch"},
        {"an op of no kind", "[{upsert: 0, document: {}}]", "[{ns: 'test.c'}]", "FailedToParse"},
        {"an empty op", "[{}]", "[{ns: 'test.c'}]", "FailedToParse"},
        {"an insert without document", "[{insert: 0}]", "[{ns: 'test.c'}]", "Location40414"},
        {"an update without filter", "[{update: 0, updateMods: {a: 1}}]", "[{ns: 'test.c'}]", "Location40414"},
        {"an update without updateMods", "[{update: 0, filter: {}}]", "[{ns: 'test.c'}]", "Location40414"},
        {"an update that is a number", "[{insert: 0, document: {}}, {update: 0, filter: {}, updateMods: 5}]", "[{ns: 'test.c'}]", "FailedToParse"},
        {"an update whose multi is a number", "[{update: 0, filter: {}, updateMods: {a: 1}, multi: 1}]", "[{ns: 'test.c'}]", "TypeMismatch"},
        {"an unknown field", "[{delete: 0, filter: {}, x: 1}]", "[{ns: 'test.c'}]", "Location40415"},
        {"a name without collection", "[{insert: 0, document: {}}]", "[{ns: 'test'}]", "InvalidNamespace"},
        {"no name", "[{insert: 0, document: {}}]", "[{}]", "Location40414"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        TestStore store;
        CHECK(bulk(store, c.ops, "", c.namespaces) == c.outcome);
        CHECK(store.find().empty());
    }
    TestStore store;
    CHECK(store.run("{bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'test.c'}]}") == "Unauthorized");
    CHECK(store.run("{bulkWrite: 1, nsInfo: [{ns: 'test.c'}]}", "admin") == "Location40414");
    CHECK(bulk(store, "[{insert: 0, document: {}}]", ", x: 1") == "Location40415");
}

TEST_CASE("a bulk write of the typed interface") {
    TestStore store;
    BulkWrite writes;
    writes.on("test.c").insertOne(parse("{_id: 1, a: 1}")).insertOne(parse("{_id: 2, a: 1}"));
    writes.on("other.d").updateOne(parse("{_id: 5}"), parse("{$set: {x: 1}}"), [] { UpdateOptions o; o.upsert = true; return o; }());
    writes.on("test.c").updateMany(parse("{a: 1}"), parse("{$inc: {a: 1}}")).replaceOne(parse("{_id: 1}"), parse("{z: 1}"));
    writes.deleteOne(parse("{_id: 2}")).deleteMany(parse("{_id: 9}")).insertOne(parse("{_id: 1}"));
    CHECK(writes.size() == 8);
    const BulkWriteResult result = store.store().bulkWrite(writes);
    CHECK(result.insertedCount == 2);
    CHECK(result.matchedCount == 3);
    CHECK(result.modifiedCount == 3);
    CHECK(result.upsertedCount == 1);
    CHECK(result.deletedCount == 1);
    REQUIRE(result.upsertedIds.size() == 1);
    CHECK(result.upsertedIds[0].first == 2);
    CHECK(result.upsertedIds[0].second.toJson() == "5");
    REQUIRE(result.writeErrors.size() == 1);
    CHECK(result.writeErrors[0].index == 7);
    CHECK(result.writeErrors[0].code == 11000);
    CHECK(test::joined(store.find()) == R"([{"_id":1,"z":1}])");
    CHECK_THROWS_AS(BulkWrite().insertOne(parse("{}")), Error);
    CHECK_THROWS_AS(writes.on("nothing"), Error);
    CHECK_THROWS_AS(writes.updateOne(parse("{}"), parse("{z: 1}")), Error);
    CHECK_THROWS_AS(store.store().bulkWrite(BulkWrite()), Error);
}
