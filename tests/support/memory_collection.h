// A collection on maps, for tests of query: documents by RecordId, index entries by their key bytes.
#pragma once

#include "index/key_bytes.h"
#include "index/key_generator.h"
#include "index/key_set.h"
#include "query/collection_source.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/document.h>
#include <sheaf/bson/json.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tests {

// Holds the data of one collection. A MemorySource looks at it; several may exist one after the other, as snapshots do.
// Every index counts as multikey from the first array on, exactly as its generator says.
class MemoryCollection {
public:
    using Key = std::vector<std::uint8_t>;
    struct Entry {
        Key key;       // as stored, without RecordId
        Key typeBits;
        RecordId record;
        bool isLong;
    };
    struct Index {
        query::IndexInfo info;
        std::unique_ptr<index::KeyGenerator> generator;
        std::map<Key, Entry> entries;  // by key and RecordId bytes, as in the tree
    };

    MemoryCollection() { addIndex(index::IndexSpec::idIndex()); }

    RecordId insert(bson::Document document) {
        const RecordId record = ++lastRecord_;
        for (Index& index : indexes_) addKeys(index, document.view(), record);
        records_.emplace(record, std::move(document));
        return record;
    }
    RecordId insert(std::string_view json) { return insert(bson::fromJson(json)); }

    void erase(RecordId record) {
        for (Index& index : indexes_) {
            for (auto at = index.entries.begin(); at != index.entries.end();) {
                at = at->second.record == record ? index.entries.erase(at) : std::next(at);
            }
        }
        records_.erase(record);
    }

    void createIndex(std::string_view specJson) { createIndex(index::IndexSpec::parse(bson::fromJson(specJson))); }
    void createIndex(index::IndexSpec spec) {
        addIndex(std::move(spec));
        for (const auto& [record, document] : records_) addKeys(indexes_.back(), document.view(), record);
    }

    void dropIndex(std::string_view name) {
        std::erase_if(indexes_, [&](const Index& index) { return index.info.spec->name == name; });
    }

    const std::map<RecordId, bson::Document>& records() const { return records_; }
    const std::vector<Index>& indexes() const { return indexes_; }
    const Index& index(std::uint64_t id) const {
        for (const Index& index : indexes_) {
            if (index.info.id == id) return index;
        }
        throw std::logic_error("no such index");
    }

private:
    void addIndex(index::IndexSpec spec) {
        Index index;
        index.info.id = ++lastIndex_;
        index.info.spec = std::make_shared<const index::IndexSpec>(std::move(spec));
        index.generator = std::make_unique<index::KeyGenerator>(*index.info.spec);
        indexes_.push_back(std::move(index));
    }

    void addKeys(Index& index, bson::DocumentView document, RecordId record) {
        index::KeySet keys = index.generator->makeKeySet();
        index::MultikeyPaths multikey(index.info.spec->keyPattern.size());
        if (index.info.multikey != nullptr) multikey = *index.info.multikey;
        const index::MultikeyPaths before = multikey;
        index::KeyScratch scratch;
        index.generator->generate(document, keys, multikey, scratch);
        if (!(multikey == before)) index.info.multikey = std::make_shared<const index::MultikeyPaths>(multikey);
        for (std::size_t at = 0; at < keys.size(); ++at) {
            const index::KeyView key = keys[at];
            Entry entry{{key.stem.begin(), key.stem.end()}, {}, record, key.isLong};
            if (!key.isLong) entry.typeBits.assign(key.typeBits.begin(), key.typeBits.end());
            Key whole = entry.key;
            std::uint8_t bytes[index::kMaxRecordIdBytes];
            const std::size_t count = index::encodeRecordId(record, bytes);
            whole.insert(whole.end(), bytes, bytes + count);
            index.entries.emplace(std::move(whole), std::move(entry));
        }
    }

    std::map<RecordId, bson::Document> records_;
    std::vector<Index> indexes_;
    RecordId lastRecord_ = 0;
    std::uint64_t lastIndex_ = 0;
};

