// Records: the documents of a collection, by RecordId. Every read and write of a record goes through here, so that a
// second layout needs no change above.
//
//   key    := RecordId             8 bytes, native order (IntegerKeys tree)
//   value  := flags checksum bson
//   flags  := one byte, 0          0 is the layout "whole": the document in one value
//   checksum := XXH3-64 of the bson, 8 bytes little-endian
//
// On disk: a new flag or layout is a new format version (docs/file-format.md).
#pragma once

#include "engine/storage/cursor.h"
#include "index/direction.h"
#include "index/record_id.h"

#include <sheaf/bson/view.h>

#include <optional>

namespace sheaf::storage {

using index::Direction;

inline constexpr std::size_t kRecordHeaderBytes = 9;

class Records {
public:
    Records() = default;
    explicit Records(Tree tree, bool verifyChecksums = false) : tree_(tree), verify_(verifyChecksums) {}

    // A view into the store. Throws StoreDamaged when the record's header, length or (if verified) checksum is wrong.
    std::optional<bson::DocumentView> fetch(const Transaction& transaction, RecordId id) const;

    // Documents that are written must not lie in this transaction's own pages: a put may move those.
    // Returns the new record's id: the one above both the last record here and `floor`, the highest id ever given. One
    // descent when the floor is at or above the last record, three otherwise.
    RecordId append(WriteTransaction& transaction, bson::DocumentView document, RecordId floor = 0) const;
    bool replace(WriteTransaction& transaction, RecordId id, bson::DocumentView document) const;  // false: not there
    bool remove(WriteTransaction& transaction, RecordId id) const;                                // false: not there

    std::uint64_t count(const Transaction& transaction) const { return transaction.countEntries(tree_); }
    RecordId lastId(const Transaction& transaction) const;  // 0 when empty
    // Bytes that storage writes as the value of a document of that size.
    static std::size_t valueBytes(std::size_t documentBytes) { return documentBytes + kRecordHeaderBytes; }

    // Whether the stored checksum is that of the document; false also when the record is not readable at all.
    bool isIntact(const Transaction& transaction, RecordId id) const;

    Tree tree() const { return tree_; }

private:
    friend class RecordCursor;
    friend class RecordAppender;
    Tree tree_;
    bool verify_ = false;
};

// Walks records in RecordId order. Lifetimes as Cursor's.
class RecordCursor {
public:
    RecordCursor() = default;
    RecordCursor(const Transaction& transaction, const Records& records);

    // Moves to the next record in that direction; the first call starts at that end. False at the end.
    bool advance(Direction direction);
    // The first record at or after id in that direction.
    bool seek(RecordId id, Direction direction);
    bool seekExact(RecordId id);

    RecordId id() const { return cursor_.integerKey(); }
    // Throws as Records::fetch.
    bson::DocumentView document() const;

private:
    Cursor cursor_;
    bool verify_ = false;
    bool started_ = false;
};

// Adds many records at the end, quicker than Records::append one by one. Lifetimes as Cursor's.
class RecordAppender {
public:
    RecordAppender(WriteTransaction& transaction, const Records& records);

    // `id` must lie above every record here.
    void append(RecordId id, bson::DocumentView document);

private:
    WriteTransaction& transaction_;
    Cursor cursor_;
};

}  // namespace sheaf::storage
