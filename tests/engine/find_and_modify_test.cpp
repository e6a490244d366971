// findAndModify: which document, what is given back, what is refused.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {
const std::vector<std::string> kThree{"{_id: 1, a: 1, b: 3}", "{_id: 2, a: 1, b: 2}", "{_id: 3, a: 2, b: 1}"};
}

TEST_CASE("findAndModify updates the first document that matches and gives it back") {
    test::check({
        {"as it was", kThree, "{findAndModify: 'c', query: {a: 1}, update: {$inc: {b: 10}}}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":1,"b":3},"ok":1.0})",
         R"([{"_id":1,"a":1,"b":13},{"_id":2,"a":1,"b":2},{"_id":3,"a":2,"b":1}])"},
        {"as it is", kThree, "{findAndModify: 'c', query: {a: 1}, update: {$inc: {b: 10}}, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":1,"b":13},"ok":1.0})"},
        {"in the order of sort", kThree, "{findAndModify: 'c', query: {a: 1}, sort: {b: 1}, update: {$set: {x: 1}}, new: 1}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":2,"a":1,"b":2,"x":1},"ok":1.0})"},
        {"by _id, written as findandmodify", kThree, "{findandmodify: 'c', query: {_id: 3}, update: {z: 1}, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":3,"z":1},"ok":1.0})"},
        {"a replacement", kThree, "{findAndModify: 'c', query: {_id: 2}, update: {z: 1}}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":2,"a":1,"b":2},"ok":1.0})",
         R"([{"_id":1,"a":1,"b":3},{"_id":2,"z":1},{"_id":3,"a":2,"b":1}])"},
        {"nothing changes", kThree, "{findAndModify: 'c', query: {_id: 2}, update: {$set: {a: 1}}, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":2,"a":1,"b":2},"ok":1.0})"},
        {"nothing matches", kThree, "{findAndModify: 'c', query: {a: 7}, update: {$set: {a: 1}}}",
         R"({"lastErrorObject":{"n":0,"updatedExisting":false},"value":null,"ok":1.0})"},
        {"no collection", {}, "{findAndModify: 'c', query: {a: 7}, update: {$set: {a: 1}}}",
         R"({"lastErrorObject":{"n":0,"updatedExisting":false},"value":null,"ok":1.0})"},
        {"no query, null options", kThree, "{findAndModify: 'c', query: null, sort: null, fields: null, upsert: null, update: {$set: {x: 1}}}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":1,"b":3},"ok":1.0})"},
        {"the position of the match", {"{_id: 1, a: [5, 6, 7]}"}, "{findAndModify: 'c', query: {a: 6}, update: {$set: {'a.$': 0}}, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":[5,0,7]},"ok":1.0})"},
        {"array filters", {"{_id: 1, a: [5, 6, 7]}"},
         "{findAndModify: 'c', query: {}, update: {$inc: {'a.$[x]': 1}}, arrayFilters: [{x: {$gt: 5}}], new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":[5,7,8]},"ok":1.0})"},
        {"hint", kThree, "{findAndModify: 'c', query: {a: 1}, hint: {$natural: -1}, update: {$set: {x: 1}}}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":2,"a":1,"b":2},"ok":1.0})"},
    });
}

TEST_CASE("findAndModify with upsert inserts when nothing matches") {
    test::check({
        {"new", {}, "{findAndModify: 'c', query: {_id: 5}, update: {$set: {a: 1}}, upsert: true, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":5},"value":{"_id":5,"a":1},"ok":1.0})", R"([{"_id":5,"a":1}])"},
        {"old is null", {}, "{findAndModify: 'c', query: {_id: 5}, update: {$set: {a: 1}}, upsert: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":5},"value":null,"ok":1.0})", R"([{"_id":5,"a":1}])"},
        {"projected", {}, "{findAndModify: 'c', query: {_id: 5}, update: {$set: {a: 1, b: 2}}, upsert: true, new: true, fields: {b: 1, _id: 0}}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":5},"value":{"b":2},"ok":1.0})"},
        {"not needed", kThree, "{findAndModify: 'c', query: {_id: 1}, update: {$set: {a: 9}}, upsert: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":1,"b":3},"ok":1.0})"},
        {"$setOnInsert", {}, "{findAndModify: 'c', query: {_id: 1}, update: {$setOnInsert: {a: 9}}, upsert: true, new: true}",
         R"({"lastErrorObject":{"n":1,"updatedExisting":false,"upserted":1},"value":{"_id":1,"a":9},"ok":1.0})"},
    });
}

TEST_CASE("findAndModify with remove takes the document away and gives it back") {
    test::check({
        {"first by sort", kThree, "{findAndModify: 'c', query: {}, sort: {b: 1}, remove: true}",
         R"({"lastErrorObject":{"n":1},"value":{"_id":3,"a":2,"b":1},"ok":1.0})", R"([{"_id":1,"a":1,"b":3},{"_id":2,"a":1,"b":2}])"},
        {"by _id with fields", kThree, "{findAndModify: 'c', query: {_id: 2}, remove: true, fields: {b: 1}}",
         R"({"lastErrorObject":{"n":1},"value":{"_id":2,"b":2},"ok":1.0})"},
        {"the element that matched", {"{_id: 1, a: [5, 6, 7]}"}, "{findAndModify: 'c', query: {a: {$gt: 5}}, remove: true, fields: {'a.$': 1}}",
         R"({"lastErrorObject":{"n":1},"value":{"_id":1,"a":[6]},"ok":1.0})", "[]"},
        {"nothing matches", kThree, "{findAndModify: 'c', query: {a: 9}, remove: true}",
         R"({"lastErrorObject":{"n":0},"value":null,"ok":1.0})"},
        {"no collection", {}, "{findAndModify: 'c', query: {a: 9}, remove: 1}",
         R"({"lastErrorObject":{"n":0},"value":null,"ok":1.0})"},
    });
}

