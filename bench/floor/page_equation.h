// Counts the pages that one transaction wrote, through LMDB's public interface: what its trees grew by, plus what it
// freed. Exact as long as the transaction frees no page that it allocated itself, which a single update never does.
#pragma once

#include "bench/floor/lmdb_environment.h"

namespace sheaf::bench::floor {

class PageEquation {
public:
    // Right after the transaction began.
    void begin(MDB_txn* transaction) {
        transaction_ = mdb_txn_id(transaction);
        pages_ = pagesOf(transaction);
    }
    // After its commit, before any other. Without the meta page.
    std::uint64_t pagesWritten(MDB_env* environment) const {
        const Transaction transaction(environment, MDB_RDONLY);
        const TreeCursor freeList(transaction, kFreeTree);
        std::uint64_t number = transaction_;
        MDB_val key = valueOf(number);
        MDB_val value;
        std::uint64_t freed = 0;
        const int code = mdb_cursor_get(freeList, &key, &value, MDB_SET_KEY);
        if (code == MDB_SUCCESS) {
            std::memcpy(&freed, value.mv_data, sizeof freed);
        } else if (code != MDB_NOTFOUND) {
            require(code);
        }
        return pagesOf(transaction) - pages_ + freed;
    }

private:
    static constexpr MDB_dbi kFreeTree = 0;
    static constexpr MDB_dbi kTreeOfTrees = 1;

    static std::uint64_t pagesOf(MDB_txn* transaction, MDB_dbi tree) {
        MDB_stat stat;
        require(mdb_stat(transaction, tree, &stat));
        return stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
    }
    // Trees of the floor's store are opened one after the other, behind the two of LMDB's own.
    static std::uint64_t pagesOf(MDB_txn* transaction) {
        std::uint64_t pages = pagesOf(transaction, kFreeTree) + pagesOf(transaction, kTreeOfTrees);
        for (MDB_dbi tree = kTreeOfTrees + 1; tree <= kTreeOfTrees + 2; ++tree) pages += pagesOf(transaction, tree);
        return pages;
    }

    std::uint64_t transaction_ = 0;
    std::uint64_t pages_ = 0;
};

}  // namespace sheaf::bench::floor
