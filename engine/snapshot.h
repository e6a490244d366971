// A state of the data together with the catalog that describes it.
#pragma once

#include "engine/store_impl.h"

namespace sheaf::engine {

// The newest version; remembered per thread, so that a look costs no lock while nothing changes. The reference is valid
// until this thread's next call.
const CatalogPtr& currentCatalog(const Catalog& catalog);

// A read transaction, and the catalog that fits it: valid until this thread's next call here or of currentCatalog().
struct ReadView {
    storage::ReadTransaction transaction;
    const CatalogPtr& catalog;

    // As catalog->peek(), quicker when this thread asks for the same collection again.
    const CollectionEntry* peek(const Namespace& ns) const;
};
ReadView beginReadView(StoreImpl& store);

// The same as a scope that keeps its catalog. Views into the store are valid while it is.
class Snapshot {
public:
    explicit Snapshot(StoreImpl& store) : Snapshot(beginReadView(store)) {}

    const storage::ReadTransaction& transaction() const { return transaction_; }
    const CatalogSnapshot& catalog() const { return *catalog_; }

private:
    explicit Snapshot(ReadView view) : transaction_(std::move(view.transaction)), catalog_(view.catalog) {}

    storage::ReadTransaction transaction_;
    CatalogPtr catalog_;
};

}  // namespace sheaf::engine
