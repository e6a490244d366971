// The executor itself: positions kept between snapshots, results given back, interrupts, counts and explain.

#include "tests/support/query_runner.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace sheaf;
using namespace sheaf::tests;
using query::planQuery;
using query::PlanResult;

namespace {

struct Running {
    explicit Running(const MemoryCollection& data, const Query& asked, std::string_view hint = "")
        : collection(data), source(std::make_unique<MemorySource>(data)), executor(planQuery(canonical(asked, hint), *source)) {}

    std::string next() {
        PlanResult result;
        return executor->next(result) ? result.document["_id"].toJson() : "end";
    }
    void save() {
        executor->save();
        source.reset();
    }
    void restore() {
        source = std::make_unique<MemorySource>(collection);
        executor->restore(*source);
    }

    const MemoryCollection& collection;
    std::unique_ptr<MemorySource> source;
    std::unique_ptr<query::Executor> executor;
};

MemoryCollection numbers(int count) {
    MemoryCollection collection;
    for (int id = 1; id <= count; ++id) {
        collection.insert(R"({"_id":)" + std::to_string(id) + R"(,"a":)" + std::to_string(id * 10) + "}");
    }
    collection.createIndex(R"({"key":{"a":1},"name":"a_1"})");
    return collection;
}

}  // namespace

TEST_CASE("a saved plan goes on after the last result, over what is there then") {
    for (const char* hint : {R"({"$natural":1})", R"("a_1")"}) {
        CAPTURE(hint);
        MemoryCollection collection = numbers(5);
        Running running(collection, {R"({"a":{"$gt":0}})"}, hint);
        CHECK(running.next() == "1");
        CHECK(running.next() == "2");
        running.save();
        collection.erase(2);                          // the position itself
        collection.erase(3);                          // the next one
        collection.insert(R"({"_id":6,"a":60})");
        running.restore();
        CHECK(running.next() == "4");
        running.save();
        running.restore();                            // twice at one place
        running.save();
        running.restore();
        CHECK(running.next() == "5");
        CHECK(running.next() == "6");
        CHECK(running.next() == "end");
        running.save();
        running.restore();
        CHECK(running.next() == "end");
    }
}

TEST_CASE("backward plans keep their position too") {
    MemoryCollection collection = numbers(4);
    Running running(collection, {"{}", R"({"a":-1})"});
    CHECK(running.next() == "4");
    running.save();
    collection.erase(4);
    collection.erase(3);
    running.restore();
    CHECK(running.next() == "2");
    CHECK(running.next() == "1");
    CHECK(running.next() == "end");
}

TEST_CASE("a plan whose index is gone is killed, one that needs no index is not") {
    MemoryCollection collection = numbers(3);
    Running scan(collection, {R"({"a":{"$gt":0}})"});
    Running walk(collection, {R"({"a":{"$gt":0}})"}, R"({"$natural":1})");
    CHECK(scan.next() == "1");
    CHECK(walk.next() == "1");
    scan.save();
    walk.save();
    collection.dropIndex("a_1");
    CHECK_THROWS_AS(scan.restore(), Error);
    walk.restore();
    CHECK(walk.next() == "2");
}

TEST_CASE("an index that becomes multikey between batches gives no document twice and none that does not match") {
    MemoryCollection collection = numbers(2);
    Running running(collection, {R"({"a":{"$gte":10,"$lte":1000}})"}, R"("a_1")");
    CHECK(running.next() == "1");
    running.save();
    collection.insert(R"({"_id":3,"a":[30,40,50]})");
    running.restore();
    CHECK(running.next() == "2");
    CHECK(running.next() == "3");
    CHECK(running.next() == "end");
}

TEST_CASE("a blocking sort needs its data no more once it has taken it in") {
    MemoryCollection collection = numbers(4);
    Running running(collection, {"{}", R"({"b":1,"_id":-1})"});
    CHECK(running.next() == "4");
    running.save();
    for (RecordId record = 1; record <= 4; ++record) collection.erase(record);
    running.restore();
    CHECK(running.next() == "3");
}

TEST_CASE("a result that was given back comes again, also over another snapshot") {
    MemoryCollection collection = numbers(3);
    Running running(collection, {R"({"a":{"$gt":0}})"});
    CHECK(running.next() == "1");
    CHECK(running.next() == "2");
    running.executor->unget();
    CHECK_FALSE(running.executor->isAtEnd());
    running.save();
    collection.erase(2);
    running.restore();
    CHECK(running.next() == "2");
    CHECK(running.next() == "3");
    CHECK(running.next() == "end");
    CHECK(running.executor->isAtEnd());
}

