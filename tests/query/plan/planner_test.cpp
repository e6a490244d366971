// Queries over a collection in memory: the right documents whatever the plan, and the plan that was meant.

#include "tests/support/query_runner.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sheaf;
using namespace sheaf::tests;

namespace {

// What explain says about the index scan, as relaxed JSON, or "" without one.
std::string boundsOf(const Outcome& outcome) {
    bson::ValueView stage = outcome.explained["winningPlan"];
    while (stage.isDocument()) {
        const bson::DocumentView document = stage.asDocument();
        if (document["stage"].asString() == "IXSCAN") return document["indexBounds"].toJson();
        stage = document["inputStage"];
    }
    return "";
}

}  // namespace

TEST_CASE("the planner takes the index whose bounds are narrowest, and none when none helps") {
    MemoryCollection collection = collectionOf({
        R"({"_id":1,"a":1,"b":2,"c":"x"})",
        R"({"_id":2,"a":1,"b":1,"c":"y"})",
        R"({"_id":3,"a":2,"b":5,"c":"x"})",
        R"({"_id":4,"b":7})",
    });
    collection.createIndex(R"({"key":{"a":1,"b":-1},"name":"a_1_b_-1"})");
    collection.createIndex(R"({"key":{"c":1},"name":"c_1"})");
    struct Case { const char* what; Query query; std::string ids; std::string plan; std::string bounds; };
    const std::vector<Case> cases = {
        {"_id", {R"({"_id":3})"}, "3", "EXPRESS_IXSCAN", ""},
        {"_id that is not there", {R"({"_id":9})"}, "", "EXPRESS_IXSCAN", ""},
        {"_id and more", {R"({"_id":3,"a":2})"}, "3", "FETCH IXSCAN", R"({"_id":["[3, 3]"]})"},
        {"_id range", {R"({"_id":{"$gte":3}})"}, "3,4", "FETCH IXSCAN", R"({"_id":["[3, inf.0]"]})"},
        {"_id list", {R"({"_id":{"$in":[4,1,9]}})"}, "1,4", "FETCH IXSCAN", R"({"_id":["[1, 1]","[4, 4]","[9, 9]"]})"},
        {"equality", {R"({"a":1})"}, "1,2", "FETCH IXSCAN", R"({"a":["[1, 1]"],"b":["[MaxKey, MinKey]"]})"},
        {"equality and range", {R"({"a":1,"b":{"$gt":1}})"}, "1", "FETCH IXSCAN", R"J({"a":["[1, 1]"],"b":["[inf.0, 1)"]})J"},
        {"range", {R"({"a":{"$gt":0,"$lte":1}})"}, "1,2", "FETCH IXSCAN", R"({"a":["(0, 1]"],"b":["[MaxKey, MinKey]"]})"},
        {"contradiction", {R"({"a":{"$gt":5,"$lt":3}})"}, "", "EOF", ""},
        {"null", {R"({"a":null})"}, "4", "FETCH IXSCAN", R"({"a":["[null, null]"],"b":["[MaxKey, MinKey]"]})"},
        {"missing", {R"({"a":{"$exists":false}})"}, "4", "FETCH IXSCAN", R"({"a":["[null, null]"],"b":["[MaxKey, MinKey]"]})"},
        {"no first field", {R"({"b":1})"}, "2", "COLLSCAN", ""},
        {"everything", {"{}"}, "1,2,3,4", "COLLSCAN", ""},
        {"nothing", {R"({"$alwaysFalse":1})"}, "", "EOF", ""},
        {"$ne", {R"({"c":{"$ne":"x"}})"}, "2,4", "FETCH IXSCAN", R"J({"c":["[MinKey, \"x\")","(\"x\", MaxKey]"]})J"},
        {"regular expression", {R"({"c":{"$regularExpression":{"pattern":"^x","options":""}}})"}, "1,3", "FETCH IXSCAN",
         R"J({"c":["[\"x\", \"y\")","[/^x/, /^x/]"]})J"},
        {"$or of one path", {R"({"$or":[{"a":1},{"a":2}]})"}, "1,2,3", "FETCH IXSCAN",
         R"({"a":["[1, 1]","[2, 2]"],"b":["[MaxKey, MinKey]"]})"},
        {"$or of two paths", {R"({"$or":[{"a":2},{"c":"y"}]})"}, "2,3", "COLLSCAN", ""},
        {"sort by the index", {R"({"a":1})", R"({"b":1})"}, "2,1", "FETCH IXSCAN",
         R"({"a":["[1, 1]"],"b":["[MinKey, MaxKey]"]})"},
        {"sort by the whole index", {"{}", R"({"a":-1,"b":1})"}, "3,2,1,4", "FETCH IXSCAN", ""},
        {"sort against the index", {"{}", R"({"a":1,"b":1})"}, "4,2,1,3", "SORT COLLSCAN", ""},
        {"sort by a fixed field first", {R"({"a":1})", R"({"a":1,"b":-1})"}, "1,2", "FETCH IXSCAN", ""},
        {"sort by another field", {R"({"a":1})", R"({"c":-1})"}, "2,1", "SORT FETCH IXSCAN", ""},
        {"sort, skip and limit", {"{}", R"({"b":-1})", "{}", 1, 2}, "3,1", "SKIP SORT COLLSCAN", ""},
        {"skip and limit", {R"({"a":{"$gte":1}})", R"({"a":1})", "{}", 2, 1}, "3", "LIMIT SKIP FETCH IXSCAN", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        const Outcome planned = run(collection, c.query);
        std::string plan = planned.plan;
        if (const auto at = plan.find("LONG_KEY_SORT "); at != std::string::npos) plan.erase(at, 14);
        CHECK(plan == c.plan);
        if (!c.bounds.empty()) CHECK(boundsOf(planned) == bson::fromJson(c.bounds).toJson());
        checkEveryWay(collection, c.query, c.ids);
    }
}

