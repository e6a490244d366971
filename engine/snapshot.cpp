// Snapshots whose catalog fits.
#include "engine/snapshot.h"

namespace sheaf::engine {
namespace {

// Beside another process's writer: the catalog is read again when that process has changed it. A new tree can be used
// only by transactions that begin after it was opened, hence the renewal.
void followOtherProcess(StoreImpl& store, storage::ReadTransaction& transaction) {
    while (Catalog::generationIn(transaction) != currentCatalog(store.catalog)->generation()) {
        store.catalog.load(transaction, store.options.verifyChecksums);
        transaction.renew();
    }
}

}  // namespace

const CatalogPtr& currentCatalog(const Catalog& catalog) {
    thread_local CatalogPtr remembered;
    if (!remembered || remembered->version() != catalog.version()) remembered = catalog.snapshot();
    return remembered;
}

const CollectionEntry* ReadView::peek(const Namespace& ns) const {
    thread_local std::uint64_t version = 0;
    thread_local const CollectionEntry* entry = nullptr;
    if (version == catalog->version() && entry && entry->ns == ns) return entry;
    entry = catalog->peek(ns);
    version = catalog->version();
    return entry;
}

ReadView beginReadView(StoreImpl& store) {
    const CatalogPtr* catalog = &currentCatalog(store.catalog);
    storage::ReadTransaction transaction = store.environment->beginRead();
    if (store.options.readOnly) {
        followOtherProcess(store, transaction);
        catalog = &currentCatalog(store.catalog);
    }
    while ((*catalog)->version() != store.catalog.version()) {
        catalog = &currentCatalog(store.catalog);
        transaction.renew();
    }
    return {std::move(transaction), *catalog};
}

}  // namespace sheaf::engine
