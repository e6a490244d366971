// Collations of operations: named, or the collection's.
#include "engine/read/collation.h"

#include "engine/snapshot.h"

namespace sheaf::engine {

query::CollationPtr collationFor(StoreImpl& store, const Namespace& ns, bson::DocumentView named) {
    if (!named.isEmpty()) return query::Collation::parse(named);
    if (!store.catalog.mayHaveCollations()) return nullptr;
    const EntryPtr entry = currentCatalog(store.catalog)->find(ns);
    return entry ? entry->collation : nullptr;
}

}  // namespace sheaf::engine
