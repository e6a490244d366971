// Transactions, cursors and trees: what is read is one state, what is written appears whole or not at all.
#include "engine/storage/cursor.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <thread>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

TEST_CASE("A snapshot does not see what is committed after it began") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    putText(*store, tree, "a", "1");
    ReadTransaction before = store->beginRead();
    putText(*store, tree, "a", "2");
    CHECK(asText(*before.get(tree, asBytes("a"))) == "1");
    CHECK(getText(*store, tree, "a") == "2");
    before.renew();
    CHECK(asText(*before.get(tree, asBytes("a"))) == "2");
    CHECK(before.id() == store->lastCommit());
}

TEST_CASE("A write transaction that is not committed leaves no trace") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    const std::uint64_t before = store->lastCommit();
    {
        WriteTransaction transaction = store->beginWrite();
        transaction.put(tree, asBytes("a"), asBytes("1"));
        CHECK(asText(*transaction.get(tree, asBytes("a"))) == "1");
        CHECK(transaction.changes() == 1);
    }
    CHECK(getText(*store, tree, "a") == "(none)");
    CHECK(store->lastCommit() == before);
}

TEST_CASE("A commit without changes writes nothing") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    const std::uint64_t before = store->lastCommit();
    WriteTransaction transaction = store->beginWrite();
    CHECK_FALSE(transaction.remove(tree, asBytes("absent")));
    const WriteStats stats = transaction.commit();
    CHECK(stats.commits == 0);
    CHECK(stats.bytesWritten == 0);
    CHECK(stats.pages.total() == 0);
    CHECK(store->lastCommit() == before);
}

TEST_CASE("Insert and Append refuse keys that they must not change") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    putText(*store, tree, "m", "1");
    using Put = WriteTransaction::Put;
    WriteTransaction transaction = store->beginWrite();
    CHECK_FALSE(transaction.put(tree, asBytes("m"), asBytes("2"), Put::Insert));
    CHECK(transaction.put(tree, asBytes("a"), asBytes("2"), Put::Insert));
    CHECK_FALSE(transaction.put(tree, asBytes("b"), asBytes("2"), Put::Append));
    CHECK(transaction.put(tree, asBytes("z"), asBytes("2"), Put::Append));
    CHECK(transaction.reserve(tree, asBytes("c"), 3, Put::Append) == nullptr);
    CHECK(transaction.changes() == 2);
    transaction.commit();
    CHECK(getText(*store, tree, "m") == "1");
    CHECK(getText(*store, tree, "b") == "(none)");
}

TEST_CASE("A cursor finds the entry at, above and below a key") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    for (const char* key : {"b", "d", "dd", "f"}) putText(*store, tree, key, key);
    const ReadTransaction transaction = store->beginRead();
    struct Case { const char* key; const char* atOrAbove; const char* atOrBelow; const char* exact; };
    const Case cases[] = {
        {"", "b", "-", "-"}, {"a", "b", "-", "-"}, {"b", "b", "b", "b"},  {"c", "d", "b", "-"},
        {"d", "d", "d", "d"}, {"da", "dd", "d", "-"}, {"f", "f", "f", "f"}, {"g", "-", "f", "-"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.key);
        Cursor cursor(transaction, tree);
        const auto shown = [&](bool found) { return found ? std::string(asText(cursor.key())) : "-"; };
        CHECK(shown(cursor.seek(asBytes(c.key))) == c.atOrAbove);
        CHECK(shown(cursor.seekAtOrBelow(asBytes(c.key))) == c.atOrBelow);
        CHECK(shown(cursor.seekExact(asBytes(c.key))) == c.exact);
    }
    Cursor cursor(transaction, tree);
    std::string forward, backward;
    for (bool found = cursor.first(); found; found = cursor.next()) forward += std::string(asText(cursor.value())) + " ";
    for (bool found = cursor.last(); found; found = cursor.previous()) backward += std::string(asText(cursor.key())) + " ";
    CHECK(forward == "b d dd f ");
    CHECK(backward == "f dd d b ");
}

TEST_CASE("Keys that LMDB does not take are absent when read, and an error when written") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    const std::string tooLong(512, 'x');
    putText(*store, tree, std::string(511, 'x'), "longest");
    CHECK(getText(*store, tree, tooLong) == "(none)");
    CHECK(getText(*store, tree, "") == "(none)");
    CHECK(outcomeOf([&] { putText(*store, tree, tooLong, "v"); }) == "InternalError");
    CHECK(outcomeOf([&] { putText(*store, tree, "", "v"); }) == "InternalError");
    CHECK(getText(*store, tree, std::string(511, 'x')) == "longest");
}

TEST_CASE("A cursor in a write transaction walks on after its entry was removed") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    for (const char* key : {"a", "b", "c", "d"}) putText(*store, tree, key, key);
    WriteTransaction transaction = store->beginWrite();
    Cursor cursor(transaction, tree);
    std::string seen;
    for (bool found = cursor.first(); found; found = cursor.next()) {
        seen += asText(cursor.key());
        if (asText(cursor.key()) == "b" || asText(cursor.key()) == "d") cursor.removeCurrent(transaction);
    }
    CHECK(seen == "abcd");
    CHECK(transaction.countEntries(tree) == 2);
    transaction.commit();
    CHECK_FALSE(static_cast<bool>(cursor));  // LMDB ends the cursors of a write transaction
}

