// The entries of one index: encoded keys in byte order, each with a short value. What the bytes mean is index/'s matter.
#pragma once

#include "engine/storage/cursor.h"

#include <optional>
#include <span>

namespace sheaf::storage {

struct IndexEntry {
    Bytes key;
    Bytes value;
};

class IndexTree {
public:
    IndexTree() = default;
    explicit IndexTree(Tree tree) : tree_(tree) {}

    std::optional<Bytes> find(const Transaction& transaction, Bytes key) const { return transaction.get(tree_, key); }
    std::uint64_t count(const Transaction& transaction) const { return transaction.countEntries(tree_); }

    // False when the key is there already; nothing is changed.
    bool insert(WriteTransaction& transaction, Bytes key, Bytes value) const;
    void put(WriteTransaction& transaction, Bytes key, Bytes value) const;  // replaces
    bool remove(WriteTransaction& transaction, Bytes key) const;            // false: not there

    // Entries in any order, put in key order through one cursor: sorts `entries` in place. Keys must be new and
    // different; returns the first entry whose key is there already (nothing after it has been put), or null.
    const IndexEntry* insertBatch(WriteTransaction& transaction, std::span<IndexEntry> entries) const;
    // Removes entries given in any order, in key order through one cursor: sorts `entries` in place. Returns the first
    // one that is not there (nothing after it has been removed), or null.
    const IndexEntry* removeBatch(WriteTransaction& transaction, std::span<IndexEntry> entries) const;
    // For a bulk build: every key above the last. Fills pages completely.
    void append(WriteTransaction& transaction, Bytes key, Bytes value) const;

    Cursor cursor(const Transaction& transaction) const { return Cursor(transaction, tree_); }
    Tree tree() const { return tree_; }

private:
    Tree tree_;
};

}  // namespace sheaf::storage
