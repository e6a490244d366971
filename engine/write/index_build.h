// Fills a new index from the documents that are there.
#pragma once

#include "engine/operation.h"
#include "engine/write/entry_batch.h"

namespace sheaf::engine {

// Entries are gathered and sorted up to this many bytes, then put.
inline constexpr std::uint64_t kIndexBuildBytes = std::uint64_t{64} << 20;

// Builds `indexes` (new and empty) in one walk over the records, inside the transaction. Sets their multikey paths.
// Throws DuplicateKey (11000) with keyPattern and keyValue, CannotIndexParallelArrays (171), 16746; the transaction is
// then to be aborted.
void buildIndexes(const Operation& operation, storage::WriteTransaction& transaction, const CollectionEntry& entry,
                  std::span<const std::shared_ptr<CatalogIndex>> indexes, Cost& cost);

// The error of a key that is there already: keyPattern and keyValue in its details. `document` is whose key it is.
[[noreturn]] void raiseDuplicateKey(const Namespace& ns, const CatalogIndex& index, const index::KeyView& key,
                                    bson::DocumentView document);

}  // namespace sheaf::engine