TEST_CASE("interrupts are looked for while a plan finds nothing") {
    MemoryCollection collection = numbers(1000);
    MemorySource source(collection);
    int looks = 0;
    query::ExecutorOptions options;
    options.checkInterrupt = [&] {
        if (++looks == 3) throw Error(ErrorCode::MaxTimeMSExpired, "operation exceeded time limit");
    };
    const auto executor = planQuery(canonical({R"({"b":1})"}, ""), source, options);
    PlanResult result;
    CHECK_THROWS_AS(executor->next(result), Error);
    CHECK(looks == 3);
    CHECK(executor->counters().docsExamined == 3 * query::ExecutorOptions::kInterruptInterval);
}

TEST_CASE("counting looks at no more than it must") {
    MemoryCollection collection = numbers(20);
    struct Case { const char* filter; std::int64_t skip; std::int64_t limit; std::uint64_t count; std::string plan; std::uint64_t docsExamined; };
    const Case cases[] = {
        {"{}", 0, 0, 20, "RECORD_STORE_FAST_COUNT", 0},
        {"{}", 5, 3, 3, "RECORD_STORE_FAST_COUNT", 0},
        {"{}", 19, 3, 1, "RECORD_STORE_FAST_COUNT", 0},
        {R"({"a":{"$gt":50}})", 0, 0, 15, "COUNT COUNT_SCAN", 0},
        {R"({"a":{"$gt":50}})", 2, 0, 13, "COUNT COUNT_SCAN", 0},
        {R"({"a":{"$gt":50}})", 2, 4, 4, "COUNT COUNT_SCAN", 0},
        {R"({"a":null})", 0, 0, 0, "COUNT COUNT_SCAN", 0},
        {R"({"a":{"$gt":50},"b":null})", 0, 0, 15, "COUNT FETCH IXSCAN", 15},
        {R"({"b":null})", 0, 0, 20, "COUNT COLLSCAN", 20},
        {R"({"_id":3})", 0, 0, 1, "COUNT EXPRESS_IXSCAN", 1},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        CAPTURE(c.skip);
        MemorySource source(collection);
        query::CanonicalQuery asked = canonical({c.filter, "{}", "{}", c.skip, c.limit}, "");
        asked.countsOnly = true;
        const auto executor = planQuery(std::move(asked), source);
        CHECK(executor->countRemaining() == c.count);
        CHECK(executor->planSummary() == c.plan);
        CHECK(executor->counters().docsExamined == c.docsExamined);
    }
}

TEST_CASE("counters and explain tell what was done") {
    MemoryCollection collection = numbers(20);
    MemorySource source(collection);
    const auto executor = planQuery(canonical({R"({"a":{"$gt":50,"$lte":80},"b":null})", R"({"b":1})"}, ""), source);
    PlanResult result;
    std::uint64_t returned = 0;
    while (executor->next(result)) ++returned;
    CHECK(returned == 3);
    const query::ExecutionCounters counters = executor->counters();
    CHECK(counters.nReturned == 3);
    CHECK(counters.docsExamined == 3);
    CHECK(counters.keysExamined == 3);
    CHECK(counters.docBytesRead == 3 * bson::fromJson(R"({"_id":1,"a":1})").size());
    const bson::Document planner = executor->explainQueryPlanner();
    CHECK(planner["winningPlan"].asDocument()["stage"].asString() == "SORT");
    const bson::Document stats = executor->explainExecutionStats();
    CHECK(stats["nReturned"].asInt32() == 3);
    CHECK(stats["totalKeysExamined"].asInt32() == 3);
    CHECK(stats["totalDocsExamined"].asInt32() == 3);
    const bson::DocumentView sort = stats["executionStages"].asDocument();
    CHECK(sort["stage"].asString() == "SORT");
    const bson::DocumentView scan = sort["inputStage"].asDocument()["inputStage"].asDocument();
    CHECK(scan["stage"].asString() == "IXSCAN");
    CHECK(scan["indexName"].asString() == "a_1");
    CHECK(scan["keysExamined"].asInt32() == 3);
    CHECK(scan["direction"].asString() == "forward");
    CHECK(scan["indexBounds"].toJson() == R"({"a":["(50, 80]"]})");
}

TEST_CASE("a query for an update tells where the filter matched") {
    const MemoryCollection collection = collectionOf({R"({"_id":1,"a":[5,6,5]})"});
    MemorySource source(collection);
    query::CanonicalQuery asked = canonical({R"({"a":6})"}, "");
    asked.needsPosition = true;
    const auto executor = planQuery(std::move(asked), source);
    PlanResult result;
    REQUIRE(executor->next(result));
    CHECK(result.record == 1);
    CHECK(result.positionalIndex == 1u);
}
