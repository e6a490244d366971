// One document with all its index entries: insert, replace, remove.
#include "engine/write/collection_writer.h"

#include "bson/raise.h"
#include "engine/source/lmdb_source.h"
#include "engine/write/index_build.h"
#include "engine/write/settings.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::engine {
namespace {

// Bytes of a document's elements.
std::uint64_t elementBytesOf(bson::DocumentView document) { return document.size() - 5; }

bool isAffected(const CatalogIndex& index, const query::Update* update, std::uint64_t touched) {
    if (!update || update->isReplacement()) return true;
    return std::ranges::any_of(index.spec.keyPattern.fields(), [&](const index::KeyField& field) {
        return update->mayAffect(field.path, touched);
    });
}

}  // namespace

CollectionWriter::CollectionWriter(Catalog& catalog, storage::WriteTransaction& transaction, EntryPtr entry, Cost& cost)
    : catalog_(catalog), transaction_(transaction), entry_(std::move(entry)), cost_(cost) {
    states_.resize(entry_->indexes.size());
    idKeys_ = entry_->idIndex().generator.makeKeySet();
    if (states_.size() == 1) return;
    secondaryKeys_ = entry_->secondaryKeys->makeKeySets();
    for (std::size_t i = 1; i < states_.size(); ++i) multikey_.push_back(entry_->indexes[i]->runtime->committedMultikey);
}

IndexCost& CollectionWriter::indexCost(std::size_t index) {
    IndexState& state = states_[index];
    if (state.costAt == 0) {
        const IndexCost& added = cost_.index(entry_->indexes[index]->spec.name);
        state.costAt = static_cast<std::size_t>(&added - cost_.indexes.data()) + 1;
    }
    return cost_.indexes[state.costAt - 1];
}

void CollectionWriter::generateKeys(bson::DocumentView document) {
    idKeys_.clear();
    idKeys_.append(document.begin()->value);
    idKeys_.endKey();
    if (!secondaryKeys_.empty()) entry_->secondaryKeys->generate(document, secondaryKeys_, multikey_, scratch_);
}

void CollectionWriter::requireUnique(std::size_t index, const index::KeyView& key, RecordId allowed,
                                     bson::DocumentView document) {
    const CatalogIndex& catalogIndex = *entry_->indexes[index];
    if (key.isLong) {
        const auto isSame = [&](RecordId record) { return record != allowed && (index != 0 || hasId(record, document["_id"])); };
        if (findLongKey(transaction_, catalogIndex, key.stem, isSame) != 0) raiseDuplicateKey(entry_->ns, catalogIndex, key, document);
        return;
    }
    const std::optional<storage::Bytes> found = catalogIndex.tree.find(transaction_, key.stem);
    if (found && index::recordIdAtStart(*found).id != allowed) raiseDuplicateKey(entry_->ns, catalogIndex, key, document);
}

bool CollectionWriter::hasId(RecordId record, bson::ValueView id) const {
    const auto document = entry_->records.fetch(transaction_, record);
    return document && bson::equal((*document)["_id"], id);
}

void CollectionWriter::putEntry(std::size_t index, const index::KeyView& key, RecordId record) {
    const CatalogIndex& catalogIndex = *entry_->indexes[index];
    const index::EntryBytes entry = entryBuffer_.make(key, record, catalogIndex.isUnique());
    SHEAF_INVARIANT(catalogIndex.tree.insert(transaction_, entry.key, entry.value), "uniqueness was checked before");
    IndexCost& cost = indexCost(index);
    cost.inserted += 1;
    cost.bytes += entry.key.size() + entry.value.size();
    ++entriesChanged_;
}

void CollectionWriter::raiseLacking(std::size_t index, RecordId record) const {
    raise(ErrorCode::StoreDamaged, "The index ", entry_->indexes[index]->spec.name, " of ", entry_->ns.full(),
          " lacks an entry of record ", record);
}

void CollectionWriter::removeEntry(std::size_t index, const index::KeyView& key, RecordId record) {
    const CatalogIndex& catalogIndex = *entry_->indexes[index];
    const index::EntryBytes entry = entryBuffer_.make(key, record, catalogIndex.isUnique());
    if (!catalogIndex.tree.remove(transaction_, entry.key)) raiseLacking(index, record);
    IndexCost& cost = indexCost(index);
    cost.removed += 1;
    cost.bytes += entry.key.size() + entry.value.size();
    ++entriesChanged_;
}

RecordId CollectionWriter::nextRecordId() const {
    return entry_->runtime->highestRecordId.load(std::memory_order_relaxed) + 1;
}

void CollectionWriter::noteRecordWritten(bson::DocumentView document) {
    cost_.docBytesWritten += storage::Records::valueBytes(document.size());
}

