// Scans and lookups of one collection in the store.
#include "engine/source/lmdb_source.h"

#include "bson/raise.h"
#include "index/key_set.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::engine {
namespace {

using query::Direction;

class LmdbRecordCursor final : public query::RecordCursor {
public:
    LmdbRecordCursor(const storage::Transaction& transaction, const storage::Records& records, Direction direction)
        : cursor_(transaction, records), direction_(direction) {}

    bool next(RecordId& record, bson::DocumentView& document) override {
        if (atEnd_) return false;
        const bool more = pending_ ? true : cursor_.advance(direction_);
        pending_ = false;
        atEnd_ = !more;
        if (!more) return false;
        record = cursor_.id();
        document = cursor_.document();
        return true;
    }

    bool seekAfter(RecordId record) override {
        const bool isForward = direction_ == Direction::Forward;
        pending_ = cursor_.seek(isForward ? record + 1 : record - 1, direction_);
        atEnd_ = !pending_;
        return true;
    }

private:
    storage::RecordCursor cursor_;
    Direction direction_;
    bool pending_ = false;  // the cursor stands on what next() will give
    bool atEnd_ = false;
};

class LmdbIndexCursor final : public query::IndexCursor {
public:
    LmdbIndexCursor(const storage::Transaction& transaction, const CatalogIndex& index, Direction direction)
        : cursor_(index.tree.cursor(transaction)), isForward_(direction == Direction::Forward), unique_(index.isUnique()) {}

    bool seek(std::span<const std::uint8_t> cut, query::IndexEntry& entry) override {
        started_ = true;
        isAhead_ = false;
        return give(isForward_ ? (cut.empty() ? cursor_.first() : cursor_.seek(cut)) : seekBelow(cut), entry);
    }

    bool seekAfter(std::span<const std::uint8_t> key, RecordId record, query::IndexEntry& entry) override {
        started_ = true;
        isAhead_ = false;
        resume_.clear();
        resume_.append(key.data(), key.size());
        if (!unique_ || index::isLongKey(key)) {
            std::uint8_t bytes[index::kMaxRecordIdBytes];
            resume_.append(bytes, index::encodeRecordId(record, bytes));
        }
        if (!isForward_) return give(seekBelow(resume_.bytes()), entry);
        bool found = cursor_.seek(resume_.bytes());
        if (found && std::ranges::equal(cursor_.key(), resume_.bytes())) found = cursor_.next();
        return give(found, entry);
    }

    bool next(query::IndexEntry& entry) override {
        if (isAhead_) {
            isAhead_ = false;
            return give(hasEntry_, entry);
        }
        if (!started_) {
            started_ = true;
            return give(isForward_ ? cursor_.first() : cursor_.last(), entry);
        }
        return give(isForward_ ? cursor_.next() : cursor_.previous(), entry);
    }

    std::uint64_t skipWithin(std::span<const std::uint8_t> cut, std::uint64_t limit, query::IndexEntry& entry) override {
        if (!started_ || isAhead_ || !isForward_ || unique_) return 0;
        std::uint64_t skipped = 0;
        storage::Bytes key = cursor_.key();
        storage::Bytes value = cursor_.value();
        while (skipped < limit) {
            hasEntry_ = cursor_.next();
            // The RecordId at its end lies between the two bytes that may end a cut: plain order is enough.
            if (!hasEntry_ || storage::compareBytes(cursor_.key(), cut) >= 0 || index::isLongKey(cursor_.key())) {
                isAhead_ = true;
                break;
            }
            key = cursor_.key();
            value = cursor_.value();
            ++skipped;
        }
        if (skipped > 0) setEntry(key, value, entry);
        return skipped;
    }

private:
    bool seekBelow(std::span<const std::uint8_t> cut) {
        if (cut.empty()) return false;
        bool found = cursor_.seekAtOrBelow(cut);
        if (found && std::ranges::equal(cursor_.key(), cut)) found = cursor_.previous();
        return found;
    }

    bool give(bool found, query::IndexEntry& entry) const {
        if (found) setEntry(cursor_.key(), cursor_.value(), entry);
        return found;
    }

    void setEntry(storage::Bytes key, storage::Bytes value, query::IndexEntry& entry) const {
        const index::EntryView view = index::readEntry(key, value, unique_);
        entry = {view.key, view.typeBits, view.id, view.isLong};
    }

