// The reviews in SQLite: JSON text in a table, expression indexes for i1 to i3, a table of its own for the tags.
#pragma once

#include "bench/item.h"
#include "bench/peers/sqlite_database.h"

namespace sheaf::bench::peers {

enum class SqliteIndexes : std::uint8_t { None, All };

class SqliteStore {
public:
    // Empty, write-ahead log, never synced.
    SqliteStore(const std::filesystem::path& parent, SqliteIndexes indexes);

    // All reviews, 1,000 a transaction.
    void load(std::uint32_t documents);
    SqliteDatabase& database() { return database_; }
    std::uint64_t fileBytes();  // after a checkpoint

    static SqliteStore& shared(const Scale& scale, SqliteIndexes indexes);

private:
    ScratchFolder folder_;
    SqliteDatabase database_;
    SqliteIndexes indexes_;
};

}  // namespace sheaf::bench::peers
