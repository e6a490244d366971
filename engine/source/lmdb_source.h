// The query layer's view of one collection, on the storage's cursors.
#pragma once

#include "engine/catalog/entry.h"
#include "query/collection_source.h"

#include <functional>
#include <vector>

namespace sheaf::engine {

// Over a snapshot or a write transaction, which must outlive it. Entry and transaction must fit each other.
class LmdbSource final : public query::CollectionSource {
public:
    LmdbSource(const storage::Transaction& transaction, EntryPtr entry);

    std::string_view ns() const override { return entry_->ns.full(); }
    std::uint64_t countRecords() override;
    std::unique_ptr<query::RecordCursor> scanRecords(query::Direction direction) override;
    bool fetch(RecordId record, bson::DocumentView& document) override;
    bool findById(bson::ValueView id, RecordId& record, bson::DocumentView& document) override;
    std::span<const query::IndexInfo> indexes() override;
    std::unique_ptr<query::IndexCursor> scanIndex(std::uint64_t indexId, query::Direction direction) override;

    const EntryPtr& entry() const { return entry_; }
    const storage::Transaction& transaction() const { return transaction_; }

private:
    const storage::Transaction& transaction_;
    EntryPtr entry_;
    std::vector<query::IndexInfo> indexes_;  // made when first asked for
};

// The collection that is not there: empty, with only an _id index.
class EmptySource final : public query::CollectionSource {
public:
    explicit EmptySource(std::string ns);
    bool exists() const override { return false; }

    std::string_view ns() const override { return ns_; }
    std::uint64_t countRecords() override { return 0; }
    std::unique_ptr<query::RecordCursor> scanRecords(query::Direction direction) override;
    bool fetch(RecordId, bson::DocumentView&) override { return false; }
    bool findById(bson::ValueView, RecordId&, bson::DocumentView&) override { return false; }
    std::span<const query::IndexInfo> indexes() override { return {&info_, 1}; }
    std::unique_ptr<query::IndexCursor> scanIndex(std::uint64_t indexId, query::Direction direction) override;

private:
    std::string ns_;
    query::IndexInfo info_;
};

// A key of 480 bytes or more is known by its first 480 bytes and a digest, its stem; several records may share it.
// The first record among them for which isSame holds, or 0.
RecordId findLongKey(const storage::Transaction& transaction, const CatalogIndex& index, storage::Bytes stem,
                     const std::function<bool(RecordId)>& isSame);

// The record with that `_id`: one descent of the _id index. 0 when there is none. `id` must not be missing; an array
// or a regular expression is never an `_id`.
RecordId findRecordById(const storage::Transaction& transaction, const CollectionEntry& entry, bson::ValueView id);

}  // namespace sheaf::engine
