// update: what changes, what is counted, what is refused.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

TEST_CASE("update changes one or many documents and inserts where none matches") {
    const std::vector<std::string> three{"{_id: 1, a: 1}", "{_id: 2, a: 1}", "{_id: 3, a: 2}"};
    test::check({
        {"one", three, R"({update: "c", updates: [{q: {a: 1}, u: {$set: {b: 5}}}]})", R"({"n":1,"nModified":1,"ok":1.0})",
         R"([{"_id":1,"a":1,"b":5},{"_id":2,"a":1},{"_id":3,"a":2}])"},
        {"by _id", three, R"({update: "c", updates: [{q: {_id: 2}, u: {$inc: {a: 1}}}]})", R"({"n":1,"nModified":1,"ok":1.0})",
         R"([{"_id":1,"a":1},{"_id":2,"a":2},{"_id":3,"a":2}])"},
        {"many", three, R"({update: "c", updates: [{q: {a: 1}, u: {$inc: {a: 10}}, multi: true}]})",
         R"({"n":2,"nModified":2,"ok":1.0})", R"([{"_id":1,"a":11},{"_id":2,"a":11},{"_id":3,"a":2}])"},
        {"matched but not modified", three, R"({update: "c", updates: [{q: {a: 1}, u: {$set: {a: 1}}, multi: true}]})",
         R"({"n":2,"nModified":0,"ok":1.0})"},
        {"replacement keeps the _id", three, R"({update: "c", updates: [{q: {_id: 1}, u: {z: 1}}]})",
         R"({"n":1,"nModified":1,"ok":1.0})", R"([{"_id":1,"z":1},{"_id":2,"a":1},{"_id":3,"a":2}])"},
        {"nothing matches", three, R"({update: "c", updates: [{q: {a: 9}, u: {$set: {b: 5}}}]})",
         R"({"n":0,"nModified":0,"ok":1.0})"},
        {"no such collection", {}, R"({update: "c", updates: [{q: {}, u: {$set: {b: 5}}, multi: true}]})",
         R"({"n":0,"nModified":0,"ok":1.0})", "[]"},
        {"upsert", three, R"({update: "c", updates: [{q: {_id: 9, k: 1}, u: {$set: {b: 5}}, upsert: true}]})",
         R"({"n":1,"upserted":[{"index":0,"_id":9}],"nModified":0,"ok":1.0})",
         R"([{"_id":1,"a":1},{"_id":2,"a":1},{"_id":3,"a":2},{"_id":9,"k":1,"b":5}])"},
        {"upsert into nothing", {}, R"({update: "c", updates: [{q: {_id: 9}, u: {b: 5}, upsert: true}]})",
         R"({"n":1,"upserted":[{"index":0,"_id":9}],"nModified":0,"ok":1.0})", R"([{"_id":9,"b":5}])"},
        {"upsert that is not needed", three, R"({update: "c", updates: [{q: {_id: 3}, u: {$set: {b: 5}}, upsert: true}]})",
         R"({"n":1,"nModified":1,"ok":1.0})"},
        {"several statements", three,
         R"({update: "c", updates: [{q: {_id: 1}, u: {$set: {a: 7}}}, {q: {a: 7}, u: {$set: {b: 1}}}]})",
         R"({"n":2,"nModified":2,"ok":1.0})", R"([{"_id":1,"a":7,"b":1},{"_id":2,"a":1},{"_id":3,"a":2}])"},
        {"the sort tells which one", three, R"({update: "c", updates: [{q: {}, u: {$set: {b: 1}}, sort: {_id: -1}}]})",
         R"({"n":1,"nModified":1,"ok":1.0})", R"([{"_id":1,"a":1},{"_id":2,"a":1},{"_id":3,"a":2,"b":1}])"},
    });
}

TEST_CASE("the positional operator changes the element that matched") {
    test::check({
        {"one", {"{_id: 1, a: [1, 5, 9]}"}, R"({update: "c", updates: [{q: {a: 5}, u: {$set: {"a.$": 6}}}]})",
         R"({"n":1,"nModified":1,"ok":1.0})", R"([{"_id":1,"a":[1,6,9]}])"},
        {"many", {"{_id: 1, a: [1, 5]}", "{_id: 2, a: [5, 1]}"},
         R"({update: "c", updates: [{q: {a: 5}, u: {$set: {"a.$": 6}}, multi: true}]})", R"({"n":2,"nModified":2,"ok":1.0})",
         R"([{"_id":1,"a":[1,6]},{"_id":2,"a":[6,1]}])"},
        {"array filters", {"{_id: 1, a: [1, 5, 9]}"},
         R"({update: "c", updates: [{q: {}, u: {$inc: {"a.$[x]": 1}}, arrayFilters: [{x: {$gte: 5}}]}]})",
         R"({"n":1,"nModified":1,"ok":1.0})", R"([{"_id":1,"a":[1,6,10]}])"},
    });
}

