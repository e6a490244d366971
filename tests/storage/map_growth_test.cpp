// The map of the file: it is enlarged when it is full, but never under a snapshot.
#include "engine/storage/environment.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

constexpr std::uint64_t kTinyMap = 1 << 20;

// Commits one large value, again after the map has grown; how often it had to.
int putGrowing(Environment& store, const std::string& key, std::size_t bytes) {
    for (int grown = 0;; ++grown) {
        try {
            putText(store, store.catalogTree(), key, std::string(bytes, 'v'));
            return grown;
        } catch (const MapGrown&) {
            REQUIRE(grown < 20);
        }
    }
}

}  // namespace

TEST_CASE("A full map is enlarged, and the transaction runs again") {
    const StoreFolder folder("/dev/shm");
    {
        const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral, .mapBytes = kTinyMap});
        putText(*store, store->catalogTree(), "small", "value");
        int grown = 0;
        for (int i = 0; i < 40; ++i) grown += putGrowing(*store, "key" + std::to_string(i), 300000);
        CHECK(grown >= 4);
        CHECK(store->fileStatistics().mapBytes >= 12000000);
        CHECK(getText(*store, store->catalogTree(), "small") == "value");
        CHECK(getText(*store, store->catalogTree(), "key39").size() == 300000);
        CHECK(putGrowing(*store, "huge", 40000000) >= 2);
    }
    // The size asked for is too small for the file by now.
    const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral, .mapBytes = kTinyMap});
    CHECK(getText(*store, store->catalogTree(), "huge").size() == 40000000);
}

TEST_CASE("A thread that holds a snapshot itself is refused at once") {
    const auto store = Environment::openTemporary({.mapBytes = kTinyMap});
    ReadTransaction own = store->beginRead();
    const auto start = std::chrono::steady_clock::now();
    CHECK(outcomeOf([&] { putText(*store, store->catalogTree(), "a", std::string(2000000, 'v')); }) == "MapFull");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
    own.release();
    CHECK(putGrowing(*store, "a", 2000000) >= 1);
}

TEST_CASE("The map waits for snapshots of other threads, and gives up naming the oldest") {
    const auto store = Environment::openTemporary({.mapBytes = kTinyMap});
    std::atomic<bool> holds{false}, stop{false};
    const auto hold = [&](bool cooperative) {
        const ReadTransaction snapshot = store->beginRead();
        holds = true;
        while (!stop && !(cooperative && store->isGrowing())) std::this_thread::yield();
    };
    SUBCASE("that end when they see it growing") {
        std::thread other(hold, true);
        while (!holds) std::this_thread::yield();
        CHECK(putGrowing(*store, "a", 2000000) >= 1);
        stop = true;
        other.join();
    }
    SUBCASE("that do not") {
        std::thread other(hold, false);
        while (!holds) std::this_thread::yield();
        std::string message;
        try {
            putText(*store, store->catalogTree(), "a", std::string(2000000, 'v'));
        } catch (const Error& error) {
            CHECK(error.codeName() == "MapFull");
            message = error.what();
        }
        CHECK(message.find("1 snapshots") != std::string::npos);
        CHECK(getText(*store, store->catalogTree(), "a") == "(none)");
        stop = true;
        other.join();
        CHECK(putGrowing(*store, "a", 2000000) >= 1);
    }
}
