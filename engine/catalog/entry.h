// What the catalog knows of one collection and its indexes, in memory and as a document on disk.
//
//   catalog tree: key := id, 4 bytes, big-endian     value := BSON
//                 key := 4 bytes of 0                value := generation, 8 bytes, little-endian: counts the changes here
//   {ns: string, id: int32, uuid: binary 4, options: document, highestRecordId: int64,
//    indexes: [{id: int32, spec: {v, key, name, …}, ready: bool, multikey: {path: [prefix, …], …}}, …]}
//
//   id                the number of the records' tree; of an index, of its tree
//   highestRecordId   no record was ever given a higher one, unless it is still there
//   multikey          left out when no array was met yet
#pragma once

#include "engine/catalog/namespace.h"
#include "engine/storage/environment.h"
#include "engine/storage/index_tree.h"
#include "engine/storage/records.h"
#include "index/key_generator.h"
#include "index/record_id.h"
#include "index/spec.h"
#include "query/collation/collation.h"

#include <sheaf/bson/document.h>

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace sheaf::engine {

// What changes about an index without a new catalog version. Only the holder of the write transaction looks at it.
struct IndexRuntime {
    index::MultikeyPaths committedMultikey;  // what the catalog tree's last commit says
};

// Immutable.
struct CatalogIndex {
    index::IndexSpec spec;
    storage::IndexTree tree;
    index::KeyGenerator generator;
    index::MultikeyPaths multikey;  // a superset of what any snapshot holds
    bool isReady = true;            // false: being built, no scan may use it
    std::shared_ptr<IndexRuntime> runtime;

    CatalogIndex(index::IndexSpec indexSpec, storage::Tree indexTree);
    std::uint64_t id() const { return tree.tree().id(); }
    bool isUnique() const { return spec.isUniqueInTree(); }
};
using IndexPtr = std::shared_ptr<const CatalogIndex>;

struct CollectionRuntime {
    // The highest RecordId ever given. Changed only by the holder of the write transaction.
    std::atomic<RecordId> highestRecordId{0};
    // That it is written in the catalog tree.
    RecordId committedHighestRecordId = 0;
};

// Immutable: a change makes a new entry.
struct CollectionEntry {
    Namespace ns;
    storage::Tree tree;
    storage::Records records;
    std::array<std::uint8_t, 16> uuid{};
    bson::Document options;         // as listCollections shows them
    query::CollationPtr collation;  // of options: how queries that name none compare strings; null: by their bytes
    std::vector<IndexPtr> indexes;  // _id_ first, then in order of creation
    // Of the indexes but _id_, in the same order. Set by setIndexes().
    std::shared_ptr<const index::KeyGenerators> secondaryKeys;
    std::shared_ptr<CollectionRuntime> runtime = std::make_shared<CollectionRuntime>();

    std::uint64_t id() const { return tree.id(); }
    void setIndexes(std::vector<IndexPtr> all);
    const CatalogIndex& idIndex() const { return *indexes.front(); }
    const CatalogIndex* findIndex(std::string_view name) const;
    bson::Value uuidValue() const;
};
using EntryPtr = std::shared_ptr<const CollectionEntry>;

using CatalogKey = std::array<std::uint8_t, 4>;
// The default collation that a collection's options name. One that was stored by another version of ICU is taken as it
// is: no index depends on it.
query::CollationPtr defaultCollation(bson::DocumentView options);

CatalogKey catalogKeyOf(std::uint64_t id);

bson::Document encodeEntry(const CollectionEntry& entry);
// Throws StoreDamaged when the document is not as above or names a tree that is not in the file.
EntryPtr decodeEntry(bson::DocumentView document, storage::Environment& environment, bool verifyChecksums);

}  // namespace sheaf::engine