TEST_CASE("a hint picks the index or the walk, and must exist") {
    MemoryCollection collection = collectionOf({R"({"_id":2,"a":1})", R"({"_id":1,"a":1})"});
    collection.createIndex(R"({"key":{"a":1},"name":"by_a"})");
    struct Case { const char* hint; std::string outcome; std::string plan; };
    const Case cases[] = {
        {R"("by_a")", "2,1", "FETCH IXSCAN"},
        {R"({"a":1})", "2,1", "FETCH IXSCAN"},
        {R"({"a":1.0})", "2,1", "FETCH IXSCAN"},
        {R"({"_id":1})", "1,2", "FETCH IXSCAN"},
        {R"({"$natural":1})", "2,1", "COLLSCAN"},
        {R"({"$natural":-1})", "1,2", "COLLSCAN"},
        {R"({"a":-1})", "BadValue", ""},
        {R"("a_1")", "BadValue", ""},
        {R"({"$natural":2})", "BadValue", ""},
        {R"({"$natural":1,"a":1})", "BadValue", ""},
        {"5", "FailedToParse", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.hint);
        const Outcome outcome = run(collection, {R"({"a":1})"}, c.hint);
        CHECK(idsOf(outcome) == c.outcome);
        CHECK(outcome.plan == c.plan);
    }
    CHECK(idsOf(run(collection, {"{}", R"({"$natural":-1})"})) == "1,2");
    CHECK(idsOf(run(collection, {"{}", R"({"$natural":1,"a":1})"})) == "BadValue");
    CHECK(idsOf(run(collection, {"{}", R"({"$natural":"x"})"})) == "BadValue");
}

