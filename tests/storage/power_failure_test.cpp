// What is left when the machine or the process stops at any moment: acknowledged means kept.
#include "engine/storage/counted_io.h"
#include "engine/storage/cursor.h"
#include "engine/storage/page_walker.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <fstream>
#include <functional>
#include <random>
#include <vector>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

// A disk that keeps what was synced, and of what was written since any part: single pages, in any order.
class Disk : public IoObserver {
public:
    explicit Disk(std::string synced) : synced_(std::move(synced)) {}

    void wrote(int, const void* data, std::size_t size, std::uint64_t offset, bool synchronous) override {
        const Write write{offset, std::string(static_cast<const char*>(data), size)};
        if (synchronous) put(synced_, write);
        pending_.push_back(write);  // in any case: older writes to the place must not come after it
        if (afterEach) afterEach();
    }
    void synced(int) override {
        for (const Write& write : pending_) put(synced_, write);
        pending_.clear();
        if (afterEach) afterEach();
    }

    // The file after a power failure now.
    std::string imageAfterFailure(std::mt19937_64& random) const {
        std::string image = synced_;
        const std::uint64_t chance = random() % 5;  // none, few, half, most, all of the pages
        for (const Write& write : pending_) {
            for (std::size_t at = 0; at < write.bytes.size(); at += 4096) {
                if (random() % 4 >= chance) continue;
                put(image, {write.offset + at, write.bytes.substr(at, 4096)});
            }
        }
        return image;
    }

    std::function<void()> afterEach;

private:
    struct Write {
        std::uint64_t offset;
        std::string bytes;
    };
    static void put(std::string& image, const Write& write) {
        if (image.size() < write.offset + write.bytes.size()) image.resize(write.offset + write.bytes.size(), '\0');
        image.replace(write.offset, write.bytes.size(), write.bytes);
    }
    std::string synced_;
    std::vector<Write> pending_;
};

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

// Transaction i sets "last" to i and many keys to values that say i.
void putRound(Environment& store, int i, std::mt19937_64& random) {
    WriteTransaction transaction = store.beginWrite();
    const Tree tree = store.catalogTree();
    transaction.put(tree, asBytes("last"), asBytes(std::to_string(i)));
    for (std::uint64_t k = random() % 30; k > 0; --k) {
        const std::string key = "key" + std::to_string(random() % 200);
        if (random() % 3 == 0) transaction.remove(tree, asBytes(key));
        else transaction.put(tree, asBytes(key), asBytes(std::string(random() % 6000, 'v')));
    }
    transaction.commit();
}

int lastRound(const std::filesystem::path& path) {
    const auto store = Environment::open(path, {.durability = Durability::Relaxed, .verifyPages = true});
    const std::string last = getText(*store, store->catalogTree(), "last");
    const ReadTransaction transaction = store->beginRead();
    Cursor cursor(transaction, store->catalogTree());
    std::uint64_t entries = 0;
    for (bool found = cursor.first(); found; found = cursor.next()) ++entries;
    CHECK(entries == transaction.countEntries(store->catalogTree()));
    return last == "(none)" ? -1 : std::stoi(last);
}

struct Failure {
    std::string image;
    int acknowledged;  // the last commit that had returned
};

}  // namespace

TEST_CASE("After a power failure a durable store has every acknowledged commit, a relaxed one all but the last") {
    if (!ioIsCounted()) return;
    const std::uint64_t seed = seedOr(99);
    CAPTURE(seed);
    for (Durability durability : {Durability::Durable, Durability::Relaxed}) {
        std::mt19937_64 random(seed);
        std::vector<Failure> failures;
        int acknowledged = -1;
        const StoreFolder folder("/dev/shm");
        Environment::open(folder.path(), {.durability = durability});  // made, and closed
        Disk disk(readFile(folder.data()));
        disk.afterEach = [&] {
            if (random() % 8 == 0) failures.push_back({disk.imageAfterFailure(random), acknowledged});
        };
        IoFaults faults;
        faults.observer = &disk;
        {
            const auto store = Environment::open(folder.path(), {.durability = durability});
            std::mt19937_64 content(seed + 1);
            setIoFaults(&faults);
            ReadTransaction reader;
            for (int i = 0; i < 120; ++i) {
                if (i % 20 == 5) reader = store->beginRead();
                if (i % 20 == 15) reader.release();
                putRound(*store, i, content);
                acknowledged = i;
            }
            setIoFaults(nullptr);
        }
        REQUIRE(failures.size() > 50);
        int undone = 0;
        for (const Failure& failure : failures) {
            const StoreFolder after("/dev/shm");
            std::ofstream(after.data(), std::ios::binary) << failure.image;
            const int found = lastRound(after.path());
            const int leeway = durability == Durability::Durable ? 0 : 1;
            CHECK(found >= failure.acknowledged - leeway);
            CHECK(found <= failure.acknowledged + 1);
            undone += found < failure.acknowledged ? 1 : 0;
        }
        MESSAGE(failures.size(), " failures, ", undone, " times the last commit was undone");
    }
}

TEST_CASE("A killed process loses no acknowledged commit, in any mode") {
    for (Durability durability : {Durability::Durable, Durability::Relaxed, Durability::Ephemeral}) {
        const StoreFolder folder("/dev/shm");
        std::mt19937_64 random(seedOr(5));
        for (int round = 0; round < 8; ++round) {
            int report[2];
            REQUIRE(::pipe(report) == 0);
            const pid_t child = ::fork();
            if (child == 0) {
                const auto store = Environment::open(folder.path(), {.durability = durability});
                std::mt19937_64 content(static_cast<std::uint64_t>(round));
                for (int i = 0;; ++i) {
                    putRound(*store, i, content);
                    if (::write(report[1], &i, sizeof i) != sizeof i) ::_exit(1);
                }
            }
            ::close(report[1]);
            int acknowledged = -1;
            const std::uint64_t wanted = 1 + random() % 60;
            for (std::uint64_t n = 0; n < wanted; ++n) REQUIRE(::read(report[0], &acknowledged, sizeof acknowledged) == 4);
            ::usleep(static_cast<useconds_t>(random() % 2000));
            ::kill(child, SIGKILL);
            while (::read(report[0], &acknowledged, sizeof acknowledged) == 4) {
            }
            ::close(report[0]);
            int status = 0;
            ::waitpid(child, &status, 0);
            CHECK(walkPages(folder.path()).isSound());
            const auto store = Environment::open(folder.path(), {.durability = durability});
            const int found = std::stoi(getText(*store, store->catalogTree(), "last"));
            CHECK((found == acknowledged || found == acknowledged + 1));
        }
    }
}