RecordId CollectionWriter::insert(bson::DocumentView document) {
    generateKeys(document);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (!entry_->indexes[i]->isUnique()) continue;
        for (std::size_t k = 0; k < keys(i).size(); ++k) requireUnique(i, keys(i)[k], 0, document);
    }
    std::atomic<RecordId>& highest = entry_->runtime->highestRecordId;
    const RecordId record = entry_->records.append(transaction_, document, highest.load(std::memory_order_relaxed));
    highest.store(record, std::memory_order_relaxed);
    noteRecordWritten(document);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t k = 0; k < keys(i).size(); ++k) putEntry(i, keys(i)[k], record);
    }
    cost_.logicalBytes += elementBytesOf(document);
    return record;
}

void CollectionWriter::replace(RecordId record, bson::DocumentView old, bson::DocumentView now,
                               const query::Update* update, std::uint64_t touched) {
    if (oldKeys_.empty() && !secondaryKeys_.empty()) oldKeys_ = entry_->secondaryKeys->makeKeySets();
    for (std::size_t i = 1; i < states_.size(); ++i) {
        IndexState& state = states_[i];
        const CatalogIndex& index = *entry_->indexes[i];
        state.isAffected = isAffected(index, update, touched);
        if (!state.isAffected) continue;
        index::MultikeyPaths ignored(index.spec.keyPattern.size());
        index.generator.generate(old, oldKeys_[i - 1], ignored, scratch_);
        index.generator.generate(now, keys(i), multikey_[i - 1], scratch_);
        index::differenceOf(oldKeys_[i - 1], keys(i), state.difference);
        if (!index.isUnique()) continue;
        for (const std::uint32_t k : state.difference.inserted) requireUnique(i, keys(i)[k], record, now);
    }
    if (!entry_->records.replace(transaction_, record, now)) {
        raise(ErrorCode::InternalError, "The record ", record, " of ", entry_->ns.full(), " vanished under its update");
    }
    noteRecordWritten(now);
    for (std::size_t i = 1; i < states_.size(); ++i) {
        if (!states_[i].isAffected) continue;
        for (const std::uint32_t k : states_[i].difference.removed) removeEntry(i, oldKeys_[i - 1][k], record);
        for (const std::uint32_t k : states_[i].difference.inserted) putEntry(i, keys(i)[k], record);
    }
}

void CollectionWriter::removeRecord(RecordId record, std::uint64_t logicalBytes) {
    if (!entry_->records.remove(transaction_, record)) {
        raise(ErrorCode::InternalError, "The record ", record, " of ", entry_->ns.full(), " vanished under its removal");
    }
    highestRemoved_ = std::max(highestRemoved_, record);
    cost_.logicalBytes += logicalBytes;
}

void CollectionWriter::remove(RecordId record, bson::DocumentView old) {
    generateKeys(old);
    removeRecord(record, elementBytesOf(old));
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t k = 0; k < keys(i).size(); ++k) removeEntry(i, keys(i)[k], record);
    }
}

bool CollectionWriter::isFull() const {
    return entriesChanged_ + batchEntries_ >= kBatchEntries || transaction_.bytesPut() >= kBatchValueBytes;
}

void CollectionWriter::publishMultikey() {
    auto next = std::make_shared<CollectionEntry>(*entry_);
    bool isNew = false;
    for (std::size_t i = 1; i < states_.size(); ++i) {
        const IndexPtr& index = entry_->indexes[i];
        index::MultikeyPaths merged = index->multikey;
        if (!merged.merge(multikey_[i - 1])) continue;
        auto changed = std::make_shared<CatalogIndex>(*index);
        changed->multikey = std::move(merged);
        next->indexes[i] = std::move(changed);
        isNew = true;
    }
    if (!isNew) return;
    entry_ = next;
    catalog_.put(entry_);
}

void CollectionWriter::finish() {
    for (std::size_t i = 1; i < states_.size() && !multikeyChanged_; ++i) {
        multikeyChanged_ = multikey_[i - 1] != entry_->indexes[i]->runtime->committedMultikey;
    }
    CollectionRuntime& runtime = *entry_->runtime;
    if (highestRemoved_ > 0) {
        const RecordId highest = std::max(runtime.highestRecordId.load(), highestRemoved_);
        runtime.highestRecordId = highest;
        highestIdStored_ = entry_->records.lastId(transaction_) < highest &&
                           runtime.committedHighestRecordId < highest;
    }
    if (multikeyChanged_) publishMultikey();
    if (multikeyChanged_ || highestIdStored_) Catalog::store(transaction_, *entry_);
}

void CollectionWriter::committed() noexcept {
    if (multikeyChanged_) {
        for (std::size_t i = 1; i < states_.size(); ++i) {
            entry_->indexes[i]->runtime->committedMultikey.merge(multikey_[i - 1]);
        }
    }
    if (multikeyChanged_ || highestIdStored_) {
        entry_->runtime->committedHighestRecordId = entry_->runtime->highestRecordId;
    }
}

}  // namespace sheaf::engine
