// explain of find and count: the plan, what it examined, and what cannot be explained.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::CommandCase;
using sheaf::test::TestStore;

namespace {

Document explained(TestStore& store, const std::string& command, const std::string& verbosity) {
    return bson::fromJson(store.run("{explain: " + command + ", verbosity: \"" + verbosity + "\"}"));
}

// The stages from the top down.
std::string stages(bson::DocumentView stage) {
    std::string names(stage["stage"].asString());
    if (!stage["inputStage"].isMissing()) names += ' ' + stages(stage["inputStage"].asDocument());
    return names;
}

}  // namespace

TEST_CASE("explain shows the plan and the counts of what it examined") {
    TestStore store;
    for (int i = 0; i < 20; ++i) store.insert("{_id: " + std::to_string(i) + ", a: " + std::to_string(i / 5) + ", b: 1}");
    store.collection().createIndex({{"a", 1}});
    struct Case {
        const char* command;
        const char* stages;
        std::int64_t nReturned, keys, docs;
    };
    const Case cases[] = {
        {"{find: 'c'}", "COLLSCAN", 20, 0, 20},
        {"{find: 'c', filter: {b: 2}}", "COLLSCAN", 0, 0, 20},
        {"{find: 'c', filter: {a: 2}}", "FETCH IXSCAN", 5, 5, 5},
        {"{find: 'c', filter: {a: 3}}", "FETCH IXSCAN", 5, 5, 5},
        {"{find: 'c', filter: {a: 2}, limit: 2}", "LIMIT FETCH IXSCAN", 2, 2, 2},
        {"{find: 'c', filter: {a: 2}, projection: {_id: 0, a: 1}}", "PROJECTION_COVERED IXSCAN", 5, 5, 0},
        {"{find: 'c', filter: {_id: 3}}", "EXPRESS_IXSCAN", 1, 1, 1},
        {"{count: 'c', query: {a: 2}}", "COUNT COUNT_SCAN", 0, 6, 0},
        {"{find: 'nothing'}", "EOF", 0, 0, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.command);
        const Document reply = explained(store, c.command, "executionStats");
        CHECK(reply["explainVersion"].asString() == "1");
        CHECK(stages(reply["queryPlanner"].asDocument()["winningPlan"].asDocument()) == c.stages);
        const bson::DocumentView stats = reply["executionStats"].asDocument();
        CHECK(stages(stats["executionStages"].asDocument()) == c.stages);
        CHECK(stats["nReturned"].asInt32() == c.nReturned);
        CHECK(stats["totalKeysExamined"].asInt32() == c.keys);
        CHECK(stats["totalDocsExamined"].asInt32() == c.docs);
        CHECK(stats["allPlansExecution"].isMissing());
        CHECK(reply["command"].asDocument()["$db"].asString() == "test");
        CHECK(explained(store, c.command, "queryPlanner")["executionStats"].isMissing());
    }
}

TEST_CASE("explain runs all the plans unless it is told otherwise, and its ledger has what it read") {
    TestStore store;
    store.insertAll({"{_id: 1}", "{_id: 2}"});
    const Document reply = bson::fromJson(store.run("{explain: {find: 'c'}, cost: true}"));
    CHECK(reply["executionStats"].asDocument()["allPlansExecution"].asArray().begin() ==
          reply["executionStats"].asDocument()["allPlansExecution"].asArray().end());
    CHECK(reply["cost"].asDocument()["docsExamined"].asInt32() == 2);
}

TEST_CASE("what cannot be explained is an error") {
    test::check({
        {"no document", {}, "{explain: 1}", "TypeMismatch"},
        {"an empty command", {}, "{explain: {}}", "CommandNotFound"},
        {"an unknown command", {}, "{explain: {fnd: 'c'}}", "CommandNotFound"},
        {"a command without plan", {}, "{explain: {ping: 1}}", "IllegalOperation"},
        {"an explain in an explain", {}, "{explain: {explain: {find: 'c'}}}", "IllegalOperation"},
        {"an unknown verbosity", {}, "{explain: {find: 'c'}, verbosity: 'all'}", "BadValue"},
        {"a verbosity that is no string", {}, "{explain: {find: 'c'}, verbosity: 1}", "TypeMismatch"},
        {"an unknown field", {}, "{explain: {find: 'c'}, verbose: true}", "Location40415"},
        {"an unknown field inside", {}, "{explain: {find: 'c', filtr: {}}}", "Location40415"},
        {"a bad filter", {}, "{explain: {find: 'c', filter: {a: {$foo: 1}}}}", "BadValue"},
        {"another database", {}, "{explain: {find: 'c', $db: 'other'}}", "InvalidNamespace"},
    });
}