TEST_CASE("A thread cannot write twice at once, and others wait until their deadline") {
    const auto store = Environment::openTemporary();
    WriteTransaction transaction = store->beginWrite();
    CHECK(store->hasWriter());
    CHECK(store->writesOnThisThread());
    CHECK(outcomeOf([&] { store->beginWrite(); }) == "LockTimeout");
    std::thread([&] {
        const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
        CHECK(outcomeOf([&] { store->beginWrite({.deadline = soon}); }) == "LockTimeout");
        CHECK_FALSE(store->tryBeginWrite({.deadline = soon}).isOpen());
    }).join();
    transaction.abort();
    CHECK_FALSE(store->hasWriter());
    CHECK(store->beginWrite().isOpen());
}

TEST_CASE("A snapshot may move to another thread") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    putText(*store, tree, "a", "1");
    ReadTransaction transaction = store->beginRead();
    std::thread([tree, moved = std::move(transaction)]() mutable {
        CHECK(asText(*moved.get(tree, asBytes("a"))) == "1");
        moved.release();
        CHECK_FALSE(moved.isOpen());
    }).join();
    CHECK(store->readerStatistics().liveReaders == 0);
}

TEST_CASE("Trees that an aborted transaction took are given to the next, in the same order") {
    const auto store = Environment::openTemporary();
    store->reserveTrees(TreeKind::Plain, 3);
    std::vector<TreeId> first, second;
    {
        WriteTransaction transaction = store->beginWrite();
        for (int i = 0; i < 3; ++i) first.push_back(transaction.takeTree(TreeKind::Plain).id());
        const Tree tree = *store->tree(first[0]);
        transaction.put(tree, asBytes("a"), asBytes("1"));
    }
    WriteTransaction transaction = store->beginWrite();
    for (int i = 0; i < 3; ++i) second.push_back(transaction.takeTree(TreeKind::Plain).id());
    CHECK(first == second);
    CHECK(transaction.countEntries(*store->tree(second[0])) == 0);
}

TEST_CASE("A transaction that takes more trees than are spare is told to run again, and then there are enough") {
    const auto store = Environment::openTemporary();
    store->reserveTrees(TreeKind::IntegerKeys);
    int tries = 0;
    for (bool done = false; !done; ++tries) {
        REQUIRE(tries < 10);
        try {
            WriteTransaction transaction = store->beginWrite();
            for (int i = 0; i < 9; ++i) transaction.takeTree(TreeKind::IntegerKeys);
            transaction.commit();
            done = true;
        } catch (const Error& error) {
            CHECK(error.codeName() == "WriteConflict");
            CHECK(error.hasLabel("TransientTransactionError"));
            store->maintain();
        }
    }
    CHECK(tries > 1);
}

TEST_CASE("A dropped tree stays until the snapshots that may read it have ended") {
    const auto store = Environment::openTemporary();
    const Tree tree = makeTree(*store, TreeKind::Plain);
    putText(*store, tree, "a", "1");
    ReadTransaction old = store->beginRead();
    putText(*store, store->catalogTree(), "forget", "it");
    store->dropTree(tree);
    CHECK(store->maintain() == 1);
    CHECK(asText(*old.get(tree, asBytes("a"))) == "1");
    CHECK(store->tree(tree.id()).has_value());
    old.release();
    CHECK(store->maintain() == 0);
    CHECK_FALSE(store->tree(tree.id()).has_value());
    const Tree next = makeTree(*store, TreeKind::Plain);
    CHECK(next.id() != tree.id());
}

TEST_CASE("After a reopening, trees that the catalog does not know become spare or are dropped") {
    const StoreFolder folder;
    TreeId used = 0, empty = 0, full = 0;
    {
        const auto store = Environment::open(folder.path());
        const Tree a = makeTree(*store, TreeKind::Plain);
        const Tree b = makeTree(*store, TreeKind::Plain);
        const Tree c = makeTree(*store, TreeKind::Plain);
        putText(*store, a, "a", "1");
        putText(*store, c, "a", "1");
        used = a.id(), empty = b.id(), full = c.id();
    }
    const auto store = Environment::open(folder.path());
    store->reclaimTrees(std::vector<TreeId>{used});
    store->maintain();
    CHECK(getText(*store, *store->tree(used), "a") == "1");
    CHECK_FALSE(store->tree(full).has_value());
    WriteTransaction transaction = store->beginWrite();
    CHECK(transaction.takeTree(TreeKind::Plain).id() == empty);
}

TEST_CASE("When the handles run out the error names the option") {
    const auto store = Environment::openTemporary({.maxTrees = 12});
    std::string outcome, message;
    try {
        for (int i = 0; i < 20; ++i) makeTree(*store, TreeKind::Plain);
    } catch (const Error& error) {
        outcome = error.codeName();
        message = error.what();
    }
    CHECK(outcome == "TooManyTrees");
    CHECK(message.find("maxTrees") != std::string::npos);
    CHECK(store->beginWrite().isOpen());
}
