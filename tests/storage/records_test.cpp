// Records and index entries: ids that only grow, checksums, walks in both directions, sorted batches.
#include "engine/storage/index_tree.h"
#include "engine/storage/page_format.h"
#include "engine/storage/records.h"
#include "tests/storage/store_folder.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/document.h>

#include <doctest/doctest.h>

#include <fcntl.h>

#include <algorithm>
#include <random>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

// {n: <number>, s: "xxx…"}
bson::Document documentOf(std::int32_t number, std::size_t length = 10) {
    bson::Builder builder;
    builder.append("n", number);
    builder.append("s", std::string_view(std::string(length, 'x')));
    return bson::Document(builder.finish());
}

std::int32_t numberOf(bson::DocumentView document) { return document["n"].asInt32(); }

RecordId appendOne(Environment& store, const Records& records, std::int32_t number, RecordId floor = 0) {
    WriteTransaction transaction = store.beginWrite();
    const RecordId id = records.append(transaction, documentOf(number), floor);
    transaction.commit();
    return id;
}

}  // namespace

TEST_CASE("RecordIds grow from 1, and are not given twice when the floor is kept") {
    const auto store = Environment::openTemporary();
    const Records records(makeTree(*store, TreeKind::IntegerKeys));
    CHECK(records.lastId(store->beginRead()) == 0);
    CHECK(appendOne(*store, records, 10) == 1);
    CHECK(appendOne(*store, records, 20, 1) == 2);
    CHECK(appendOne(*store, records, 30, 0) == 3);  // a floor below the last does not matter
    {
        WriteTransaction transaction = store->beginWrite();
        CHECK(records.remove(transaction, 3));
        CHECK_FALSE(records.remove(transaction, 3));
        transaction.commit();
    }
    CHECK(appendOne(*store, records, 40, 3) == 4);
    CHECK(appendOne(*store, records, 50, 1000) == 1001);
    const ReadTransaction transaction = store->beginRead();
    CHECK(records.count(transaction) == 4);
    CHECK(records.lastId(transaction) == 1001);
    CHECK(numberOf(*records.fetch(transaction, 4)) == 40);
    CHECK_FALSE(records.fetch(transaction, 3).has_value());
    CHECK_FALSE(records.fetch(transaction, 0).has_value());
}

TEST_CASE("The largest RecordId is the last") {
    const auto store = Environment::openTemporary();
    const Records records(makeTree(*store, TreeKind::IntegerKeys));
    CHECK(appendOne(*store, records, 1, index::kMaxRecordId - 1) == index::kMaxRecordId);
    CHECK(outcomeOf([&] { appendOne(*store, records, 1, index::kMaxRecordId - 1); }) == "OperationFailed");
    CHECK(outcomeOf([&] { appendOne(*store, records, 1, 0); }) == "OperationFailed");
}

TEST_CASE("A record can be replaced by one of any size") {
    const auto store = Environment::openTemporary();
    const Records records(makeTree(*store, TreeKind::IntegerKeys), true);
    appendOne(*store, records, 1);
    appendOne(*store, records, 2);
    for (std::size_t length : {0u, 10u, 2000u, 2100u, 4060u, 4100u, 100000u, 5000000u, 10u}) {
        CAPTURE(length);
        WriteTransaction transaction = store->beginWrite();
        const bson::Document document = documentOf(7, length);
        CHECK(records.replace(transaction, 1, document));
        CHECK_FALSE(records.replace(transaction, 99, document));
        CHECK(transaction.bytesPut() == Records::valueBytes(document.size()));
        transaction.commit();
        const ReadTransaction reader = store->beginRead();
        const bson::DocumentView found = *records.fetch(reader, 1);
        CHECK(found.size() == document.size());
        CHECK(std::memcmp(found.data(), document.view().data(), found.size()) == 0);
        CHECK(numberOf(*records.fetch(reader, 2)) == 2);
        CHECK(records.isIntact(reader, 1));
    }
}

