// What the floors of scans and groups share: one cursor over all records in one snapshot.
#pragma once

#include "bench/floor/floor_store.h"
#include "bench/floor/walk.h"

namespace sheaf::bench::floor {

// visit(elements of the document) for each record.
template <typename Visit>
void forEachRecord(const FloorStore& store, Visit&& visit) {
    const Transaction transaction(store.environment(), MDB_RDONLY);
    const TreeCursor cursor(transaction, store.records());
    MDB_val key;
    MDB_val value;
    int code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
    for (; code == MDB_SUCCESS; code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) visit(elementsOf(bytesOf(value)));
    if (code != MDB_NOTFOUND) require(code);
}

class ScanFloor : public Contestant {
public:
    explicit ScanFloor(const Scale& scale) : scale_(scale), store_(FloorStore::shared(scale, Indexes::None)) {}

protected:
    const Scale scale_;
    const FloorStore& store_;
};

}  // namespace sheaf::bench::floor
