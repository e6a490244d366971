// Many threads on one store: writers, readers, and those who change the catalog beneath them.
#include "tests/support/test_store.h"

#include <atomic>
#include <functional>
#include <thread>

using namespace sheaf;
using sheaf::test::TemporaryFolder;
using sheaf::test::TestStore;

namespace {

// Runs the jobs at once, each in a thread; what they throw fails the test.
void together(const std::vector<std::function<void()>>& jobs) {
    std::atomic<int> failed{0};
    std::vector<std::string> messages(jobs.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        threads.emplace_back([&, i] {
            try {
                jobs[i]();
            } catch (const std::exception& error) {
                messages[i] = error.what();
                ++failed;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& message : messages) CHECK(message == "");
    CHECK(failed == 0);
}

bool isOneOf(const Error& error, std::initializer_list<ErrorCode> codes) {
    return std::find(codes.begin(), codes.end(), error.code()) != codes.end();
}

}  // namespace

TEST_CASE("threads that insert together lose nothing, and share commits") {
    const TemporaryFolder folder;
    TestStore store(Store::open(folder.path() / "s"));
    store.collection().createIndex({{"a", 1}});
    constexpr int kThreads = 8;
    constexpr int kEach = 60;
    std::atomic<std::uint64_t> most{0};
    std::vector<std::function<void()>> jobs;
    for (int t = 0; t < kThreads; ++t) {
        jobs.push_back([&, t] {
            for (int i = 0; i < kEach; ++i) {
                store.collection().insertOne(bson::make("_id", t * kEach + i, "a", i % 5));
                const std::uint64_t shared = store.store().lastCost().opsInCommit;
                std::uint64_t before = most.load();
                while (shared > before && !most.compare_exchange_weak(before, shared)) {}
            }
        });
    }
    together(jobs);
    CHECK(store.collection().countDocuments() == kThreads * kEach);
    CHECK(store.collection().countDocuments(parse("{a: 3}")) == kThreads * kEach / 5);
    CHECK(most > 1);
}

TEST_CASE("increments by many threads all count, also those of failed neighbours' batches") {
    TestStore store;
    store.collection().createIndex({{"u", 1}}, {.unique = true});
    store.insertAll({"{_id: 1, n: 0, u: 1}", "{_id: 2, n: 0, u: 2}"});
    std::vector<std::function<void()>> jobs;
    for (int t = 0; t < 6; ++t) {
        jobs.push_back([&] {
            for (int i = 0; i < 200; ++i) store.collection().updateOne(parse("{_id: 1}"), parse("{$inc: {n: 1}}"));
        });
    }
    jobs.push_back([&] {
        for (int i = 0; i < 200; ++i) {
            try {
                store.collection().updateOne(parse("{_id: 2}"), parse("{$set: {u: 1}}"));
                throw std::logic_error("a unique key was there twice");
            } catch (const Error& error) {
                if (error.code() != ErrorCode::DuplicateKey) throw;
            }
        }
    });
    together(jobs);
    CHECK((*store.collection().findOne(parse("{_id: 1}")))["n"].toJson() == "1200");
}

TEST_CASE("readers see whole states while writers move values between documents") {
    TestStore store;
    store.collection().createIndex({{"a", 1}});
    for (int i = 0; i < 200; ++i) store.collection().insertOne(bson::make("_id", i, "a", i));
    std::atomic<bool> done{false};
    std::vector<std::function<void()>> jobs;
    for (int t = 0; t < 2; ++t) {
        jobs.push_back([&] {
            for (int i = 0; i < 300; ++i) {
                store.collection().updateOne(bson::make("_id", i % 200), parse("{$inc: {a: 1000}}"));
                store.collection().updateOne(bson::make("_id", i % 200), parse("{$inc: {a: -1000}}"));
            }
            done = true;
        });
    }
    for (int t = 0; t < 2; ++t) {
        jobs.push_back([&] {
            while (!done) {
                const std::int64_t byIndex = store.collection().countDocuments(parse("{a: {$gte: 0}}"), {.hint = parse("{a: 1}")});
                if (byIndex != 200) throw std::logic_error("an index scan counted " + std::to_string(byIndex));
                for (const DocumentView document : store.collection().find(parse("{a: {$gte: 100}}"), {.batchSize = 20})) {
                    if (document["a"].asInt32() < 100) throw std::logic_error("a document that does not match");
                }
            }
        });
    }
    together(jobs);
}

TEST_CASE("collections and indexes come and go beneath readers and writers") {
    TestStore store;
    std::atomic<bool> done{false};
    const auto tolerant = [](const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) {
            if (!isOneOf(error, {ErrorCode::QueryPlanKilled, ErrorCode::DuplicateKey, ErrorCode::IndexNotFound,
                                 ErrorCode::NamespaceNotFound, ErrorCode::BadValue})) {
                throw;
            }
        }
    };
    std::vector<std::function<void()>> jobs;
    jobs.push_back([&] {
        for (int i = 0; i < 40; ++i) {
            tolerant([&] { store.collection().createIndex({{"a", 1}}); });
            tolerant([&] { store.collection().createIndex({{"t", 1}, {"a", -1}}); });
            tolerant([&] { store.collection().dropIndex("a_1"); });
            if (i % 8 == 7) tolerant([&] { store.collection().drop(); });
        }
        done = true;
    });
    for (int t = 0; t < 2; ++t) {
        jobs.push_back([&, t] {
            for (int i = 0; !done; ++i) {
                tolerant([&] {
                    store.collection().insertOne(bson::make("_id", i * 2 + t, "a", i % 9, "t", parse("{x: [1, 2]}")["x"]));
                });
                if (i % 10 == 0) tolerant([&] { store.collection().deleteMany(parse("{a: 4}")); });
            }
        });
        jobs.push_back([&] {
            while (!done) {
                tolerant([&] {
                    for (const DocumentView d : store.collection().find(parse("{a: {$lt: 5}}"), {.batchSize = 7})) {
                        if (d["a"].asInt32() >= 5) throw std::logic_error("a document that does not match");
                    }
                });
                tolerant([&] { store.collection().countDocuments(parse("{t: 2}")); });
                store.run(R"({listCollections: 1})");
            }
        });
    }
    together(jobs);
    store.validate();
}

TEST_CASE("many threads that make many collections at once all get theirs") {
    TestStore store;
    std::vector<std::function<void()>> jobs;
    for (int t = 0; t < 4; ++t) {
        jobs.push_back([&, t] {
            for (int i = 0; i < 25; ++i) {
                store.collection("own" + std::to_string(t) + "_" + std::to_string(i)).insertOne(parse("{_id: 1}"));
                store.collection("shared" + std::to_string(i)).insertOne(bson::make("_id", t));
            }
        });
    }
    together(jobs);
    CHECK(store.store().database("test").collectionNames().size() == 125);
    for (int i = 0; i < 25; ++i) CHECK(store.collection("shared" + std::to_string(i)).countDocuments() == 4);
}

TEST_CASE("one cursor killed while others page on") {
    TestStore store;
    std::vector<Document> many;
    for (int i = 0; i < 2000; ++i) many.push_back(bson::make("_id", i));
    store.collection().insertMany(many);
    std::vector<std::function<void()>> jobs;
    for (int t = 0; t < 4; ++t) {
        jobs.push_back([&] {
            for (int round = 0; round < 10; ++round) {
                Document reply = store.reply(R"({find: "c", batchSize: 50})");
                std::int64_t id = reply["cursor"].asDocument()["id"].asInt64();
                for (int page = 0; page < 5; ++page) {
                    store.reply("{getMore: NumberLong(\"" + std::to_string(id) + "\"), collection: \"c\", batchSize: 50}");
                }
                store.reply("{killCursors: \"c\", cursors: [NumberLong(\"" + std::to_string(id) + "\")]}");
            }
        });
    }
    together(jobs);
    CHECK(store.store().statistics()["openCursors"].asInt64() == 0);
}
