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