TEST_CASE("A walk goes both ways and starts anywhere") {
    const auto store = Environment::openTemporary();
    const Records records(makeTree(*store, TreeKind::IntegerKeys));
    for (std::int32_t i = 1; i <= 300; ++i) {
        if (i % 3 == 0) appendOne(*store, records, i, static_cast<RecordId>(i) - 1);
    }
    const ReadTransaction transaction = store->beginRead();
    for (Direction direction : {Direction::Forward, Direction::Backward}) {
        RecordCursor cursor(transaction, records);
        std::vector<std::int32_t> seen;
        while (cursor.advance(direction)) {
            CHECK(cursor.id() == static_cast<RecordId>(numberOf(cursor.document())));
            seen.push_back(numberOf(cursor.document()));
        }
        CHECK(seen.size() == 100);
        CHECK(std::is_sorted(seen.begin(), seen.end()) == (direction == Direction::Forward));
    }
    struct Case { RecordId from; RecordId forward; RecordId backward; };
    for (const Case& c : {Case{1, 3, 0}, Case{3, 3, 3}, Case{4, 6, 3}, Case{300, 300, 300}, Case{301, 0, 300}}) {
        CAPTURE(c.from);
        RecordCursor cursor(transaction, records);
        CHECK((cursor.seek(c.from, Direction::Forward) ? cursor.id() : 0) == c.forward);
        CHECK((cursor.seek(c.from, Direction::Backward) ? cursor.id() : 0) == c.backward);
        CHECK(cursor.seekExact(c.from) == (c.from == c.forward));
    }
}

