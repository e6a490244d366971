// Checking a collection.
//
// Every key of every document is looked up in its index. When all are there and the tree holds no more entries than the
// documents have keys, the two agree; only when it holds more are its entries walked, to find those without a document.
#include "engine/maintenance/collection_check.h"

#include "bson/raise.h"
#include "index/key_set.h"

#include <sheaf/bson/validate.h>

#include <algorithm>
#include <vector>

namespace sheaf::engine {
namespace {

class CollectionCheck {
public:
    CollectionCheck(const storage::Transaction& transaction, const CollectionEntry& entry, CheckReport& report)
        : transaction_(transaction), entry_(entry), report_(report) {
        for (const IndexPtr& index : entry.indexes) {
            indexes_.push_back({index.get(), index->generator.makeKeySet(), index::MultikeyPaths(index->spec.keyPattern.size())});
        }
    }

    void run(const Progress& progress) {
        const std::uint64_t total = entry_.records.count(transaction_);
        std::uint64_t done = 0;
        storage::RecordCursor cursor(transaction_, storage::Records(entry_.tree, false));
        for (bool more = cursor.advance(index::Direction::Forward); more; more = cursor.advance(index::Direction::Forward)) {
            checkRecord(cursor.id());
            ++report_.documentsChecked;
            if (progress && ++done % 1000 == 0) progress("documents", done, total);
        }
        for (Index& index : indexes_) checkCounts(index);
    }

private:
    struct Index {
        const CatalogIndex* catalog;
        index::KeySet keys;
        index::MultikeyPaths multikey;
        std::uint64_t expected = 0;
    };

    void find(std::string kind, std::string where, std::string message) {
        if (report_.findings.size() < kMaxFindings) {
            report_.findings.push_back({std::move(kind), std::move(where), std::move(message)});
        }
    }
    std::string whereOf(const Index& index) const { return entry_.ns.full() + " index " + index.catalog->spec.name; }
    static std::string recordText(RecordId record) { return "record " + std::to_string(record); }

    void checkRecord(RecordId record) {
        if (record > entry_.runtime->highestRecordId) {
            find("catalog", entry_.ns.full(), recordText(record) + " lies above the highest id given");
        }
        if (!entry_.records.isIntact(transaction_, record)) {
            find("checksum", entry_.ns.full(), recordText(record) + ": the checksum is not that of the document");
        }
        try {
            const bson::DocumentView document = *entry_.records.fetch(transaction_, record);
            if (const bson::Validation valid = bson::validate(document.bytes(), bson::kCommandLimits); !valid) {
                find("document", entry_.ns.full(), recordText(record) + ": " + std::string(bson::describe(valid.fault)));
                return;
            }
            for (Index& index : indexes_) checkKeys(index, record, document);
        } catch (const Error& error) {
            find("document", entry_.ns.full(), recordText(record) + ": " + error.what());
        }
    }

    void checkKeys(Index& index, RecordId record, bson::DocumentView document) {
        index.catalog->generator.generate(document, index.keys, index.multikey, scratch_);
        index.expected += index.keys.size();
        for (std::size_t k = 0; k < index.keys.size(); ++k) {
            const index::EntryBytes expected = buffer_.make(index.keys[k], record, index.catalog->isUnique());
            const std::optional<storage::Bytes> found = index.catalog->tree.find(transaction_, expected.key);
            ++report_.entriesChecked;
            if (!found) find("entry", whereOf(index), recordText(record) + " has no entry for one of its keys");
            else if (!std::ranges::equal(*found, expected.value)) {
                find("entry", whereOf(index), recordText(record) + " has an entry with another value");
            }
        }
    }

    void checkCounts(Index& index) {
        index::MultikeyPaths known = index.catalog->multikey;
        if (known.merge(index.multikey)) find("catalog", whereOf(index), "arrays are indexed that the multikey paths do not tell");
        const std::uint64_t count = index.catalog->tree.count(transaction_);
        if (count == index.expected) return;
        find("count", whereOf(index),
             std::to_string(count) + " entries, but the documents have " + std::to_string(index.expected) + " keys");
        findOrphans(index);
    }

    void findOrphans(Index& index) {
        storage::Cursor cursor = index.catalog->tree.cursor(transaction_);
        for (bool more = cursor.first(); more; more = cursor.next()) {
            try {
                const RecordId record = index::readEntry(cursor.key(), cursor.value(), index.catalog->isUnique()).id;
                const auto document = entry_.records.fetch(transaction_, record);
                if (!document) find("entry", whereOf(index), "an entry names " + recordText(record) + ", which is not there");
                else if (!hasKey(index, record, *document, cursor.key())) {
                    find("entry", whereOf(index), "an entry of " + recordText(record) + " is none of its keys");
                }
            } catch (const Error& error) {
                find("entry", whereOf(index), error.what());
            }
        }
    }

    bool hasKey(Index& index, RecordId record, bson::DocumentView document, storage::Bytes key) {
        index.catalog->generator.generate(document, index.keys, index.multikey, scratch_);
        for (std::size_t k = 0; k < index.keys.size(); ++k) {
            if (std::ranges::equal(buffer_.make(index.keys[k], record, index.catalog->isUnique()).key, key)) return true;
        }
        return false;
    }

    const storage::Transaction& transaction_;
    const CollectionEntry& entry_;
    CheckReport& report_;
    std::vector<Index> indexes_;
    index::EntryBuffer buffer_;
    index::KeyScratch scratch_;
};

}  // namespace

void checkCollection(const storage::Transaction& transaction, const CollectionEntry& entry, CheckReport& report,
                     const Progress& progress) {
    try {
        CollectionCheck(transaction, entry, report).run(progress);
    } catch (const Error& error) {
        report.findings.push_back({"document", entry.ns.full(), error.what()});
    }
}

}  // namespace sheaf::engine