TEST_CASE("an index over arrays narrows no more than one key can tell") {
    MemoryCollection collection = collectionOf({
        R"({"_id":1,"r":[2,9]})",
        R"({"_id":2,"r":[4,3]})",
        R"({"_id":3,"a":[{"b":1,"c":9},{"b":9,"c":1}]})",
    });
    collection.createIndex(R"({"key":{"r":1},"name":"r_1"})");
    collection.createIndex(R"({"key":{"a.b":1,"a.c":1},"name":"ab_ac"})");
    struct Case { const char* what; const char* filter; std::string ids; std::string bounds; };
    const Case cases[] = {
        {"two ends, two elements", R"({"r":{"$gte":3,"$lte":6}})", "1,2", R"({"r":["[3, inf.0]"]})"},
        {"two ends, one element", R"({"r":{"$elemMatch":{"$gte":3,"$lte":6}}})", "2", R"({"r":["[3, 6]"]})"},
        {"two fields of one array", R"({"a.b":1,"a.c":1})", "3", R"({"a.b":["[1, 1]"],"a.c":["[MinKey, MaxKey]"]})"},
        {"two fields of one element", R"({"a":{"$elemMatch":{"b":1,"c":1}}})", "", R"({"a.b":["[1, 1]"],"a.c":["[1, 1]"]})"},
        {"two fields of one element, found", R"({"a":{"$elemMatch":{"b":9,"c":1}}})", "3",
         R"({"a.b":["[9, 9]"],"a.c":["[1, 1]"]})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(boundsOf(run(collection, {c.filter})) == bson::fromJson(c.bounds).toJson());
        checkEveryWay(collection, {c.filter}, c.ids);
    }
}

TEST_CASE("sparse indexes never lose a match, unless a hint asks for it") {
    MemoryCollection collection = collectionOf({R"({"_id":1,"x":1})", R"({"_id":2})"});
    index::IndexSpec spec = index::IndexSpec::parse(bson::fromJson(R"({"key":{"x":1},"name":"x_1"})"));
    spec.sparse = true;
    collection.createIndex(std::move(spec));
    struct Case { Query query; const char* hint; std::string ids; std::string plan; };
    const Case cases[] = {
        {{"{}", R"({"x":1})"}, "", "2,1", "SORT COLLSCAN"},
        {{R"({"x":{"$exists":false}})"}, "", "2", "COLLSCAN"},
        {{R"({"x":null})"}, "", "2", "COLLSCAN"},
        {{R"({"x":{"$ne":5}})"}, "", "1,2", "COLLSCAN"},
        {{R"({"x":1})"}, "", "1", "FETCH IXSCAN"},
        {{R"({"x":{"$exists":true}})"}, "", "1", "FETCH IXSCAN"},
        {{R"({"x":{"$gte":0}})", R"({"x":1})"}, "", "1", "LONG_KEY_SORT FETCH IXSCAN"},
        {{"{}", R"({"x":1})"}, R"("x_1")", "1", "LONG_KEY_SORT FETCH IXSCAN"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.query.filter);
        CAPTURE(c.hint);
        const Outcome outcome = run(collection, c.query, c.hint);
        CHECK(idsOf(outcome) == c.ids);
        CHECK(outcome.plan == c.plan);
    }
}

TEST_CASE("an index covers a query until an array comes into it") {
    MemoryCollection collection = collectionOf({R"({"_id":1,"b":2,"a":1})", R"({"_id":2,"a":null})", R"({"_id":3,"b":3})"});
    collection.createIndex(R"({"key":{"a":1,"b":1},"name":"a_1_b_1"})");
    collection.createIndex(R"({"key":{"d.e":1},"name":"de"})");
    const Query covered{R"({"a":1})", "{}", R"({"_id":0,"b":1})"};
    Outcome outcome = run(collection, covered);
    CHECK(outcome.plan == "PROJECTION_COVERED IXSCAN");
    CHECK(outcome.documents == std::vector<std::string>{R"({"b":2})"});
    CHECK(outcome.counters.docsExamined == 0);
    CHECK(outcome.counters.keysExamined >= 1);
    // Null and missing are told apart.
    outcome = run(collection, {R"({"a":null})", "{}", R"({"_id":0,"a":1})"});
    CHECK(outcome.plan == "PROJECTION_COVERED IXSCAN");
    CHECK(outcome.documents == std::vector<std::string>{R"({"a":null})", "{}"});
    // A missing dotted field may be missing in several ways: only the record tells.
    collection.insert(R"({"_id":4,"d":{"e":5}})");
    collection.insert(R"({"_id":5,"d":{}})");
    collection.insert(R"({"_id":6,"d":7})");
    const Query dotted{R"({"d.e":{"$in":[null,5]}})", "{}", R"({"_id":0,"d.e":1})"};
    outcome = run(collection, dotted);
    CHECK(outcome.plan == "PROJECTION_COVERED IXSCAN");
    Outcome walked = run(collection, dotted, R"({"$natural":1})");
    std::sort(outcome.documents.begin(), outcome.documents.end());
    std::sort(walked.documents.begin(), walked.documents.end());
    CHECK(outcome.documents == walked.documents);
    CHECK(outcome.counters.docsExamined == 5);

    collection.insert(R"({"_id":7,"a":[1,2],"b":9})");
    outcome = run(collection, covered);
    CHECK(outcome.plan == "PROJECTION_DEFAULT FETCH IXSCAN");
    CHECK(outcome.documents == std::vector<std::string>{R"({"b":2})", R"({"b":9})"});
}

TEST_CASE("equal candidates race: the index with fewer entries in its bounds wins") {
    MemoryCollection collection;
    for (int id = 0; id < 300; ++id) {
        collection.insert(R"({"_id":)" + std::to_string(id) + R"(,"state":"on","tag":)" + std::to_string(id % 50) + "}");
    }
    collection.createIndex(R"({"key":{"state":1},"name":"state_1"})");
    collection.createIndex(R"({"key":{"tag":1},"name":"tag_1"})");
    const Outcome outcome = run(collection, {R"({"state":"on","tag":7})"});
    CHECK(boundsOf(outcome) == R"({"tag":["[7, 7]"]})");
    CHECK(outcome.counters.docsExamined == 6);
}
