// Page counts before and after a transaction.
#include "engine/storage/page_equation.h"

#include "engine/storage/environment_impl.h"

namespace sheaf::storage {
namespace {

constexpr std::uint64_t kMetaWriteBytes = 120;  // the part of the meta page that LMDB writes

std::uint64_t pagesOf(MDB_txn* transaction, unsigned handle) {
    MDB_stat stat{};
    if (mdb_stat(transaction, handle, &stat) != 0) return 0;
    return stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
}

std::uint64_t allPages(const Environment::Impl& impl, MDB_txn* transaction) {
    std::uint64_t pages = pagesOf(transaction, kFreeTreeHandle) + pagesOf(transaction, kMainTreeHandle);
    for (Tree tree : impl.trees.list()) pages += pagesOf(transaction, PageEquation::handleOf(tree));
    return pages;
}

// How many pages the transaction of that number has freed.
std::uint64_t pagesFreedBy(MDB_txn* transaction, std::uint64_t id) {
    MDB_cursor* cursor = nullptr;
    if (mdb_cursor_open(transaction, kFreeTreeHandle, &cursor) != 0) return 0;
    MDB_val key{sizeof id, &id};
    MDB_val value{};
    std::uint64_t freed = 0;
    if (mdb_cursor_get(cursor, &key, &value, MDB_SET_KEY) == 0 && value.mv_size >= sizeof freed) {
        std::memcpy(&freed, value.mv_data, sizeof freed);
    }
    mdb_cursor_close(cursor);
    return freed;
}

}  // namespace

void PageEquation::before(const Environment::Impl& impl, MDB_txn* transaction) {
    pagesBefore_ = allPages(impl, transaction);
}

WriteStats PageEquation::after(const Environment::Impl& impl, std::uint64_t id, bool wrote) const {
    WriteStats stats;
    stats.exact = false;
    if (!wrote) return stats;
    MDB_txn* transaction = nullptr;
    if (mdb_txn_begin(impl.handle, nullptr, MDB_RDONLY, &transaction) != 0) return stats;
    stats.pages.leaf = allPages(impl, transaction) + pagesFreedBy(transaction, id) - pagesBefore_;
    mdb_txn_abort(transaction);
    stats.pages.meta = 1;
    stats.bytesWritten = stats.pages.leaf * impl.pageBytes + kMetaWriteBytes;
    stats.syncs = impl.options.durability == Durability::Durable ? 2 : impl.options.durability == Durability::Relaxed ? 1 : 0;
    return stats;
}

}  // namespace sheaf::storage
