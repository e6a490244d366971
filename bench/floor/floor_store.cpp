// Loads a collection into bare LMDB.
#include "bench/floor/floor_store.h"

#include <algorithm>
#include <map>

namespace sheaf::bench::floor {

FloorStore::FloorStore(const std::filesystem::path& parent, Indexes indexes, unsigned flags)
    : folder_(parent), environment_(folder_.path(), flags), indexes_(indexes) {
    Transaction transaction(environment_, 0);
    require(mdb_dbi_open(transaction, "c16", MDB_CREATE | MDB_INTEGERKEY, &records_));
    require(mdb_dbi_open(transaction, "i17", MDB_CREATE, &ids_));
    transaction.commit();
    if (isIndexed()) addIndexes();
}

void FloorStore::addIndexes() {
    constexpr std::array<const char*, kIndexes> names{"i18", "i19", "i20", "i21"};
    Transaction transaction(environment_, 0);
    for (std::size_t i = 0; i < kIndexes; ++i) require(mdb_dbi_open(transaction, names[i], MDB_CREATE, &trees_[i]));
    transaction.commit();
}

void FloorStore::appendEntries(std::size_t index, std::span<const Entry> entries) {
    Transaction transaction(environment_, 0);
    {
        const TreeCursor cursor(transaction, trees_[index]);
        for (const Entry& entry : entries) {
            MDB_val key = valueOf(entry.key);
            MDB_val value = valueOf(entry.value);
            require(mdb_cursor_put(cursor, &key, &value, MDB_APPEND));
        }
    }
    transaction.commit();
}

void FloorStore::insertBatch(const FloorInput& input, std::uint32_t first, std::uint32_t last) {
    Transaction transaction(environment_, 0);
    {
        const TreeCursor records(transaction, records_);
        const TreeCursor ids(transaction, ids_);
        for (std::uint32_t at = first; at < last; ++at) {
            const std::uint64_t recordId = at + 1;
            MDB_val key = valueOf(recordId);
            MDB_val value = valueOf(input.record(at));
            require(mdb_cursor_put(records, &key, &value, MDB_APPEND));
        }
        for (std::uint32_t at = first; at < last; ++at) {
            MDB_val key = valueOf(input.idEntry(at).key);
            MDB_val value = valueOf(input.idEntry(at).value);
            require(mdb_cursor_put(ids, &key, &value, MDB_NOOVERWRITE));
        }
    }
    for (std::size_t i = 0; isIndexed() && i < kIndexes; ++i) {
        const auto entries = input.indexEntries(i, first, last);
        batch_.assign(entries.begin(), entries.end());
        std::sort(batch_.begin(), batch_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
        const TreeCursor cursor(transaction, trees_[i]);
        for (const Entry& entry : batch_) {
            MDB_val key = valueOf(entry.key);
            MDB_val value = valueOf(entry.value);
            require(mdb_cursor_put(cursor, &key, &value, MDB_NOOVERWRITE));
        }
    }
    transaction.commit();
}

void FloorStore::load(const FloorInput& input) {
    for (std::uint32_t first = 0; first < input.size(); first += kBatch) {
        insertBatch(input, first, std::min(first + kBatch, input.size()));
    }
}

std::uint64_t FloorStore::countEntries(MDB_dbi tree) const {
    const Transaction transaction(environment_, MDB_RDONLY);
    MDB_stat stat;
    require(mdb_stat(transaction, tree, &stat));
    return stat.ms_entries;
}

std::uint64_t FloorStore::fileBytes() const { return std::filesystem::file_size(folder_.path() / "data.mdb"); }

const FloorStore& FloorStore::shared(const Scale& scale, Indexes indexes) {
    static std::map<std::pair<std::uint32_t, Indexes>, std::unique_ptr<FloorStore>> stores;
    auto& store = stores[{scale.documents, indexes}];
    if (!store) {
        store = std::make_unique<FloorStore>(scale.folder, indexes);
        store->load(FloorInput::shared(scale.documents));
    }
    return *store;
}

}  // namespace sheaf::bench::floor
