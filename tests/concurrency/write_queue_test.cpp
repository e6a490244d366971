// The write queue: many threads, each operation exactly once, few commits.
#include "engine/write/write_queue.h"
#include "engine/storage/counted_io.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace sheaf;
using namespace sheaf::engine;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

// An operation made of a function.
class Operation : public WriteOperation {
public:
    explicit Operation(std::function<void(WriteTransaction&)> work) : work_(std::move(work)) {}
    void apply(WriteTransaction& transaction) override {
        ++runs;
        work_(transaction);
    }
    void committed(const WriteTransaction& transaction) noexcept override { commitNumber = transaction.id(); }

    int runs = 0;
    std::uint64_t commitNumber = 0;

private:
    std::function<void(WriteTransaction&)> work_;
};

Operation putOperation(Tree tree, std::string key, std::string value = "v") {
    return Operation([tree, key = std::move(key), value = std::move(value)](WriteTransaction& transaction) {
        transaction.put(tree, asBytes(key), asBytes(value));
    });
}

std::uint64_t countOf(Environment& store) { return store.beginRead().countEntries(store.catalogTree()); }

void inThreads(int count, const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
}

// Holds the writer, so that operations queue up behind it, until release().
class Blocker {
public:
    explicit Blocker(Environment& store) : transaction_(store.beginWrite()) {}
    void release() { transaction_.abort(); }

private:
    WriteTransaction transaction_;
};

}  // namespace

TEST_CASE("An operation alone commits alone, in its own thread") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    const auto self = std::this_thread::get_id();
    Operation operation([&](WriteTransaction& transaction) {
        CHECK(std::this_thread::get_id() == self);
        transaction.put(store->catalogTree(), asBytes("a"), asBytes("1"));
    });
    const WriteResult result = queue.run(operation);
    CHECK(result.opsInCommit == 1);
    CHECK(result.stats.commits == 1);
    CHECK(result.commitNumber == store->lastCommit());
    CHECK(operation.commitNumber == result.commitNumber);
    CHECK(getText(*store, store->catalogTree(), "a") == "1");
}

TEST_CASE("Every operation of many threads is done exactly once, in far fewer commits") {
    const auto store = Environment::openTemporary();
    IoFaults slowDisk;
    slowDisk.syncTime = std::chrono::microseconds(500);
    WriteQueue queue(*store);
    constexpr int kThreads = 16, kEach = 60;
    std::atomic<std::uint64_t> runs{0};
    std::mutex mutex;
    std::set<std::uint64_t> commits;
    setIoFaults(&slowDisk);
    inThreads(kThreads, [&](int thread) {
        for (int i = 0; i < kEach; ++i) {
            Operation operation = putOperation(store->catalogTree(), std::to_string(thread) + "." + std::to_string(i));
            operation.sync = true;  // an ephemeral store made to sync: a disk of fixed speed
            const WriteResult result = queue.run(operation);
            runs += static_cast<std::uint64_t>(operation.runs);
            const std::lock_guard lock(mutex);
            commits.insert(result.commitNumber);
        }
    });
    setIoFaults(nullptr);
    CHECK(runs == kThreads * kEach);
    CHECK(countOf(*store) == kThreads * kEach);
    const double perOperation = static_cast<double>(commits.size()) / (kThreads * kEach);
    MESSAGE("commits per operation: ", perOperation);
    if (store->countsExactly()) CHECK(perOperation < 0.3);  // otherwise the disk cannot be made slow
}

TEST_CASE("Operations of a batch see each other's changes: no update is lost") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    inThreads(8, [&](int) {
        for (int i = 0; i < 200; ++i) {
            // Reads and writes one counter: lost updates would show.
            Operation operation([&](WriteTransaction& transaction) {
                const auto value = transaction.get(store->catalogTree(), asBytes("n"));
                std::uint64_t n = 0;
                if (value) std::memcpy(&n, value->data(), sizeof n);
                ++n;
                transaction.put(store->catalogTree(), asBytes("n"), {reinterpret_cast<const std::uint8_t*>(&n), sizeof n});
            });
            queue.run(operation);
        }
    });
    const ReadTransaction transaction = store->beginRead();
    std::uint64_t n = 0;
    std::memcpy(&n, transaction.get(store->catalogTree(), asBytes("n"))->data(), sizeof n);
    CHECK(n == 1600);
}

