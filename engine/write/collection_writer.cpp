// One document with all its index entries: insert, replace, remove.
#include "engine/write/collection_writer.h"

#include "bson/raise.h"
#include "engine/write/settings.h"
#include "index/interval.h"

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
    states_.reserve(entry_->indexes.size());
    for (const IndexPtr& index : entry_->indexes) {
        states_.push_back({.multikey = index->runtime->committedMultikey,
                           .keys = index->generator.makeKeySet(),
                           .oldKeys = index->generator.makeKeySet()});
    }
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
    for (std::size_t i = 0; i < states_.size(); ++i) {
        entry_->indexes[i]->generator.generate(document, states_[i].keys, states_[i].multikey, scratch_);
    }
}

void CollectionWriter::raiseDuplicate(const CatalogIndex& index, const index::KeyView& key, bson::DocumentView document) {
    bson::Builder values;
    const index::KeyPattern& pattern = index.spec.keyPattern;
    if (key.isLong) {
        for (const index::KeyField& field : pattern.fields()) {
            bson::visitPath(document, field.path, bson::LeafArray::Whole, [&](const bson::PathHit& hit) {
                values.append(field.path.dotted(), hit.value);
                return false;
            });
        }
    } else {
        index::decodeKey({.key = key.stem, .id = 0, .typeBits = key.typeBits, .isLong = false}, pattern, values);
    }
    const bson::Document keyValue = values.take();
    std::string shown;
    for (const index::KeyField& field : pattern.fields()) {
        const bson::ValueView value = keyValue[field.path.dotted()];
        shown += shown.empty() ? "{ " : ", ";
        shown += field.path.dotted() + ": " + (value.isMissing() ? "null" : index::boundToString(value));
    }
    throw Error(ErrorCode::DuplicateKey,
                "E11000 duplicate key error collection: " + entry_->ns.full() + " index: " + index.spec.name +
                    " dup key: " + shown + " }",
                bson::make("keyPattern", pattern.document(), "keyValue", keyValue));
}

void CollectionWriter::requireUnique(std::size_t index, const index::KeyView& key, RecordId allowed,
                                     bson::DocumentView document) {
    const CatalogIndex& catalogIndex = *entry_->indexes[index];
    const std::optional<storage::Bytes> found = catalogIndex.tree.find(transaction_, key.stem);
    if (found && index::recordIdAtStart(*found).id != allowed) raiseDuplicate(catalogIndex, key, document);
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

void CollectionWriter::removeEntry(std::size_t index, const index::KeyView& key, RecordId record) {
    const CatalogIndex& catalogIndex = *entry_->indexes[index];
    const index::EntryBytes entry = entryBuffer_.make(key, record, catalogIndex.isUnique());
    if (!catalogIndex.tree.remove(transaction_, entry.key)) {
        raise(ErrorCode::StoreDamaged, "The index ", catalogIndex.spec.name, " of ", entry_->ns.full(),
              " lacks an entry of record ", record);
    }
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
        for (std::size_t k = 0; k < states_[i].keys.size(); ++k) requireUnique(i, states_[i].keys[k], 0, document);
    }
    std::atomic<RecordId>& highest = entry_->runtime->highestRecordId;
    const RecordId record = entry_->records.append(transaction_, document, highest.load(std::memory_order_relaxed));
    highest.store(record, std::memory_order_relaxed);
    noteRecordWritten(document);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t k = 0; k < states_[i].keys.size(); ++k) putEntry(i, states_[i].keys[k], record);
    }
    cost_.logicalBytes += elementBytesOf(document);
    return record;
}

void CollectionWriter::replace(RecordId record, bson::DocumentView old, bson::DocumentView now,
                               const query::Update* update, std::uint64_t touched) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        IndexState& state = states_[i];
        const CatalogIndex& index = *entry_->indexes[i];
        state.isAffected = !index.spec.isIdIndex() && isAffected(index, update, touched);
        if (!state.isAffected) continue;
        index::MultikeyPaths ignored(index.spec.keyPattern.size());
        index.generator.generate(old, state.oldKeys, ignored, scratch_);
        index.generator.generate(now, state.keys, state.multikey, scratch_);
        index::differenceOf(state.oldKeys, state.keys, state.difference);
        if (!index.isUnique()) continue;
        for (const std::uint32_t k : state.difference.inserted) requireUnique(i, state.keys[k], record, now);
    }
    if (!entry_->records.replace(transaction_, record, now)) {
        raise(ErrorCode::InternalError, "The record ", record, " of ", entry_->ns.full(), " vanished under its update");
    }
    noteRecordWritten(now);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        IndexState& state = states_[i];
        if (!state.isAffected) continue;
        for (const std::uint32_t k : state.difference.removed) removeEntry(i, state.oldKeys[k], record);
        for (const std::uint32_t k : state.difference.inserted) putEntry(i, state.keys[k], record);
    }
}

void CollectionWriter::remove(RecordId record, bson::DocumentView old) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        index::MultikeyPaths ignored(entry_->indexes[i]->spec.keyPattern.size());
        entry_->indexes[i]->generator.generate(old, states_[i].oldKeys, ignored, scratch_);
    }
    const std::uint64_t logicalBytes = elementBytesOf(old);
    if (!entry_->records.remove(transaction_, record)) {
        raise(ErrorCode::InternalError, "The record ", record, " of ", entry_->ns.full(), " vanished under its removal");
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
        for (std::size_t k = 0; k < states_[i].oldKeys.size(); ++k) removeEntry(i, states_[i].oldKeys[k], record);
    }
    highestRemoved_ = std::max(highestRemoved_, record);
    cost_.logicalBytes += logicalBytes;
}

bool CollectionWriter::isFull() const {
    return entriesChanged_ >= kBatchEntries || transaction_.bytesPut() >= kBatchValueBytes;
}

void CollectionWriter::publishMultikey() {
    auto next = std::make_shared<CollectionEntry>(*entry_);
    bool isNew = false;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const IndexPtr& index = entry_->indexes[i];
        index::MultikeyPaths merged = index->multikey;
        if (!merged.merge(states_[i].multikey)) continue;
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
    for (std::size_t i = 0; i < states_.size() && !multikeyChanged_; ++i) {
        multikeyChanged_ = states_[i].multikey != entry_->indexes[i]->runtime->committedMultikey;
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
        for (std::size_t i = 0; i < states_.size(); ++i) {
            entry_->indexes[i]->runtime->committedMultikey.merge(states_[i].multikey);
        }
    }
    if (multikeyChanged_ || highestIdStored_) {
        entry_->runtime->committedHighestRecordId = entry_->runtime->highestRecordId;
    }
}

}  // namespace sheaf::engine