TEST_CASE("a statement that fails is a write error; ordered stops there") {
    const std::vector<std::string> two{"{_id: 1, a: 1}", R"({_id: 2, a: "x"})"};
    test::check({
        {"ordered", two,
         R"({update: "c", updates: [{q: {_id: 2}, u: {$inc: {a: 1}}}, {q: {_id: 1}, u: {$inc: {a: 1}}}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":14}],"nModified":0,"ok":1.0})",
         R"([{"_id":1,"a":1},{"_id":2,"a":"x"}])"},
        {"unordered", two,
         R"({update: "c", ordered: false, updates: [{q: {_id: 2}, u: {$inc: {a: 1}}}, {q: {_id: 1}, u: {$inc: {a: 1}}}]})",
         R"({"n":1,"writeErrors":[{"index":0,"code":14}],"nModified":1,"ok":1.0})",
         R"([{"_id":1,"a":2},{"_id":2,"a":"x"}])"},
        {"_id cannot change", two, R"({update: "c", updates: [{q: {_id: 1}, u: {$set: {_id: 5}}}]})",
         R"({"n":0,"writeErrors":[{"index":0,"code":66}],"nModified":0,"ok":1.0})"},
    });
}

TEST_CASE("update refuses commands as a whole") {
    test::check({
        {"no updates", {}, R"({update: "c"})", "Location40414"},
        {"empty", {}, R"({update: "c", updates: []})", "InvalidLength"},
        {"no q", {}, R"({update: "c", updates: [{u: {}}]})", "Location40414"},
        {"no u", {}, R"({update: "c", updates: [{q: {}}]})", "Location40414"},
        {"unknown", {}, R"({update: "c", updates: [{q: {}, u: {}, nonsense: 1}]})", "Location40415"},
        {"q is no document", {}, R"({update: "c", updates: [{q: 1, u: {}}]})", "TypeMismatch"},
    });
}

TEST_CASE("a unique index refuses an update that would break it, whatever the batch") {
    TestStore store;
    store.collection().createIndex({{"a", 1}}, {.unique = true});
    store.insertAll({"{_id: 1, a: 1}", "{_id: 2, a: 2}", "{_id: 3}"});
    CHECK_THROWS_AS(store.collection().updateOne(parse("{_id: 2}"), parse("{$set: {a: 1}}")), Error);
    CHECK_THROWS_AS(store.collection().updateMany(parse("{}"), parse("{$set: {a: 7}}")), Error);
    // The first document was changed before the second could not be.
    CHECK(store.find() == std::vector<std::string>{R"({"_id":1,"a":7})", R"({"_id":2,"a":2})", R"({"_id":3})"});
    CHECK(store.collection().updateOne(parse("{_id: 1}"), parse("{$set: {a: 7.0}}")).modifiedCount == 1);
}

TEST_CASE("an update of the field that its scan goes by meets each document once") {
    TestStore store;
    store.collection().createIndex({{"a", 1}});
    std::vector<Document> documents;
    for (int i = 0; i < 3000; ++i) documents.push_back(bson::make("_id", i, "a", i));
    store.collection().insertMany(documents);
    const UpdateResult result = store.collection().updateMany(parse("{a: {$gte: 0}}"), parse("{$inc: {a: 1500}}"));
    CHECK(result.matchedCount == 3000);
    CHECK(result.modifiedCount == 3000);
    CHECK(store.collection().countDocuments(parse("{a: {$gte: 1500, $lt: 4500}}")) == 3000);
}

TEST_CASE("multiBatch and metered split an update into commits") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 10; ++i) documents.push_back(bson::make("_id", i, "a", 1));
    store.collection().insertMany(documents);
    const auto commitsOf = [&](std::string_view command) {
        return Cost::fromDocument(store.reply(command)["cost"].asDocument()).commits;
    };
    CHECK(commitsOf(R"({update: "c", updates: [{q: {}, u: {$inc: {a: 1}}, multi: true}], cost: true})") == 1);
    CHECK(commitsOf(R"({update: "c", updates: [{q: {}, u: {$inc: {a: 1}}, multi: true}], multiBatch: 4, cost: true})") == 3);
    CHECK(commitsOf(R"({update: "c", updates: [{q: {}, u: {$inc: {a: 1}}, multi: true}], metered: true, cost: true})") == 10);
    CHECK(commitsOf(R"({delete: "c", deletes: [{q: {_id: {$lt: 5}}, limit: 0}], metered: true, cost: true})") == 5);
    CHECK(commitsOf(R"({insert: "c", documents: [{}, {}, {}], metered: true, cost: true})") == 3);
    CHECK(store.collection().countDocuments(parse("{a: 4}")) == 5);
}