class MemoryRecordCursor final : public query::RecordCursor {
public:
    MemoryRecordCursor(const MemoryCollection& collection, query::Direction direction)
        : records_(collection.records()), isForward_(direction == query::Direction::Forward),
          last_(isForward_ ? 0 : ~RecordId{0}) {}

    bool next(RecordId& record, bson::DocumentView& document) override {
        auto at = isForward_ ? records_.upper_bound(last_) : records_.lower_bound(last_);
        if (isForward_ ? at == records_.end() : at == records_.begin()) return false;
        if (!isForward_) --at;
        record = last_ = at->first;
        document = at->second.view();
        return true;
    }
    bool seekAfter(RecordId record) override {
        last_ = record;
        return true;
    }

private:
    const std::map<RecordId, bson::Document>& records_;
    bool isForward_;
    RecordId last_;
};

class MemoryIndexCursor final : public query::IndexCursor {
public:
    MemoryIndexCursor(const MemoryCollection::Index& index, query::Direction direction)
        : entries_(index.entries), isForward_(direction == query::Direction::Forward), at_(entries_.end()) {}

    bool seek(std::span<const std::uint8_t> cut, query::IndexEntry& entry) override {
        at_ = entries_.lower_bound({cut.begin(), cut.end()});
        return isForward_ ? give(entry) : stepBack(entry);
    }
    bool seekAfter(std::span<const std::uint8_t> key, RecordId record, query::IndexEntry& entry) override {
        MemoryCollection::Key whole(key.begin(), key.end());
        std::uint8_t bytes[index::kMaxRecordIdBytes];
        const std::size_t count = index::encodeRecordId(record, bytes);
        whole.insert(whole.end(), bytes, bytes + count);
        at_ = isForward_ ? entries_.upper_bound(whole) : entries_.lower_bound(whole);
        return isForward_ ? give(entry) : stepBack(entry);
    }
    bool next(query::IndexEntry& entry) override {
        if (at_ == entries_.end()) return false;
        if (!isForward_) return stepBack(entry);
        ++at_;
        return give(entry);
    }

private:
    using Map = std::map<MemoryCollection::Key, MemoryCollection::Entry>;
    bool give(query::IndexEntry& entry) {
        if (at_ == entries_.end()) return false;
        const MemoryCollection::Entry& found = at_->second;
        entry = {found.key, found.typeBits, found.record, found.isLong};
        return true;
    }
    bool stepBack(query::IndexEntry& entry) {
        if (at_ == entries_.begin()) {
            at_ = entries_.end();
            return false;
        }
        --at_;
        return give(entry);
    }

    const Map& entries_;
    bool isForward_;
    Map::const_iterator at_;
};

class MemorySource final : public query::CollectionSource {
public:
    explicit MemorySource(const MemoryCollection& collection) : collection_(collection) {
        for (const MemoryCollection::Index& index : collection.indexes()) infos_.push_back(index.info);
    }

    std::string_view ns() const override { return "test.memory"; }
    std::uint64_t countRecords() override { return collection_.records().size(); }
    std::unique_ptr<query::RecordCursor> scanRecords(query::Direction direction) override {
        return std::make_unique<MemoryRecordCursor>(collection_, direction);
    }
    bool fetch(RecordId record, bson::DocumentView& document) override {
        const auto found = collection_.records().find(record);
        if (found == collection_.records().end()) return false;
        document = found->second.view();
        return true;
    }
    bool findById(bson::ValueView id, RecordId& record, bson::DocumentView& document) override {
        for (const auto& [number, stored] : collection_.records()) {
            if (!bson::equal(stored["_id"], id)) continue;
            record = number;
            document = stored.view();
            return true;
        }
        return false;
    }
    std::span<const query::IndexInfo> indexes() override { return infos_; }
    std::unique_ptr<query::IndexCursor> scanIndex(std::uint64_t indexId, query::Direction direction) override {
        return std::make_unique<MemoryIndexCursor>(collection_.index(indexId), direction);
    }

private:
    const MemoryCollection& collection_;
    std::vector<query::IndexInfo> infos_;
};

}  // namespace sheaf::tests
