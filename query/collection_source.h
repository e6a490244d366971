// How query sees stored data: one collection under one snapshot. engine implements this on LMDB, tests on maps.
//
// Nothing here throws for what is merely absent. Views (documents, key bytes) lie in the snapshot: valid until the
// source ends or, inside a write transaction, until the next put. Cursors must not outlive their source.
#pragma once

#include "index/direction.h"
#include "index/key_generator.h"
#include "index/record_id.h"
#include "index/spec.h"

#include <sheaf/bson/document.h>
#include <sheaf/bson/view.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

using index::Direction;

// Walks records in RecordId order, in the direction that it was opened with.
class RecordCursor {
public:
    virtual ~RecordCursor() = default;
    // The next record; at first the first one. False at the end, and from then on.
    virtual bool next(RecordId& record, bson::DocumentView& document) = 0;
    // next() will give the first record beyond `record`, which itself may be gone. False when the collection is capped
    // and everything from `record` on, in scan direction, was overwritten: the position is lost.
    virtual bool seekAfter(RecordId record) = 0;
};

// One entry of an index (see index/key_bytes.h).
struct IndexEntry {
    std::span<const std::uint8_t> key;       // as stored, without RecordId
    std::span<const std::uint8_t> typeBits;  // may be empty
    RecordId record = 0;
    bool isLong = false;                     // the key is a prefix and a digest: recheck the document;
                                             // the order within equal prefixes is not known
};

// Walks index entries in key order (key bytes, then RecordId), in the direction that it was opened with.
class IndexCursor {
public:
    virtual ~IndexCursor() = default;
    // Seeks to a cut (index/bounds.h). Forward: the first entry whose key as stored is >= `cut`. Backward: the last one
    // that is < `cut`. False when there is none.
    virtual bool seek(std::span<const std::uint8_t> cut, IndexEntry& entry) = 0;
    // Like seek, to the first entry beyond (key, record) in scan direction; that entry may be gone.
    virtual bool seekAfter(std::span<const std::uint8_t> key, RecordId record, IndexEntry& entry) = 0;
    // The entry after the last one given. False at the end.
    virtual bool next(IndexEntry& entry) = 0;
    // A quicker way over entries that only count: those after the last one given that lie this side of the cut (as
    // seek() looks at cuts), up to a long one, at most `limit`. Gives how many it passed; `entry` is then the last of
    // them. It may always pass none.
    virtual std::uint64_t skipWithin(std::span<const std::uint8_t>, std::uint64_t, IndexEntry&) { return 0; }
};

// An index as the planner sees it. What is shared never changes: a new state is a new object.
struct IndexInfo {
    std::uint64_t id = 0;                        // of the tree; never used again for another index
    std::shared_ptr<const index::IndexSpec> spec;
    std::shared_ptr<const index::MultikeyPaths> multikey;  // null: no document had an array on an indexed path
    bool isUsable = true;                        // false: still being built; no scan may use it
};

class CollectionSource {
public:
    virtual ~CollectionSource() = default;

    virtual std::string_view ns() const = 0;     // "database.collection"
    virtual bool exists() const { return true; } // false: nothing is found in it, and any hint is good
    virtual std::uint64_t countRecords() = 0;    // costs nothing

    virtual std::unique_ptr<RecordCursor> scanRecords(Direction direction) = 0;
    // False when there is no such record.
    virtual bool fetch(RecordId record, bson::DocumentView& document) = 0;
    // The document with that `_id` (compared as values, arrays and regular expressions never match): one point lookup.
    // Counts as one key examined.
    virtual bool findById(bson::ValueView id, RecordId& record, bson::DocumentView& document) = 0;

    // All indexes, `_id_` among them unless the collection is clustered.
    virtual std::span<const IndexInfo> indexes() = 0;
    // `indexId` is of indexes().
    virtual std::unique_ptr<IndexCursor> scanIndex(std::uint64_t indexId, Direction direction) = 0;
};

}  // namespace sheaf::query