TEST_CASE("findAndModify refuses what contradicts itself and changes nothing then") {
    const char* same = R"([{"_id":1,"a":1,"b":3},{"_id":2,"a":1,"b":2},{"_id":3,"a":2,"b":1}])";
    test::check({
        {"neither", kThree, "{findAndModify: 'c', query: {}}", "FailedToParse", same},
        {"both", kThree, "{findAndModify: 'c', update: {x: 1}, remove: true}", "FailedToParse", same},
        {"remove and upsert", kThree, "{findAndModify: 'c', remove: true, upsert: true}", "FailedToParse", same},
        {"remove and new", kThree, "{findAndModify: 'c', remove: true, new: true}", "FailedToParse", same},
        {"remove and arrayFilters", kThree, "{findAndModify: 'c', remove: true, arrayFilters: [{x: 1}]}", "FailedToParse", same},
        {"update is a string", kThree, "{findAndModify: 'c', update: 'x'}", "FailedToParse", same},
        {"an unknown operator", kThree, "{findAndModify: 'c', update: {$x: {a: 1}}}", "FailedToParse", same},
        {"new and a position", kThree, "{findAndModify: 'c', query: {a: 1}, update: {$set: {x: 1}}, new: true, fields: {'a.$': 1}}", "BadValue", same},
        {"remove is no boolean", kThree, "{findAndModify: 'c', remove: {}}", "TypeMismatch", same},
        {"query is a string", kThree, "{findAndModify: 'c', query: 'x', remove: true}", "TypeMismatch", same},
        {"fields collide", kThree, "{findAndModify: 'c', remove: true, fields: {a: 1, 'a.b': 1}}", "Location31249", same},
        {"a filter that does not parse", kThree, "{findAndModify: 'c', query: {$a: 1}, remove: true}", "BadValue", same},
        {"a filter that does not parse, no collection", {}, "{findAndModify: 'c', query: {$a: 1}, update: {x: 1}}", "BadValue"},
        {"an unknown index", kThree, "{findAndModify: 'c', hint: 'nix', remove: true}", "BadValue", same},
        {"_id changes", kThree, "{findAndModify: 'c', query: {_id: 1}, update: {_id: 2}}", "ImmutableField", same},
        {"unknown field", kThree, "{findAndModify: 'c', remove: true, x: 1}", "Location40415", same},
        {"ordered is for batches", kThree, "{findAndModify: 'c', remove: true, ordered: true}", "Location40415", same},
        {"no collection name", kThree, "{findAndModify: '', remove: true}", "InvalidNamespace", same},
    });
}

TEST_CASE("findAndModify tells of a duplicate key as the command's own error") {
    TestStore store;
    store.insertAll({"{_id: 1, a: 1}", "{_id: 2, a: 2}"});
    store.collection().createIndex({{"a", 1}}, {.unique = true});
    try {
        store.reply("{findAndModify: 'c', query: {_id: 1}, update: {$set: {a: 2}}}");
        FAIL("a duplicate was let in");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::DuplicateKey);
        CHECK(error.details()->toJson() == R"({"keyPattern":{"a":1},"keyValue":{"a":2}})");
    }
}

TEST_CASE("findOneAndUpdate, findOneAndReplace and findOneAndDelete give the document") {
    TestStore store;
    Collection c = store.collection();
    store.insertAll(kThree);
    CHECK(c.findOneAndUpdate(parse("{a: 1}"), parse("{$inc: {b: 1}}"))->toJson() == R"({"_id":1,"a":1,"b":3})");
    FindOneAndUpdateOptions after;
    after.returnDocument = ReturnDocument::After;
    after.sort = parse("{b: 1}");
    after.projection = parse("{_id: 0, b: 1}");
    CHECK(c.findOneAndUpdate(parse("{a: 1}"), parse("{$inc: {b: 1}}"), after)->toJson() == R"({"b":3})");
    CHECK(store.store().lastCost().nReturned == 1);
    CHECK(c.findOneAndReplace(parse("{_id: 3}"), parse("{z: 1}"))->toJson() == R"({"_id":3,"a":2,"b":1})");
    CHECK(c.findOneAndDelete(parse("{z: 1}"))->toJson() == R"({"_id":3,"z":1})");
    CHECK_FALSE(c.findOneAndDelete(parse("{z: 1}")).has_value());
    CHECK_THROWS_AS(c.findOneAndUpdate(parse("{}"), parse("{z: 1}")), Error);
    CHECK_THROWS_AS(c.findOneAndReplace(parse("{}"), parse("{$set: {z: 1}}")), Error);
    FindOneAndUpdateOptions upsert;
    upsert.upsert = true;
    CHECK_FALSE(c.findOneAndUpdate(parse("{_id: 9}"), parse("{$set: {z: 1}}"), upsert).has_value());
    CHECK(c.countDocuments() == 3);
}
