// insert: what is stored, what is refused, and what the reply says.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("insert stores documents as they are, with _id in front") {
    test::check({
        {"one", {}, R"({insert: "c", documents: [{_id: 1, a: 2}]})", R"({"n":1,"ok":1.0})", R"([{"_id":1,"a":2}])"},
        {"_id moves to the front", {}, R"({insert: "c", documents: [{a: 2, _id: 1, b: 3}]})", R"({"n":1,"ok":1.0})",
         R"([{"_id":1,"a":2,"b":3}])"},
        {"null is an _id", {}, R"({insert: "c", documents: [{_id: null}]})", R"({"n":1,"ok":1.0})", R"([{"_id":null}])"},
        {"a document is an _id", {}, R"({insert: "c", documents: [{_id: {a: 1, b: [2]}}]})", R"({"n":1,"ok":1.0})",
         R"([{"_id":{"a":1,"b":[2]}}])"},
        {"fields may start with a dollar sign", {}, R"({insert: "c", documents: [{_id: 1, $a: 1, "b.c": 2}]})",
         R"({"n":1,"ok":1.0})", R"([{"_id":1,"$a":1,"b.c":2}])"},
        {"the same name twice is kept", {}, R"({insert: "c", documents: [{_id: 1, a: 1, a: 2}]})", R"({"n":1,"ok":1.0})",
         R"([{"_id":1,"a":1,"a":2}])"},
        {"what other commands have too", {},
         R"({insert: "c", documents: [{_id: 1}], ordered: false, lsid: {id: 1}, $db: "test", comment: "x", writeConcern: {w: 1, j: true, wtimeout: 5}, readConcern: {}, $readPreference: {mode: "primaryPreferred"}, apiVersion: "1", maxTimeMS: 1000, bypassDocumentValidation: true})",
         R"({"n":1,"ok":1.0})"},
        {"more nodes than there are", {}, R"({insert: "c", documents: [{_id: 1}], writeConcern: {w: 2}})",
         R"({"n":1,"writeConcernError":{"code":100,"codeName":"UnsatisfiableWriteConcern","errmsg":"Not enough data-bearing nodes: this is one store"},"ok":1.0})",
         R"([{"_id":1}])"},
    });
}

TEST_CASE("insert refuses single documents in writeErrors") {
    test::check({
        {"duplicate _id",
         {R"({_id: 1})"},
         R"({insert: "c", documents: [{_id: 1, a: 1}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":1},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }"}],"ok":1.0})",
         R"([{"_id":1}])"},
        {"1.0 is the same _id as 1",
         {R"({_id: 1})"},
         R"({insert: "c", documents: [{_id: 1.0}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":1.0},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1.0 }"}],"ok":1.0})"},
        {"ordered stops at the first",
         {R"({_id: 2})"},
         R"({insert: "c", documents: [{_id: 1}, {_id: 2}, {_id: 3}]})",
         R"({"n":1,"writeErrors":[{"index":1,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":2},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 2 }"}],"ok":1.0})",
         R"([{"_id":2},{"_id":1}])"},
        {"unordered goes on",
         {R"({_id: 2})"},
         R"({insert: "c", ordered: false, documents: [{_id: 1}, {_id: 2}, {_id: 3}]})",
         R"({"n":2,"writeErrors":[{"index":1,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":2},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 2 }"}],"ok":1.0})",
         R"([{"_id":2},{"_id":1},{"_id":3}])"},
        {"twice in one batch",
         {},
         R"({insert: "c", documents: [{_id: 3}, {_id: 1}, {_id: 3}, {_id: 4}]})",
         R"({"n":2,"writeErrors":[{"index":2,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":3},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 3 }"}],"ok":1.0})",
         R"([{"_id":3},{"_id":1}])"},
        {"an array is no _id",
         {},
         R"({insert: "c", documents: [{_id: 1}, {_id: [1]}, {_id: 2}]})",
         R"({"n":1,"writeErrors":[{"index":1,"code":53,"errmsg":"The '_id' value cannot be of type array"}],"ok":1.0})",
         R"([{"_id":1}])"},
        {"a regular expression is no _id",
         {},
         R"({insert: "c", documents: [{_id: /a/}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":53,"errmsg":"The '_id' value cannot be of type regex"}],"ok":1.0})"},
        {"undefined is no _id",
         {},
         R"({insert: "c", documents: [{_id: undefined}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":53,"errmsg":"The '_id' value cannot be of type undefined"}],"ok":1.0})"},
        {"dollar signs inside _id",
         {},
         R"({insert: "c", documents: [{_id: {$a: 1}}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":52,"errmsg":"_id fields may not contain '$'-prefixed fields: $a is not valid for storage."}],"ok":1.0})"},
        {"two _id",
         {},
         R"({insert: "c", documents: [{_id: 1, _id: 2}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":2,"errmsg":"can't have multiple _id fields in one document"}],"ok":1.0})"},
    });
}

