// Expressions in commands: $expr in filters, and the variables of let.
#include "tests/engine/command_case.h"

TEST_CASE("$expr and let in find, update and delete") {
    const std::vector<std::string> three{"{_id: 1, a: 1, b: 2}", "{_id: 2, a: 3, b: 2}", "{_id: 3, a: 5, b: 9}"};
    sheaf::test::check({
        {"update", three, R"({update: "c", updates: [{q: {$expr: {$gt: ["$a", "$b"]}}, u: {$set: {c: 1}}, multi: true}]})",
         R"({"n":1,"nModified":1,"ok":1.0})",
         R"([{"_id":1,"a":1,"b":2},{"_id":2,"a":3,"b":2,"c":1},{"_id":3,"a":5,"b":9}])"},
        {"update with let", three,
         R"({update: "c", updates: [{q: {$expr: {$eq: ["$a", "$$x"]}}, u: {$set: {c: 1}}, multi: true}], let: {x: {$add: [2, 3]}}})",
         R"({"n":1,"nModified":1,"ok":1.0})",
         R"([{"_id":1,"a":1,"b":2},{"_id":2,"a":3,"b":2},{"_id":3,"a":5,"b":9,"c":1}])"},
        {"delete with let", three,
         R"({delete: "c", deletes: [{q: {$expr: {$gt: ["$a", "$$x"]}}, limit: 0}], let: {x: 2}})", R"({"n":2,"ok":1.0})",
         R"([{"_id":1,"a":1,"b":2}])"},
        {"find with let", three,
         R"({find: "c", filter: {$expr: {$lt: ["$b", "$$x"]}}, let: {x: 3}, projection: {a: 1}, sort: {a: 1}})",
         R"({"cursor":{"firstBatch":[{"_id":1,"a":1},{"_id":2,"a":3}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {"let may not read a document", three, R"({find: "c", let: {x: "$a"}})", "Location4890500"},
        {"an unknown variable", three, R"({find: "c", filter: {$expr: "$$x"}})", "Location17276"},
        {"inside $elemMatch", three, R"({find: "c", filter: {a: {$elemMatch: {$expr: true}}}})", "BadValue"},
    });
}

TEST_CASE("pipeline updates and computed projections in commands") {
    const std::vector<std::string> two{"{_id: 1, a: 1}", "{_id: 2, a: 5}"};
    sheaf::test::check({
        {"update by a pipeline", two,
         R"({update: "c", updates: [{q: {}, u: [{$set: {b: {$multiply: ["$a", "$$x"]}}}, {$unset: "a"}], multi: true}], let: {x: 10}})",
         R"({"n":2,"nModified":2,"ok":1.0})", R"([{"_id":1,"b":10},{"_id":2,"b":50}])"},
        {"constants", two, R"({update: "c", updates: [{q: {_id: 1}, u: [{$set: {b: "$$k"}}], c: {k: "$a"}}]})",
         R"({"n":1,"nModified":1,"ok":1.0})", R"([{"_id":1,"a":1,"b":"$a"},{"_id":2,"a":5}])"},
        {"upsert by a pipeline", two, R"({update: "c", updates: [{q: {_id: 3, k: 4}, u: [{$set: {b: {$add: ["$k", 1]}}}], upsert: true}]})",
         R"({"n":1,"upserted":[{"index":0,"_id":3}],"nModified":0,"ok":1.0})",
         R"([{"_id":1,"a":1},{"_id":2,"a":5},{"_id":3,"k":4,"b":5}])"},
        {"findAndModify by a pipeline", two,
         R"({findAndModify: "c", query: {_id: 1}, update: [{$set: {b: "$$x"}}], new: true, let: {x: 3}})",
         R"({"lastErrorObject":{"n":1,"updatedExisting":true},"value":{"_id":1,"a":1,"b":3},"ok":1.0})"},
        {"find with a computed field", two, R"({find: "c", projection: {_id: 0, d: {$add: ["$a", "$$x"]}}, sort: {_id: 1}, let: {x: 1}})",
         R"({"cursor":{"firstBatch":[{"d":2},{"d":6}],"id":0,"ns":"test.c"},"ok":1.0})"},
    });
}

TEST_CASE("a collection's find takes let too") {
    sheaf::test::TestStore store;
    store.insertAll({"{_id: 1, a: 1}", "{_id: 2, a: 5}"});
    const sheaf::Document filter = sheaf::parse("{$expr: {$gt: ['$a', '$$x']}}");
    std::string found;
    for (const sheaf::DocumentView document : store.collection().find(filter, {.let = sheaf::parse("{x: 3}")})) {
        found += document.toJson();
    }
    CHECK(found == R"({"_id":2,"a":5})");
}
