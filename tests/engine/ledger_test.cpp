// The ledger: every figure against what can be worked out or what the system itself counts.
#include "tests/support/test_store.h"

#include <cstdio>
#include <fstream>

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

// Bytes that this process has handed to the system's write calls so far.
std::uint64_t writtenByProcess() {
    std::ifstream file("/proc/self/io");
    std::string name;
    std::uint64_t value = 0;
    while (file >> name >> value) {
        if (name == "wchar:") return value;
    }
    return 0;
}

// The undefined-behaviour sanitizer finds out whether memory is readable by writing 16 bytes of it into a pipe.
std::uint64_t ofSanitizers([[maybe_unused]] std::uint64_t surplus) {
#ifdef __SANITIZE_ADDRESS__
    if (surplus % 16 == 0 && surplus < 4096) return surplus;
#endif
    return 0;
}

struct Durably {
    const char* what;
    Durability durability;
    std::uint64_t syncs;  // a commit
};
constexpr Durably kDurabilities[] = {
    {"durable", Durability::Durable, 2}, {"relaxed", Durability::Relaxed, 1}, {"ephemeral", Durability::Ephemeral, 0}};

Document review(int i) {
    return bson::make("_id", i, "a", i % 50, "text", std::string(300, 'x'), "tags", parse("{x: ['a', 'b', 'c']}")["x"]);
}

Cost costOf(TestStore& store, std::string_view command) {
    return Cost::fromDocument(store.reply(command)["cost"].asDocument());
}

}  // namespace

TEST_CASE("bytesWritten is what the process wrote, for every kind of write and every durability") {
    for (const Durably& mode : kDurabilities) {
        CAPTURE(std::string(mode.what));
        const test::TemporaryFolder folder;
        TestStore store(Store::open(folder.path() / "s", {.durability = mode.durability}));
        Collection c = store.collection();
        const auto check = [&](const char* what, const auto& operation) {
            CAPTURE(std::string(what));
            const std::uint64_t before = writtenByProcess();
            operation();
            const std::uint64_t written = writtenByProcess() - before;
            const Cost cost = store.store().lastCost();
            CHECK(cost.bytesWritten == written - ofSanitizers(written - cost.bytesWritten));
            CHECK(cost.syncs == mode.syncs * cost.commits);
            CHECK(cost.pages.meta == cost.commits);
            CHECK(cost.pagesWritten == cost.pages.total());
            CHECK(cost.exact);
        };
        check("first insert, which makes the collection", [&] { c.insertOne(review(0)); });
        check("insert", [&] { c.insertOne(review(1)); });
        check("create index", [&] { c.createIndex({{"a", 1}}); });
        check("create multikey index", [&] { c.createIndex({{"tags", 1}, {"a", -1}}); });
        std::vector<Document> many;
        for (int i = 2; i < 3000; ++i) many.push_back(review(i));
        check("insert many", [&] { c.insertMany(many); });
        check("metered", [&] { c.insertMany(std::vector{review(3000), review(3001)}, {{.metered = true}}); });
        check("update", [&] { c.updateOne(parse("{_id: 7}"), parse("{$set: {a: 51}}")); });
        check("update many", [&] { c.updateMany(parse("{a: 3}"), parse("{$set: {b: 1}}")); });
        check("upsert", [&] { c.updateOne(parse("{_id: -1}"), parse("{$set: {b: 1}}"), {.upsert = true}); });
        check("large", [&] { c.insertOne(bson::make("_id", "large", "text", std::string(3'000'000, 'y'))); });
        check("delete", [&] { c.deleteOne(parse("{_id: 8}")); });
        check("delete the newest", [&] { c.deleteOne(parse("{_id: 'large'}")); });
        check("delete many", [&] { c.deleteMany(parse("{a: {$lt: 25}}")); });
        check("drop index", [&] { c.dropIndex("a_1"); });
        check("drop", [&] { c.drop(); });
    }
}

