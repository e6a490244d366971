// Which collation an operation compares strings by.
#pragma once

#include "engine/store_impl.h"
#include "query/collation/collation.h"

namespace sheaf::engine {

// The one that the operation names, else (for {}) the collection's default. Throws what Collation::parse throws.
query::CollationPtr collationFor(StoreImpl& store, const Namespace& ns, bson::DocumentView named);

}  // namespace sheaf::engine
