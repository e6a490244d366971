// Writes documents of one collection with all their index entries, inside one write transaction.
//
// Each call is one unit: everything that a user's mistake can make fail (keys, uniqueness) is found out before the
// first put. What it cost is added to the ledger that it was given.
#pragma once

#include "engine/catalog/catalog.h"
#include "engine/write/entry_batch.h"
#include "index/key_set.h"
#include "query/update/update.h"

#include <sheaf/cost.h>

#include <span>
#include <vector>

namespace sheaf::engine {

class CollectionWriter {
public:
    // The entry must be the catalog's current one; the transaction outlives the writer.
    CollectionWriter(Catalog& catalog, storage::WriteTransaction& transaction, EntryPtr entry, Cost& cost);

    // A document that was prepared (`_id` in front). Throws DuplicateKey (11000) with keyPattern and keyValue,
    // CannotIndexParallelArrays (171), 16746.
    RecordId insert(bson::DocumentView document);

    // Inserts the first documents, at most `count` and no more than fit the batch limits, all in one go with sorted
    // entries. Returns how many, at least one; 0 when one of them cannot be inserted or cannot be inserted this way:
    // nothing has then been changed, and insert() tells which.
    template <typename Documents>
    std::size_t insertBatch(const Documents& documents, std::size_t first, std::size_t count);

    // `old` is the document as it is stored, `now` what takes its place, with the same `_id`. `update` and `touched`
    // tell which indexes need a look; null: all of them. Throws as insert().
    void replace(RecordId record, bson::DocumentView old, bson::DocumentView now, const query::Update* update,
                 std::uint64_t touched);
    void remove(RecordId record, bson::DocumentView old);
    // The same for many: the record goes now, its entries with flushRemovals(), in key order. Until then the indexes
    // are not to be read.
    void removeLater(RecordId record, bson::DocumentView old);
    void flushRemovals();

    // Writes what changed about the collection itself: multikey paths, the highest RecordId. Call it after the last unit.
    void finish();
    // After the commit.
    void committed() noexcept;

    // The batch is full: commit before the next unit.
    bool isFull() const;
    const CollectionEntry& entry() const { return *entry_; }
    const EntryPtr& entryPtr() const { return entry_; }
    storage::WriteTransaction& transaction() { return transaction_; }
    Cost& cost() { return cost_; }

private:
    struct IndexState {
        index::KeyDifference difference;
        EntryBatch batch;
        std::size_t costAt = 0;         // place in the ledger plus one; 0: none yet
        bool isAffected = false;
    };
    // Index 0 is _id_.
    index::KeySet& keys(std::size_t index) { return index == 0 ? idKeys_ : secondaryKeys_[index - 1]; }
    IndexCost& indexCost(std::size_t index);
    void generateKeys(bson::DocumentView document);
    void requireUnique(std::size_t index, const index::KeyView& key, RecordId allowed, bson::DocumentView document);
    bool hasId(RecordId record, bson::ValueView id) const;
    bool hasLongUniqueKey();
    void putEntry(std::size_t index, const index::KeyView& key, RecordId record);
    void removeRecord(RecordId record, std::uint64_t logicalBytes);
    void removeEntry(std::size_t index, const index::KeyView& key, RecordId record);
    RecordId nextRecordId() const;
    void noteRecordWritten(bson::DocumentView document);
    [[noreturn]] void raiseLacking(std::size_t index, RecordId record) const;
    void addKeysToBatches(RecordId record);
    bool addToBatch(bson::DocumentView document, RecordId record);
    bool putUniqueBatches();
    void putBatches(RecordId firstRecord);
    void clearBatches();
    void publishMultikey();

    Catalog& catalog_;
    storage::WriteTransaction& transaction_;
    EntryPtr entry_;
    Cost& cost_;
    std::vector<IndexState> states_;
    index::KeySet idKeys_;
    std::vector<index::KeySet> secondaryKeys_;
    std::vector<index::KeySet> oldKeys_;             // like secondaryKeys_
    std::vector<index::MultikeyPaths> multikey_;     // like secondaryKeys_: committed ones and those of this transaction
    index::KeyScratch scratch_;
    index::EntryBuffer entryBuffer_;
    std::vector<bson::DocumentView> batchDocuments_;
    RecordId highestRemoved_ = 0;
    std::uint64_t entriesChanged_ = 0;
    std::uint64_t batchEntries_ = 0;
    std::uint64_t batchBytes_ = 0;
    bool multikeyChanged_ = false;
    bool highestIdStored_ = false;
};

template <typename Documents>
std::size_t CollectionWriter::insertBatch(const Documents& documents, std::size_t first, std::size_t count) {
    clearBatches();
    const RecordId firstRecord = nextRecordId();
    std::size_t taken = 0;
    while (taken < count && addToBatch(documents[first + taken], firstRecord + taken)) ++taken;
    if (taken == 0 || !putUniqueBatches()) {
        clearBatches();
        return 0;
    }
    putBatches(firstRecord);
    return taken;
}

}  // namespace sheaf::engine