    storage::Cursor cursor_;
    bson::Buffer resume_;
    bool isForward_;
    bool unique_;
    bool started_ = false;
    bool isAhead_ = false;   // skipWithin() has moved to the entry that next() gives
    bool hasEntry_ = false;  // there is one
};

std::shared_ptr<const index::MultikeyPaths> multikeyOf(const IndexPtr& index) {
    if (!index->multikey.isMultikey()) return nullptr;
    return {index, &index->multikey};
}

class EmptyRecordCursor final : public query::RecordCursor {
public:
    bool next(RecordId&, bson::DocumentView&) override { return false; }
    bool seekAfter(RecordId) override { return true; }
};

class EmptyIndexCursor final : public query::IndexCursor {
public:
    bool seek(std::span<const std::uint8_t>, query::IndexEntry&) override { return false; }
    bool seekAfter(std::span<const std::uint8_t>, RecordId, query::IndexEntry&) override { return false; }
    bool next(query::IndexEntry&) override { return false; }
};

}  // namespace

LmdbSource::LmdbSource(const storage::Transaction& transaction, EntryPtr entry)
    : transaction_(transaction), entry_(std::move(entry)) {}

std::uint64_t LmdbSource::countRecords() { return entry_->records.count(transaction_); }

std::unique_ptr<query::RecordCursor> LmdbSource::scanRecords(Direction direction) {
    return std::make_unique<LmdbRecordCursor>(transaction_, entry_->records, direction);
}

bool LmdbSource::fetch(RecordId record, bson::DocumentView& document) {
    const auto found = entry_->records.fetch(transaction_, record);
    if (found) document = *found;
    return found.has_value();
}

bool LmdbSource::findById(bson::ValueView id, RecordId& record, bson::DocumentView& document) {
    const RecordId found = findRecordById(transaction_, *entry_, id);
    if (found == 0) return false;
    record = found;
    if (!fetch(found, document)) raise(ErrorCode::StoreDamaged, "The _id index of ", ns(), " has an entry without document");
    return true;
}

std::span<const query::IndexInfo> LmdbSource::indexes() {
    if (indexes_.empty()) {
        indexes_.reserve(entry_->indexes.size());
        for (const IndexPtr& index : entry_->indexes) {
            indexes_.push_back({.id = index->id(),
                                .spec = {index, &index->spec},
                                .multikey = multikeyOf(index),
                                .isUsable = index->isReady});
        }
    }
    return indexes_;
}

std::unique_ptr<query::IndexCursor> LmdbSource::scanIndex(std::uint64_t indexId, Direction direction) {
    for (const IndexPtr& index : entry_->indexes) {
        if (index->id() == indexId) return std::make_unique<LmdbIndexCursor>(transaction_, *index, direction);
    }
    raise(ErrorCode::InternalError, "A plan scans an index that ", ns(), " does not have");
}

EmptySource::EmptySource(std::string ns) : ns_(std::move(ns)) {
    info_.spec = std::make_shared<const index::IndexSpec>(index::IndexSpec::idIndex());
}

std::unique_ptr<query::RecordCursor> EmptySource::scanRecords(Direction) {
    return std::make_unique<EmptyRecordCursor>();
}

std::unique_ptr<query::IndexCursor> EmptySource::scanIndex(std::uint64_t, Direction) {
    return std::make_unique<EmptyIndexCursor>();
}

RecordId findLongKey(const storage::Transaction& transaction, const CatalogIndex& index, storage::Bytes stem,
                     const std::function<bool(RecordId)>& isSame) {
    storage::Cursor cursor = index.tree.cursor(transaction);
    for (bool found = cursor.seek(stem); found; found = cursor.next()) {
        const storage::Bytes key = cursor.key();
        if (key.size() < stem.size() || !std::ranges::equal(key.first(stem.size()), stem)) return 0;
        const RecordId record = index::readEntry(key, cursor.value(), index.isUnique()).id;
        if (isSame(record)) return record;
    }
    return 0;
}

RecordId findRecordById(const storage::Transaction& transaction, const CollectionEntry& entry, bson::ValueView id) {
    if (id.isArray() || id.type() == bson::Type::Regex) return 0;
    thread_local index::KeySet key = entry.idIndex().generator.makeKeySet();
    key.clear();
    key.append(id);
    key.endKey();
    if (key[0].isLong) {
        return findLongKey(transaction, entry.idIndex(), key[0].stem, [&](RecordId record) {
            const auto document = entry.records.fetch(transaction, record);
            return document && bson::equal((*document)["_id"], id);
        });
    }
    const std::optional<storage::Bytes> value = entry.idIndex().tree.find(transaction, key[0].stem);
    return value ? index::recordIdAtStart(*value).id : 0;
}

}  // namespace sheaf::engine
