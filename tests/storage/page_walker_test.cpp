// The page walker: quiet on sound stores, and on damaged ones it reports and never stumbles.
#include "engine/storage/page_walker.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <fstream>
#include <random>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

void writeFile(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Trees of both kinds, three levels deep, with large values and a free list.
void fillStore(const std::filesystem::path& path) {
    const auto store = Environment::open(path, {.durability = Durability::Ephemeral});
    const Tree records = makeTree(*store, TreeKind::IntegerKeys);
    const Tree index = makeTree(*store, TreeKind::Plain);
    std::mt19937_64 random(11);
    for (int round = 0; round < 20; ++round) {
        WriteTransaction transaction = store->beginWrite();
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t key = random() % 3000;
            transaction.put(records, key, asBytes(std::string(i % 40 == 0 ? 20000 : 300, 'v')));
            transaction.put(index, asBytes("entry " + std::to_string(random() % 5000) + std::string(60, '.')), {});
            if (i % 3 == 0) transaction.remove(records, random() % 3000);
        }
        transaction.commit();
    }
}

}  // namespace

TEST_CASE("A sound store is walked without a complaint, and its figures are LMDB's") {
    const StoreFolder folder("/dev/shm");
    fillStore(folder.path());
    const PageWalk walk = walkPages(folder.path());
    for (const PageDamage& damage : walk.damage) MESSAGE(damage.page, " ", damage.tree, ": ", damage.problem);
    CHECK(walk.isSound());
    CHECK(walk.lostPages == 0);
    const auto store = Environment::open(folder.path(), {.verifyPages = true});
    const FileStatistics file = store->fileStatistics();
    CHECK(walk.freePages == file.freePages);
    CHECK(walk.freePages > 0);
    CHECK(walk.largestFreeRun == file.largestFreeRun);
    CHECK(walk.lastPage + 1 == file.usedPages);
    const ReadTransaction transaction = store->beginRead();
    for (Tree tree : store->listTrees()) {
        const std::string name = (tree.kind() == TreeKind::IntegerKeys ? "c" : "i") + std::to_string(tree.id());
        for (const WalkedTree& walked : walk.trees) {
            if (walked.name != name) continue;
            CAPTURE(name);
            const TreeStatistics stat = transaction.statistics(tree);
            CHECK(walked.entries == stat.entries);
            CHECK(walked.branchPages == stat.branchPages);
            CHECK(walked.leafPages == stat.leafPages);
            CHECK(walked.overflowPages == stat.overflowPages);
            CHECK(walked.depth == stat.depth);
            if (walked.pages() > 10) CHECK((walked.fill() > 0.4 && walked.fill() <= 1.0));
        }
    }
}

TEST_CASE("Damage in a header, a pointer or a size of any page is found") {
    const StoreFolder folder("/dev/shm");
    fillStore(folder.path());
    const std::string sound = readFile(folder.data());
    const PageWalk before = walkPages(folder.path());
    const std::size_t page = before.pageBytes;
    REQUIRE(before.isSound());

    // The number of every third page.
    std::size_t found = 0, tried = 0, harmless = 0;
    for (std::size_t at = 2 * page; at + page <= sound.size(); at += 3 * page) {
        std::fstream file(folder.data(), std::ios::binary | std::ios::in | std::ios::out);
        const auto change = [&](char byte) { file.seekp(static_cast<std::streamoff>(at)).put(byte).flush(); };
        change(static_cast<char>(sound[at] ^ 0x55));
        ++tried;
        (walkPages(folder.path()).isSound() ? harmless : found) += 1;
        change(sound[at]);
    }
    // Harmless are pages that are free, and those of overflow runs behind the first.
    CHECK(found > 100);
    CHECK(found + harmless == tried);
    CHECK(walkPages(folder.path()).isSound());
}

TEST_CASE("Whatever bytes are changed, the walker ends, and a file that it finds sound can be read") {
    const StoreFolder folder("/dev/shm");
    fillStore(folder.path());
    const std::string sound = readFile(folder.data());
    const std::uint64_t seed = seedOr(4711);
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    int damaged = 0;
    for (int i = 0; i < 150; ++i) {
        std::string broken = sound;
        const std::uint64_t changes = 1 + random() % 8;
        for (std::uint64_t k = 0; k < changes; ++k) {
            // Half of the changes go to page headers and the entries' places.
            const std::uint64_t at = random() % 2 == 0 ? random() % broken.size()
                                                       : random() % (broken.size() / 4096) * 4096 + random() % 64;
            broken[at] = static_cast<char>(random());
        }
        if (i % 10 == 0) broken.resize(random() % broken.size());
        writeFile(folder.data(), broken);
        PageWalk walk;
        const std::string outcome = outcomeOf([&] { walk = walkPages(folder.path()); });
        CHECK((outcome.empty() || outcome == "NotAStore" || outcome == "StoreVersionUnknown"));
        if (!outcome.empty() || !walk.isSound()) {
            ++damaged;
            CHECK_FALSE(outcomeOf([&] { Environment::open(folder.path(), {.verifyPages = true}); }).empty());
        }
    }
    CHECK(damaged > 30);
}

TEST_CASE("Damage is listed up to the limit, with the tree and the page") {
    const StoreFolder folder("/dev/shm");
    fillStore(folder.path());
    std::string broken = readFile(folder.data());
    for (std::size_t at = 2 * 4096; at + 4096 <= broken.size(); at += 4096) broken[at + 10] = 0x40;
    writeFile(folder.data(), broken);
    const PageWalk walk = walkPages(folder.path(), {.maxDamage = 1});
    REQUIRE(walk.damage.size() == 1);
    CHECK(walk.tooMuchDamage);
    CHECK(walk.damage[0].tree == "(trees)");
    CHECK(walk.damage[0].page >= 2);
    CHECK_FALSE(walk.damage[0].problem.empty());
}