TEST_CASE("An operation's error reaches its owner only, and leaves no trace") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    std::atomic<int> wrongErrors{0}, rightErrors{0}, replays{0};
    inThreads(12, [&](int thread) {
        for (int i = 0; i < 50; ++i) {
            const std::string key = std::to_string(thread) + "." + std::to_string(i);
            const int kind = (thread + i) % 3;  // 0 works, 1 fails before its first change, 2 after it
            Operation operation([&](WriteTransaction& transaction) {
                if (kind == 1) throw Error(ErrorCode::DuplicateKey, key);
                transaction.put(store->catalogTree(), asBytes(key), asBytes("v"));
                if (kind == 2) throw Error(ErrorCode::BadValue, key);
            });
            std::string outcome;
            try {
                queue.run(operation);
            } catch (const Error& error) {
                outcome = error.codeName();
                if (std::string(error.what()).find(key) == std::string::npos) ++wrongErrors;
            }
            const char* const expected[] = {"", "DuplicateKey", "BadValue"};
            (outcome == expected[kind] ? rightErrors : wrongErrors) += 1;
            if (operation.runs > 1) ++replays;
        }
    });
    CHECK(wrongErrors == 0);
    CHECK(rightErrors == 600);
    CHECK(countOf(*store) == 200);
}

TEST_CASE("An operation that throws after its first change is left out and the others of its batch are replayed") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    Blocker blocker(*store);
    std::vector<std::unique_ptr<Operation>> operations;
    std::vector<std::string> outcomes(4);
    std::vector<std::uint32_t> shared(4);
    for (int i = 0; i < 4; ++i) {
        operations.push_back(std::make_unique<Operation>([&store, i](WriteTransaction& transaction) {
            transaction.put(store->catalogTree(), asBytes("key" + std::to_string(i)), asBytes("v"));
            if (i == 2) throw Error(ErrorCode::BadValue, "no");
        }));
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            outcomes[i] = outcomeOf([&] { shared[i] = queue.run(*operations[i]).opsInCommit; });
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // in this order
    }
    blocker.release();
    for (std::thread& thread : threads) thread.join();
    CHECK(outcomes == std::vector<std::string>{"", "", "BadValue", ""});
    CHECK(countOf(*store) == 3);
    CHECK(operations[2]->runs == 1);
    CHECK(shared[0] >= 2);
    CHECK(operations[0]->runs >= 2);
}

