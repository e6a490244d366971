// The ledger without the private LMDB: what a transaction wrote, derived from page counts before and after it.
//
// Every page written is a page newly allocated, and what was allocated is the growth of all trees plus what was freed,
// which LMDB records under the transaction's number. Wrong by a few pages when a transaction frees pages that it
// allocated itself, so figures from here are marked as not exact.
#pragma once

#include "engine/storage/environment.h"
#include "engine/storage/lmdb_api.h"

namespace sheaf::storage {

class PageEquation {
public:
    void before(const Environment::Impl& impl, MDB_txn* transaction);
    // After the commit of transaction `id`, with the writer's place held.
    WriteStats after(const Environment::Impl& impl, std::uint64_t id, bool wrote) const;

    static unsigned handleOf(Tree tree) { return tree.handle_; }

private:
    std::uint64_t pagesBefore_ = 0;
};

}  // namespace sheaf::storage
