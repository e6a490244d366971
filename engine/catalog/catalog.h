// All collections of a store: an immutable snapshot in memory, replaced as a whole by every change.
//
// Who changes the catalog holds the write transaction. What a snapshot of the data shows and what the catalog says go
// together by this order:
//   - a new set of multikey paths is published before the commit (a superset never makes an answer wrong);
//   - everything else is published after the commit and before the next write transaction begins;
//   - a reader looks at the catalog, begins its snapshot, and looks again: unchanged means that they fit.
#pragma once

#include "engine/catalog/entry.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sheaf::engine {

// One version of the catalog. Immutable; lookups by "database.collection".
class CatalogSnapshot {
public:
    EntryPtr find(const Namespace& ns) const;
    // Not owning: valid while the snapshot is.
    const CollectionEntry* peek(const Namespace& ns) const;
    EntryPtr findById(std::uint64_t id) const;
    std::vector<EntryPtr> collectionsOf(std::string_view database) const;  // in name order
    std::vector<std::string> databases() const;                           // in name order
    std::vector<EntryPtr> all() const;                                    // in name order of databases, then names
    std::uint64_t version() const { return version_; }
    // Of the catalog tree that this version was read from; kept up to date only where another process writes.
    std::uint64_t generation() const { return generation_; }

private:
    friend class Catalog;
    using Collections = std::map<std::string, EntryPtr, std::less<>>;
    // While a new version is made.
    void put(const EntryPtr& entry);
    void remove(const Namespace& ns);

    std::map<std::string, std::shared_ptr<const Collections>, std::less<>> databases_;
    std::uint64_t version_ = 1;
    std::uint64_t generation_ = 0;
};
using CatalogPtr = std::shared_ptr<const CatalogSnapshot>;

class Catalog {
public:
    Catalog();

    // Reads all entries from the catalog tree. Throws StoreDamaged.
    void load(const storage::Transaction& transaction, bool verifyChecksums);

    CatalogPtr snapshot() const;
    // Changes with every publish; equal versions are the same snapshot. Cheap.
    std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

    // False: no collection here ever had a default collation.
    bool mayHaveCollations() const { return mayHaveCollations_.load(std::memory_order_relaxed); }

    // Changes to memory, one publish each. The caller holds the write transaction.
    void put(EntryPtr entry);              // new, or in place of the one with its namespace
    void remove(const Namespace& ns);
    void rename(const Namespace& from, EntryPtr entry);  // remove() and put() in one
    void removeDatabase(std::string_view database);

    // Changes to the catalog tree, as part of a transaction.
    static void store(storage::WriteTransaction& transaction, const CollectionEntry& entry);
    static void erase(storage::WriteTransaction& transaction, const CollectionEntry& entry);
    // How often the tree was changed, as the transaction sees it.
    static std::uint64_t generationIn(const storage::Transaction& transaction);

private:
    void publish(const std::function<void(CatalogSnapshot&)>& change);

    mutable std::mutex mutex_;
    CatalogPtr current_;
    std::atomic<std::uint64_t> version_;
    std::atomic<bool> mayHaveCollations_{false};
};

}  // namespace sheaf::engine
