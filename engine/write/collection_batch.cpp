// Many documents in one go: the entries of each index are gathered, sorted and put in key order.
#include "engine/write/collection_writer.h"
#include "engine/write/settings.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::engine {

void CollectionWriter::clearBatches() {
    for (IndexState& state : states_) state.batch.clear();
    batchDocuments_.clear();
    batchEntries_ = 0;
    batchBytes_ = 0;
}

void CollectionWriter::addKeysToBatches(RecordId record) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const index::KeySet& made = keys(i);
        const bool unique = entry_->indexes[i]->isUnique();
        for (std::size_t k = 0; k < made.size(); ++k) states_[i].batch.add(entryBuffer_.make(made[k], record, unique));
        batchEntries_ += made.size();
    }
}

// The tree does not refuse a second long key by itself: such documents are inserted one by one.
bool CollectionWriter::hasLongUniqueKey() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (!entry_->indexes[i]->isUnique()) continue;
        const index::KeySet& made = keys(i);
        for (std::size_t k = 0; k < made.size(); ++k) {
            if (made[k].isLong) return true;
        }
    }
    return false;
}

// False when the batch is full, or when the document's keys cannot be made; the batch is then as it was.
bool CollectionWriter::addToBatch(bson::DocumentView document, RecordId record) {
    const bool isFull = entriesChanged_ + batchEntries_ >= kBatchEntries ||
                        transaction_.bytesPut() + batchBytes_ + document.size() > kBatchValueBytes;
    if (isFull && !batchDocuments_.empty()) return false;
    try {
        generateKeys(document);
    } catch (const Error&) {
        return false;
    }
    if (hasLongUniqueKey()) return false;
    addKeysToBatches(record);
    batchBytes_ += document.size();
    batchDocuments_.push_back(document);
    return true;
}

// Puts the entries of the unique indexes: that is the check, for as long as nothing else was changed the entries put
// so far can be taken back. False: a key was there already; all is as before.
bool CollectionWriter::putUniqueBatches() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const CatalogIndex& index = *entry_->indexes[i];
        if (!index.isUnique()) continue;
        const std::span<storage::IndexEntry> entries = states_[i].batch.entries();
        const storage::IndexEntry* duplicate = index.tree.insertBatch(transaction_, entries);
        if (!duplicate) continue;
        for (const storage::IndexEntry* entry = entries.data(); entry != duplicate; ++entry) {
            index.tree.remove(transaction_, entry->key);
        }
        for (std::size_t before = 0; before < i; ++before) {
            if (!entry_->indexes[before]->isUnique()) continue;
            for (const storage::IndexEntry& entry : states_[before].batch.entries()) {
                entry_->indexes[before]->tree.remove(transaction_, entry.key);
            }
        }
        return false;
    }
    return true;
}

void CollectionWriter::putBatches(RecordId firstRecord) {
    RecordId next = firstRecord;
    storage::RecordAppender appender(transaction_, entry_->records);
    for (const bson::DocumentView document : batchDocuments_) {
        appender.append(next++, document);
        noteRecordWritten(document);
        cost_.logicalBytes += document.size() - 5;
    }
    entry_->runtime->highestRecordId.store(next - 1, std::memory_order_relaxed);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        EntryBatch& batch = states_[i].batch;
        if (batch.isEmpty()) continue;
        const CatalogIndex& index = *entry_->indexes[i];
        if (!index.isUnique()) {
            const storage::IndexEntry* there = index.tree.insertBatch(transaction_, batch.entries());
            SHEAF_INVARIANT(!there, "an entry holds its record's id");
        }
        IndexCost& cost = indexCost(i);
        cost.inserted += batch.size();
        cost.bytes += batch.bytes();
    }
    entriesChanged_ += batchEntries_;
    batchEntries_ = 0;
}

void CollectionWriter::removeLater(RecordId record, bson::DocumentView old) {
    generateKeys(old);
    addKeysToBatches(record);
    removeRecord(record, old.size() - 5);
}

void CollectionWriter::flushRemovals() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        EntryBatch& batch = states_[i].batch;
        if (batch.isEmpty()) continue;
        const CatalogIndex& index = *entry_->indexes[i];
        if (const storage::IndexEntry* lacking = index.tree.removeBatch(transaction_, batch.entries())) {
            raiseLacking(i, index::readEntry(lacking->key, lacking->value, index.isUnique()).id);
        }
        IndexCost& cost = indexCost(i);
        cost.removed += batch.size();
        cost.bytes += batch.bytes();
    }
    entriesChanged_ += batchEntries_;
    clearBatches();
}

}  // namespace sheaf::engine