TEST_CASE("Damage in a record is an error where it is met, and the checksum finds the rest") {
    struct Case { const char* what; std::size_t at; std::uint8_t byte; const char* plain; const char* verified; };
    const Case cases[] = {
        {"an unknown layout", 0, 9, "StoreDamaged", "StoreDamaged"},
        {"the checksum", 3, 0x55, "", "StoreDamaged"},
        {"the document's length", 9, 200, "StoreDamaged", "StoreDamaged"},
        {"a byte of text", 35, 'y', "", "StoreDamaged"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        const auto store = Environment::openTemporary();
        const Tree tree = makeTree(*store, TreeKind::IntegerKeys);
        appendOne(*store, Records(tree), 5, 0);
        {
            WriteTransaction transaction = store->beginWrite();
            std::vector<std::uint8_t> value;
            {
                const Bytes stored = *transaction.get(tree, std::uint64_t{1});
                value.assign(stored.begin(), stored.end());
            }
            value[c.at] = c.byte;
            transaction.put(tree, std::uint64_t{1}, value);
            transaction.commit();
        }
        const ReadTransaction transaction = store->beginRead();
        CHECK(outcomeOf([&] { Records(tree, false).fetch(transaction, 1); }) == c.plain);
        CHECK(outcomeOf([&] { Records(tree, true).fetch(transaction, 1); }) == c.verified);
        CHECK_FALSE(Records(tree).isIntact(transaction, 1));
        RecordCursor cursor(transaction, Records(tree, true));
        REQUIRE(cursor.advance(Direction::Forward));
        CHECK(outcomeOf([&] { cursor.document(); }) == c.verified);
    }
}

TEST_CASE("A value that reaches beyond the end of the file is damage, not a crash") {
    const StoreFolder folder;
    TreeId id = 0;
    {
        const auto store = Environment::open(folder.path());
        const Tree tree = makeTree(*store, TreeKind::IntegerKeys);
        WriteTransaction transaction = store->beginWrite();
        Records(tree).append(transaction, documentOf(1, 50000));
        transaction.commit();
        id = tree.id();
    }
    // In the leaf, the value's size: 50,032 bytes become 1 GB more.
    const int file = ::open(folder.data().c_str(), O_RDWR | O_CLOEXEC);
    const std::uint64_t size = std::filesystem::file_size(folder.data());
    const auto stored = static_cast<std::uint16_t>(Records::valueBytes(documentOf(1, 50000).size()));
    int changed = 0;
    for (std::uint64_t page = 2; page < size / 4096; ++page) {
        std::uint8_t bytes[4096];
        REQUIRE(format::readAt(file, bytes, sizeof bytes, page * 4096));
        if ((format::pageFlags(bytes) & format::kLeaf) == 0) continue;
        for (std::size_t at = format::pageUpper(bytes); at + 8 < sizeof bytes; at += 2) {
            if (format::loadAt<std::uint16_t>(bytes, at) != stored ||
                format::loadAt<std::uint16_t>(bytes, at + 4) != format::kBigData) continue;
            bytes[at + 3] = 0x40;
            REQUIRE(::pwrite(file, bytes, sizeof bytes, static_cast<off_t>(page * 4096)) == 4096);
            ++changed;
        }
    }
    ::close(file);
    REQUIRE(changed == 1);
    const auto store = Environment::open(folder.path());
    const ReadTransaction transaction = store->beginRead();
    const Records records(*store->tree(id));
    CHECK(outcomeOf([&] { records.fetch(transaction, 1); }) == "StoreDamaged");
    RecordCursor cursor(transaction, records);
    CHECK(outcomeOf([&] { cursor.advance(Direction::Forward); }) == "StoreDamaged");
}

TEST_CASE("A batch of index entries is put in key order, up to the first that is there already") {
    const auto store = Environment::openTemporary();
    const IndexTree index(makeTree(*store, TreeKind::Plain));
    WriteTransaction transaction = store->beginWrite();
    std::vector<IndexEntry> entries;
    for (const char* key : {"m", "a", "z", "ab", "b"}) entries.push_back({asBytes(key), asBytes("v")});
    CHECK(index.insertBatch(transaction, entries) == nullptr);
    CHECK(index.count(transaction) == 5);
    entries = {{asBytes("y"), {}}, {asBytes("b"), {}}, {asBytes("aa"), {}}};
    const IndexEntry* const there = index.insertBatch(transaction, entries);
    REQUIRE(there != nullptr);
    CHECK(asText(there->key) == "b");
    CHECK(index.find(transaction, asBytes("aa")).has_value());
    CHECK_FALSE(index.find(transaction, asBytes("y")).has_value());
    CHECK(index.insert(transaction, asBytes("y"), asBytes("1")));
    CHECK_FALSE(index.insert(transaction, asBytes("y"), asBytes("2")));
    CHECK(asText(*index.find(transaction, asBytes("y"))) == "1");
    CHECK(index.remove(transaction, asBytes("y")));
    CHECK_FALSE(index.remove(transaction, asBytes("y")));
    index.append(transaction, asBytes("zz"), {});
    CHECK(outcomeOf([&] { index.append(transaction, asBytes("c"), {}); }) == "InternalError");
}

TEST_CASE("A bulk build in key order fills the pages") {
    const auto store = Environment::openTemporary();
    const IndexTree sorted(makeTree(*store, TreeKind::Plain));
    const IndexTree mixed(makeTree(*store, TreeKind::Plain));
    std::vector<std::string> keys;
    for (int i = 0; i < 20000; ++i) keys.push_back("key" + std::to_string(1000000 + i));
    WriteTransaction transaction = store->beginWrite();
    for (const std::string& key : keys) sorted.append(transaction, asBytes(key), {});
    std::mt19937_64 random(5);
    std::shuffle(keys.begin(), keys.end(), random);
    for (const std::string& key : keys) mixed.insert(transaction, asBytes(key), {});
    CHECK(transaction.statistics(sorted.tree()).leafPages * 5 < transaction.statistics(mixed.tree()).leafPages * 4);
    CHECK(transaction.countEntries(sorted.tree()) == transaction.countEntries(mixed.tree()));
}

// An update of all documents replaced one record after another in one transaction. The key of the record lay in the
// page that LMDB moves about when a value changes its size, so the record came back under its neighbour's id, and the
// neighbour was no longer to be found. A record keeps its id whatever the sizes.
TEST_CASE("records replaced by longer and shorter ones in one transaction keep their ids") {
    const auto store = Environment::openTemporary();
    const Records records(makeTree(*store, TreeKind::IntegerKeys));
    constexpr std::int32_t kRecords = 200;
    WriteTransaction transaction = store->beginWrite();
    for (std::int32_t n = 1; n <= kRecords; ++n) records.append(transaction, documentOf(n), 0);
    for (const std::size_t length : {20, 5, 900, 10, 5000, 1}) {
        for (std::int32_t n = 1; n <= kRecords; ++n) {
            const auto id = static_cast<RecordId>(n);
            REQUIRE(numberOf(*records.fetch(transaction, id)) == n);
            REQUIRE(records.replace(transaction, id, documentOf(n, length)));
        }
        CHECK(records.count(transaction) == static_cast<std::uint64_t>(kRecords));
        for (std::int32_t n = 1; n <= kRecords; ++n) CHECK(numberOf(*records.fetch(transaction, static_cast<RecordId>(n))) == n);
    }
    transaction.commit();
}
