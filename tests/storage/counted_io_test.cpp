// The ledger's physical half: counted pages, bytes and syncs against what the system counted for this thread.
#include "engine/storage/counted_io.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <fcntl.h>

#include <array>
#include <random>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

// Bytes that this thread has given to write calls, as the kernel counts them.
std::uint64_t threadWchar() {
    const int file = ::open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
    std::array<char, 512> text{};
    const ssize_t n = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    REQUIRE(n > 0);
    const char* const at = std::strstr(text.data(), "wchar: ");
    REQUIRE(at != nullptr);
    return std::strtoull(at + 7, nullptr, 10);
}

// One random transaction: puts of all sizes, removals, sometimes nothing.
void change(WriteTransaction& transaction, Tree records, Tree index, std::mt19937_64& random) {
    const std::uint64_t steps = random() % 40;
    for (std::uint64_t i = 0; i < steps; ++i) {
        const std::uint64_t key = random() % 3000;
        const std::string name = "key" + std::to_string(random() % 3000) + std::string(random() % 60, 'x');
        switch (random() % 6) {
            case 0: transaction.remove(records, key); break;
            case 1: transaction.remove(index, asBytes(name)); break;
            case 2: transaction.put(records, key, asBytes(std::string(random() % 30000, 'v'))); break;
            case 3: transaction.put(index, asBytes(name), {}); break;
            default: transaction.put(records, key, asBytes(std::string(random() % 1000, 'v'))); break;
        }
    }
}

}  // namespace

TEST_CASE("Counted bytes are the bytes that the system saw, in thousands of random transactions") {
    const auto store = Environment::openTemporary();
    if (!store->countsExactly()) return;
    const Tree records = makeTree(*store, TreeKind::IntegerKeys);
    const Tree index = makeTree(*store, TreeKind::Plain);
    const std::uint64_t seed = seedOr(20240611);
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    ReadTransaction reader;
    std::uint64_t wrong = 0, pagesWrong = 0, commits = 0;
    for (int i = 0; i < 3000; ++i) {
        if (i % 97 == 0) reader = store->beginRead();  // an older snapshot changes which pages are reused
        if (i % 97 == 50) reader.release();
        WriteTransaction transaction = store->beginWrite({.listPages = i % 2 == 0});
        const std::uint64_t before = threadWchar();
        change(transaction, records, index, random);
        const bool abort = random() % 8 == 0;
        const WriteStats stats = abort ? WriteStats{} : transaction.commit();
        transaction.abort();
        wrong += stats.bytesWritten != threadWchar() - before ? 1 : 0;
        commits += stats.commits;
        // Every page is a page of bytes, except that of the meta page only 120 are written.
        const std::uint64_t pages = stats.pages.total() - stats.pages.meta;
        pagesWrong += stats.bytesWritten != pages * store->pageBytes() + stats.pages.meta * 120 ? 1 : 0;
        pagesWrong += stats.pages.meta != stats.commits ? 1 : 0;
        if (i % 2 == 0) pagesWrong += stats.pageNumbers.size() != stats.pages.total() ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(pagesWrong == 0);
    CHECK(commits > 2000);
}

TEST_CASE("Figures say whether they are exact, and without the private LMDB come close") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    std::uint64_t system = 0, counted = 0;
    for (int i = 0; i < 100; ++i) {
        WriteTransaction transaction = store->beginWrite();
        transaction.put(tree, asBytes("key" + std::to_string(i * 37 % 100)), asBytes(std::string(400, 'v')));
        const std::uint64_t before = threadWchar();
        const WriteStats stats = transaction.commit();
        system += threadWchar() - before;
        counted += stats.bytesWritten;
        CHECK(stats.exact == store->countsExactly());
        CHECK(stats.commits == 1);
    }
    CHECK(counted == system);
}

TEST_CASE("A large value is counted as the overflow pages that it takes") {
    const auto store = Environment::openTemporary();
    if (!store->countsExactly()) return;
    const Tree tree = makeTree(*store, TreeKind::IntegerKeys);
    struct Case { std::size_t bytes; std::uint64_t overflow; };
    const std::size_t page = store->pageBytes();
    for (const Case& c : {Case{100, 0}, Case{page - 16, 1}, Case{page - 15, 2}, Case{1 << 20, (1 << 20) / 4096 + 1}}) {
        CAPTURE(c.bytes);
        WriteTransaction transaction = store->beginWrite();
        transaction.put(tree, 1, asBytes(std::string(c.bytes, 'v')));
        const WriteStats stats = transaction.commit();
        if (page == 4096) CHECK(stats.pages.overflow == c.overflow);
        CHECK(stats.pages.meta == 1);
        CHECK(stats.pages.leaf >= 2);
    }
}

TEST_CASE("A commit's syncs are those of the store's durability") {
    struct Case { Durability durability; bool sync; std::uint64_t syncs; };
    const Case cases[] = {
        {Durability::Durable, false, 2}, {Durability::Durable, true, 2},   {Durability::Relaxed, false, 1},
        {Durability::Relaxed, true, 2},  {Durability::Ephemeral, false, 0}, {Durability::Ephemeral, true, 1},
    };
    for (const Case& c : cases) {
        CAPTURE(static_cast<int>(c.durability));
        CAPTURE(c.sync);
        const StoreFolder folder;
        const auto store = Environment::open(folder.path(), {.durability = c.durability});
        if (!store->countsExactly()) return;
        IoFaults seen;
        const Tree tree = makeTree(*store, TreeKind::Plain);
        setIoFaults(&seen);
        WriteTransaction transaction = store->beginWrite({.sync = c.sync});
        transaction.put(tree, asBytes("a"), asBytes("1"));
        const WriteStats stats = transaction.commit();
        setIoFaults(nullptr);
        CHECK(stats.syncs == c.syncs);
        CHECK(seen.syncs == c.syncs);
        CHECK(stats.commits == 1);
    }
}

TEST_CASE("The same operations on a fresh store cost the same, to the byte") {
    const auto costs = [] {
        const auto store = Environment::openTemporary();
        const Tree records = makeTree(*store, TreeKind::IntegerKeys);
        const Tree index = makeTree(*store, TreeKind::Plain);
        std::mt19937_64 random(7);
        std::vector<std::uint64_t> result;
        for (int i = 0; i < 300; ++i) {
            WriteTransaction transaction = store->beginWrite({.listPages = true});
            change(transaction, records, index, random);
            WriteStats stats = transaction.commit();
            result.push_back(stats.bytesWritten);
            result.insert(result.end(), stats.pageNumbers.begin(), stats.pageNumbers.end());
        }
        return result;
    };
    CHECK(costs() == costs());
}
