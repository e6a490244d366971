// Entries of an index, singly and in sorted batches.
#include "engine/storage/index_tree.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::storage {
namespace {

// Entries of `_id` and of other growing keys come in order already.
void sortByKey(std::span<IndexEntry> entries) {
    const auto isBelow = [](const IndexEntry& a, const IndexEntry& b) { return compareBytes(a.key, b.key) < 0; };
    if (!std::is_sorted(entries.begin(), entries.end(), isBelow)) std::sort(entries.begin(), entries.end(), isBelow);
}

}  // namespace

bool IndexTree::insert(WriteTransaction& transaction, Bytes key, Bytes value) const {
    return transaction.put(tree_, key, value, WriteTransaction::Put::Insert);
}

void IndexTree::put(WriteTransaction& transaction, Bytes key, Bytes value) const { transaction.put(tree_, key, value); }

bool IndexTree::remove(WriteTransaction& transaction, Bytes key) const { return transaction.remove(tree_, key); }

const IndexEntry* IndexTree::insertBatch(WriteTransaction& transaction, std::span<IndexEntry> entries) const {
    if (entries.empty()) return nullptr;
    sortByKey(entries);
    Cursor cursor(transaction, tree_);
    // Above all that is there, nothing needs looking for, and pages are filled completely.
    const bool isAbove = !cursor.last() || compareBytes(cursor.key(), entries.front().key) < 0;
    const auto how = isAbove ? WriteTransaction::Put::Append : WriteTransaction::Put::Insert;
    for (const IndexEntry& entry : entries) {
        if (!cursor.put(transaction, entry.key, entry.value, how)) return &entry;
    }
    return nullptr;
}

const IndexEntry* IndexTree::removeBatch(WriteTransaction& transaction, std::span<IndexEntry> entries) const {
    sortByKey(entries);
    Cursor cursor(transaction, tree_);
    for (const IndexEntry& entry : entries) {
        if (!cursor.seekExact(entry.key)) return &entry;
        cursor.removeCurrent(transaction);
    }
    return nullptr;
}

void IndexTree::append(WriteTransaction& transaction, Bytes key, Bytes value) const {
    if (!transaction.put(tree_, key, value, WriteTransaction::Put::Append)) {
        raise(ErrorCode::InternalError, "a bulk build put an index key that is not above the last");
    }
}

}  // namespace sheaf::storage