TEST_CASE("insert refuses commands as a whole") {
    test::check({
        {"unknown option", {}, R"({insert: "c", documents: [{}], nonsense: 1})", "Location40415"},
        {"an option twice", {}, R"({insert: "c", documents: [{}], ordered: true, ordered: true})", "Location40413"},
        {"no documents", {}, R"({insert: "c"})", "Location40414"},
        {"an empty list", {}, R"({insert: "c", documents: []})", "InvalidLength"},
        {"documents is no array", {}, R"({insert: "c", documents: {a: 1}})", "TypeMismatch"},
        {"a number among the documents", {}, R"({insert: "c", documents: [{}, 1]})", "TypeMismatch"},
        {"ordered is no boolean", {}, R"({insert: "c", documents: [{}], ordered: "yes"})", "TypeMismatch"},
        {"the collection is no string", {}, R"({insert: 1, documents: [{}]})", "InvalidNamespace"},
        {"an empty name", {}, R"({insert: "", documents: [{}]})", "InvalidNamespace"},
        {"a dollar sign in the name", {}, R"({insert: "a$b", documents: [{}]})", "InvalidNamespace"},
        {"a null byte in the name", {}, R"({insert: "a\u0000b", documents: [{}]})", "InvalidNamespace"},
        {"a system collection", {}, R"({insert: "system.users", documents: [{}]})", "InvalidNamespace"},
        {"pages without metered", {}, R"({insert: "c", documents: [{}], pages: "list"})", "BadValue"},
        {"pages of what", {}, R"({insert: "c", documents: [{}], metered: true, pages: "all"})", "BadValue"},
        {"multiBatch 0", {}, R"({insert: "c", documents: [{}], multiBatch: 0})", "BadValue"},
        {"a transaction", {}, R"({insert: "c", documents: [{}], txnNumber: NumberLong(1)})", "IllegalOperation"},
        {"maxTimeMS below 0", {}, R"({insert: "c", documents: [{}], maxTimeMS: -1})", "BadValue"},
    });
    TestStore store;
    CHECK(store.run(R"({insert: "c", documents: [{}]})", "a b") == "InvalidNamespace");
    CHECK(store.run(R"({insert: "c", documents: [{}]})", "") == "InvalidNamespace");
    CHECK(store.run("{insert: \"" + std::string(251, 'x') + "\", documents: [{}]}") == "InvalidNamespace");
    CHECK(store.run("{insert: \"" + std::string(250, 'x') + "\", documents: [{}]}") == R"({"n":1,"ok":1.0})");
}

TEST_CASE("documents may come beside the command") {
    TestStore store;
    const Document one = parse("{_id: 1}");
    const Document two = parse("{_id: 2}");
    const DocumentView views[] = {one, two};
    const CommandSequence sequence{"documents", views};
    CHECK(store.store().runCommand("test", parse(R"({insert: "c"})"), {&sequence, 1}).toJson() == R"({"n":2,"ok":1.0})");
    CHECK_THROWS_AS(store.store().runCommand("test", parse(R"({insert: "c", documents: [{}]})"), {&sequence, 1}), Error);
}

TEST_CASE("a Timestamp of zeros at the top level is filled in, but not as _id and not deeper") {
    TestStore store;
    store.insert("{_id: Timestamp(0, 0), a: Timestamp(0, 0), b: {c: Timestamp(0, 0)}}");
    const Document document = *store.collection().findOne();
    CHECK(document["_id"].asTimestamp() == bson::Timestamp{});
    CHECK(document["a"].asTimestamp().seconds > 1'600'000'000);
    CHECK(document["b"].asDocument()["c"].asTimestamp() == bson::Timestamp{});
}

TEST_CASE("insertOne tells the _id and throws, insertMany tells what was refused") {
    TestStore store;
    CHECK(store.collection().insertOne(parse("{_id: 7}")).insertedId.toJson() == "7");
    CHECK(store.collection().insertOne(parse("{a: 7}")).insertedId.type() == bson::Type::ObjectId);
    CHECK_THROWS_AS(store.collection().insertOne(parse("{_id: 7}")), Error);
    const std::vector<Document> documents{parse("{_id: 8}"), parse("{_id: 7}"), parse("{_id: 9}")};
    const InsertManyResult result = store.collection("c").insertMany(documents, {});
    CHECK(result.insertedCount == 1);
    REQUIRE(result.writeErrors.size() == 1);
    CHECK(result.writeErrors[0].index == 1);
    CHECK(result.writeErrors[0].code == 11000);
}

TEST_CASE("many documents with indexes, in random order of _id, are all there") {
    TestStore store;
    store.collection().createIndex({{"a", 1}});
    store.collection().createIndex({{"t", 1}, {"a", -1}});
    std::vector<Document> documents;
    for (int i = 0; i < 5000; ++i) {
        documents.push_back(bson::make("_id", i * 7919 % 5000, "a", i % 37, "t", parse("{x: [1, 2, 3]}")["x"]));
    }
    CHECK(store.collection().insertMany(documents).insertedCount == 5000);
    CHECK(store.collection().countDocuments(parse("{a: 5}")) == 135);
    CHECK(store.collection().countDocuments(parse("{t: 2}")) == 5000);
    CHECK(store.store().lastCost().docsExamined <= 5000);
}