TEST_CASE("Long operations and metered ones commit by themselves") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    Blocker blocker(*store);
    std::vector<std::uint32_t> shared(6);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 6; ++i) {
        threads.emplace_back([&, i] {
            Operation operation = putOperation(store->catalogTree(), std::to_string(i));
            operation.alone = i == 2;
            operation.listPages = i == 4;
            const WriteResult result = queue.run(operation);
            shared[i] = result.opsInCommit;
            if (store->countsExactly()) CHECK(result.stats.pageNumbers.empty() == (i != 4));
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    blocker.release();
    for (std::thread& thread : threads) thread.join();
    CHECK(shared == std::vector<std::uint32_t>{2, 2, 1, 1, 1, 1});
}

TEST_CASE("Whoever waits too long or is killed leaves the queue, and the others go on") {
    const auto store = Environment::openTemporary();
    WriteQueue queue(*store);
    Blocker blocker(*store);
    std::atomic<bool> killed{false};
    std::vector<std::string> outcomes(5);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 5; ++i) {
        threads.emplace_back([&, i] {
            Operation operation = putOperation(store->catalogTree(), std::to_string(i));
            const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
            if (i == 0 || i == 2) operation.deadline = soon;  // the leader, a follower
            if (i == 1) operation.killed = &killed;
            outcomes[i] = outcomeOf([&] { queue.run(operation); });
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    threads[0].join();
    threads[2].join();
    killed = true;
    threads[1].join();
    blocker.release();
    threads[3].join();
    threads[4].join();
    CHECK(outcomes == std::vector<std::string>{"MaxTimeMSExpired", "Interrupted", "MaxTimeMSExpired", "", ""});
    CHECK(countOf(*store) == 2);
    Operation last = putOperation(store->catalogTree(), "last");
    queue.run(last);
    CHECK(countOf(*store) == 3);
}

TEST_CASE("One operation that wants a sync raises its group's commit, in a relaxed store") {
    const StoreFolder folder("/dev/shm");
    const auto store = Environment::open(folder.path(), {.durability = Durability::Relaxed});
    if (!store->countsExactly()) return;
    WriteQueue queue(*store);
    Blocker blocker(*store);
    std::vector<std::uint64_t> syncs(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            Operation operation = putOperation(store->catalogTree(), std::to_string(i));
            operation.sync = i == 3;
            syncs[i] = queue.run(operation).stats.syncs;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    blocker.release();
    for (std::thread& thread : threads) thread.join();
    CHECK(syncs == std::vector<std::uint64_t>{2, 2, 2, 2});
    Operation plain = putOperation(store->catalogTree(), "plain");
    CHECK(queue.run(plain).stats.syncs == 1);
}

TEST_CASE("When the map grows the batch runs again, whoever leads it") {
    const auto store = Environment::openTemporary({.mapBytes = 1 << 20});
    WriteQueue queue(*store);
    inThreads(8, [&](int thread) {
        for (int i = 0; i < 20; ++i) {
            Operation operation = putOperation(store->catalogTree(), std::to_string(thread) + "." + std::to_string(i),
                                               std::string(50000, 'v'));
            queue.run(operation);
            CHECK(getText(*store, store->catalogTree(), std::to_string(thread) + ".0").size() == 50000);
        }
    });
    CHECK(countOf(*store) == 160);
    CHECK(store->fileStatistics().mapBytes >= 8000000);
}

TEST_CASE("A full disk is every operation's error, and afterwards the queue works") {
    const auto store = Environment::openTemporary();
    if (!store->countsExactly()) return;
    WriteQueue queue(*store);
    IoFaults full;
    full.failWrite = 1;
    full.onward = true;
    setIoFaults(&full);
    std::atomic<int> refused{0};
    inThreads(8, [&](int thread) {
        for (int i = 0; i < 20; ++i) {
            Operation operation = putOperation(store->catalogTree(), std::to_string(thread) + "." + std::to_string(i));
            if (outcomeOf([&] { queue.run(operation); }) == "OutOfDiskSpace") ++refused;
        }
    });
    setIoFaults(nullptr);
    CHECK(refused == 160);
    CHECK(countOf(*store) == 0);
    Operation operation = putOperation(store->catalogTree(), "a");
    queue.run(operation);
    CHECK(countOf(*store) == 1);
}

TEST_CASE("Snapshots, trees and writers of many threads do not disturb each other") {
    const auto store = Environment::openTemporary({.mapBytes = 1 << 20});
    WriteQueue queue(*store);
    std::atomic<bool> stop{false};
    std::thread maintenance([&] {
        while (!stop) {
            store->reserveTrees(TreeKind::Plain, 2);
            store->maintain();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    inThreads(6, [&](int thread) {
        for (int i = 0; i < 60; ++i) {
            std::optional<Tree> made;
            Operation operation([&](WriteTransaction& transaction) {
                made = transaction.takeTree(TreeKind::Plain);
                transaction.put(*made, asBytes("k"), asBytes(std::string(3000, 'v')));
            });
            try {
                queue.run(operation);
            } catch (const Error& error) {
                CHECK(error.codeName() == "WriteConflict");
                continue;
            }
            {
                const ReadTransaction transaction = store->beginRead();
                CHECK(transaction.get(*made, asBytes("k")).has_value());
            }
            if (i % 2 == thread % 2) store->dropTree(*made);
        }
    });
    stop = true;
    maintenance.join();
    CHECK(store->maintain() == 0);
}