TEST_CASE("the logical half of the ledger can be worked out by hand") {
    TestStore store;
    store.collection().createIndex({{"a", 1}});
    store.collection().createIndex({{"t", 1}});
    {
        // {_id: 1, a: 5, t: [1, 2]}: 4 + (1+4+4) + (1+2+4) + (1+2+19) + 1
        const Cost cost = costOf(store, R"({insert: "c", documents: [{_id: 1, a: 5, t: [1, 2]}], cost: true})");
        CHECK(cost.roundTrips == 1);
        CHECK(cost.logicalBytes == 38);
        CHECK(cost.docBytesWritten == 43 + 9);
        REQUIRE(cost.indexes.size() == 3);
        CHECK(cost.indexes[0].name == "_id_");
        CHECK(cost.indexes[0].inserted == 1);
        CHECK(cost.indexes[0].bytes == 2 + 2);  // 2E 02, and the id in 2 bytes as the value
        CHECK(cost.indexes[1].name == "a_1");
        CHECK(cost.indexes[1].bytes == 2 + 2);
        CHECK(cost.indexes[2].name == "t_1");
        CHECK(cost.indexes[2].inserted == 2);
        CHECK(cost.indexes[2].bytes == 2 * 4);
        CHECK(cost.documentRatio() == doctest::Approx(52.0 / 38));
        CHECK(cost.docsExamined == 0);
        CHECK(cost.opsInCommit == 1);
    }
    {
        const Cost cost = costOf(store, R"({update: "c", updates: [{q: {_id: 1}, u: {$set: {a: 6}}}], cost: true})");
        CHECK(cost.logicalBytes == 14);
        CHECK(cost.docBytesWritten == 52);
        CHECK(cost.keysExamined == 1);
        CHECK(cost.docsExamined == 1);
        CHECK(cost.docBytesRead == 43);
        REQUIRE(cost.indexes.size() == 1);
        CHECK(cost.indexes[0].name == "a_1");
        CHECK(cost.indexes[0].inserted == 1);
        CHECK(cost.indexes[0].removed == 1);
        CHECK(cost.indexes[0].bytes == 8);
    }
    {
        const Cost cost = costOf(store, R"({update: "c", updates: [{q: {_id: 1}, u: {$set: {a: 6}}}], cost: true})");
        CHECK(cost.logicalBytes == 0);
        CHECK(cost.docBytesWritten == 0);
        CHECK(cost.commits == 0);
        CHECK(cost.bytesWritten == 0);
        CHECK_FALSE(cost.documentRatio());
    }
    {
        const Cost cost = costOf(store, R"({update: "c", updates: [{q: {_id: 1}, u: {$push: {t: 3}}}], cost: true})");
        CHECK(cost.logicalBytes == 7);
        REQUIRE(cost.indexes.size() == 1);
        CHECK(cost.indexes[0].name == "t_1");
        CHECK(cost.indexes[0].inserted == 1);
        CHECK(cost.indexes[0].removed == 0);
    }
    {
        const Cost cost = costOf(store, R"({find: "c", filter: {a: 6}, cost: true})");
        CHECK(cost.keysExamined == 1);
        CHECK(cost.docsExamined == 1);
        CHECK(cost.nReturned == 1);
        CHECK(cost.docBytesRead == 50);
        CHECK(cost.commits == 0);
        CHECK(cost.bytesReturned == store.reply(R"({find: "c", filter: {a: 6}})").size());
    }
    {
        const Cost cost = costOf(store, R"({delete: "c", deletes: [{q: {_id: 1}, limit: 1}], cost: true})");
        CHECK(cost.logicalBytes == 45);
        CHECK(cost.docBytesWritten == 0);
        REQUIRE(cost.indexes.size() == 3);
        CHECK(cost.indexes[2].removed == 3);
    }
}

TEST_CASE("the same input on a fresh store gives the same ledger, to the byte") {
    const auto run = [] {
        const test::TemporaryFolder folder;
        TestStore store(Store::open(folder.path() / "s", {.durability = Durability::Ephemeral}));
        std::string text;
        const auto note = [&] { text += store.store().lastCost().toDocument().toJson() + "\n"; };
        store.collection().createIndex({{"tags", 1}, {"a", -1}});
        note();
        for (int i = 0; i < 300; ++i) {
            store.collection().insertOne(review(i));
            note();
        }
        store.collection().updateMany(parse("{a: {$lt: 20}}"), parse("{$inc: {a: 5}}"), {{.metered = true, .pageNumbers = true}});
        note();
        store.collection().deleteMany(parse("{a: {$lt: 9}}"));
        note();
        return text;
    };
    CHECK(run() == run());
}

TEST_CASE("pages: list names as many pages as were written") {
    TestStore store;
    store.insert("{_id: 1}");
    const Cost cost = costOf(store, R"({insert: "c", documents: [{_id: 2}, {_id: 3}], metered: true, pages: "list", cost: true})");
    CHECK(cost.commits == 2);
    CHECK(cost.pageNumbers.size() == cost.pagesWritten);
}

TEST_CASE("a session sums what its operations cost; the thread remembers the last one of each store") {
    TestStore one;
    TestStore two;
    Session session = one.store().startSession();
    one.collection().insertOne(parse("{_id: 1}"), {{.session = &session}});
    one.collection().insertOne(parse("{_id: 2}"), {{.session = &session}});
    two.insert("{_id: 1, a: 1}");
    CHECK(one.collection().find({}, {.session = &session}).toVector().size() == 2);
    CHECK(session.cost().roundTrips == 3);
    CHECK(session.cost().logicalBytes == 18);
    CHECK(session.cost().nReturned == 2);
    CHECK(one.store().lastCost().nReturned == 2);
    CHECK(two.store().lastCost().logicalBytes == 16);
    session.resetCost();
    CHECK(session.cost().roundTrips == 0);
}

TEST_CASE("a cost survives its document form") {
    TestStore store;
    store.insert("{_id: 1}");
    const Cost cost = costOf(store, R"({insert: "c", documents: [{_id: 2}], metered: true, pages: "list", cost: true})");
    CHECK(Cost::fromDocument(cost.toDocument()).toDocument().toJson() == cost.toDocument().toJson());
}

TEST_CASE("many cursors read a long result without pinning pages between their batches") {
    TestStore store;
    std::vector<Document> many;
    for (int i = 0; i < 1000; ++i) many.push_back(review(i));
    store.collection().insertMany(many);
    Cursor cursor = store.collection().find();
    cursor.next();
    CHECK(store.store().statistics()["readers"].asDocument()["live"].asInt64() <= 1);
    CHECK(store.store().lastCost().nReturned == 101);
    CHECK(cursor.toVector().size() == 999);
    CHECK(store.store().lastCost().nReturned == 899);
}
