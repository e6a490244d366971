// Counts that are answered by passing over index entries, against the same counts with a scan of the records.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

std::int64_t count(TestStore& store, const char* filter, const Document& hint) {
    CountOptions options;
    options.hint = hint;
    return store.collection().countDocuments(parse(filter), options);
}

}  // namespace

TEST_CASE("a count from an index is the count of a scan, whatever lies inside the bounds") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 1'500; ++i) {  // several of the intervals at which a count looks for interrupts
        bson::Builder builder;
        builder.append("_id", i).append("a", i % 3);
        if (i % 50 == 0) builder.append("b", std::string(600, 'x') + std::to_string(i));  // a long key
        else if (i % 7 == 0) builder.append("b", static_cast<std::int64_t>(i));           // a key with type bits
        else if (i % 11 != 0) builder.append("b", i);
        builder.openArray("tags").push(i % 2).push(i % 5 + 10).push(i % 2).close();
        documents.push_back(builder.take());
    }
    store.collection().insertMany(documents);
    store.collection().createIndex({{"a", 1}, {"b", -1}});
    store.collection().createIndex({{"tags", 1}});
    struct Case { const char* filter; const char* hint; };
    const Case cases[] = {
        {"{a: 1}", "{a: 1, b: -1}"},         {"{a: {$gte: 1}}", "{a: 1, b: -1}"},  {"{a: 1, b: {$gt: 700}}", "{a: 1, b: -1}"},
        {"{a: 7}", "{a: 1, b: -1}"},         {"{a: {$in: [0, 2]}}", "{a: 1, b: -1}"}, {"{a: 2, b: null}", "{a: 1, b: -1}"},
        {"{a: {$lt: 2}}", "{a: 1, b: -1}"},  {"{tags: 1}", "{tags: 1}"},           {"{tags: {$gte: 11}}", "{tags: 1}"},
        {"{tags: 14}", "{tags: 1}"},         {"{a: 1, b: {$type: \"string\"}}", "{a: 1, b: -1}"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        CHECK(count(store, c.filter, parse(c.hint)) == count(store, c.filter, parse("{$natural: 1}")));
    }
}

TEST_CASE("the ledger of a count from an index holds every key that it passed") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 400; ++i) documents.push_back(bson::make("_id", i, "a", i < 300 ? 1 : 2));
    store.collection().insertMany(documents);
    store.collection().createIndex({{"a", 1}});
    CHECK(store.collection().countDocuments(parse("{a: 1}")) == 300);
    CHECK(store.store().lastCost().keysExamined == 301);  // and the one behind the bounds
    CHECK(store.store().lastCost().docsExamined == 0);
    CHECK(store.collection().countDocuments(parse("{a: 1}"), {.skip = 10, .limit = 20}) == 20);
    CHECK(store.collection().countDocuments(parse("{a: 1}"), {.skip = 290}) == 10);
}

TEST_CASE("a count between two indexes of one shape takes the one with fewer entries, also where both have many") {
    TestStore store;
    std::vector<Document> documents;
    for (int i = 0; i < 6'000; ++i) documents.push_back(bson::make("_id", i, "a", 1, "b", i < 5'000 ? 1 : 2));
    store.collection().insertMany(documents);
    store.collection().createIndex({{"a", 1}});
    store.collection().createIndex({{"b", 1}});
    CHECK(store.collection().countDocuments(parse("{a: 1, b: 1}")) == 5'000);
    CHECK(store.store().lastCost().docsExamined == 5'000);
}
