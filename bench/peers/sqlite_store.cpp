// Loads the reviews into SQLite.
#include "bench/peers/sqlite_store.h"

#include "bench/peers/peers.h"
#include "bench/versions.h"
#include "bench/workload/corpus.h"
#include "bench/workload/vocabulary.h"

#include <algorithm>
#include <map>

namespace sheaf::bench::peers {
namespace {

constexpr std::uint32_t kBatch = 1'000;

constexpr const char* kSetUp =
    "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288;"
    "PRAGMA mmap_size = 4294967296; PRAGMA temp_store = MEMORY;"
    "CREATE TABLE reviews (id INTEGER PRIMARY KEY, doc TEXT NOT NULL);";
constexpr const char* kIndexes =
    "CREATE INDEX i1 ON reviews (doc ->> '$.material.material_id', doc ->> '$.votes' DESC);"
    "CREATE INDEX i2 ON reviews (doc ->> '$.member.member_id', doc ->> '$.date.$date' DESC);"
    "CREATE INDEX i3 ON reviews (doc ->> '$.state', doc ->> '$.date.$date' DESC);"
    "CREATE TABLE tags (tag TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tag, id)) WITHOUT ROWID;";

}  // namespace

SqliteStore::SqliteStore(const std::filesystem::path& parent, SqliteIndexes indexes)
    : folder_(parent), database_(folder_.path() / "reviews.sqlite"), indexes_(indexes) {
    database_.run(kSetUp);
    if (indexes == SqliteIndexes::All) database_.run(kIndexes);
}

void SqliteStore::load(std::uint32_t documents) {
    const std::vector<std::string>& texts = jsonCorpus(documents);
    const Corpus& corpus = Corpus::shared(documents);
    SqliteStatement insert(database_, "INSERT INTO reviews VALUES (?, ?)");
    std::unique_ptr<SqliteStatement> tag;
    if (indexes_ == SqliteIndexes::All) {
        tag = std::make_unique<SqliteStatement>(database_, "INSERT INTO tags VALUES (?, ?)");
    }
    for (std::uint32_t first = 0; first < documents; first += kBatch) {
        database_.run("BEGIN");
        for (std::uint32_t at = first; at < std::min(first + kBatch, documents); ++at) {
            const std::int64_t id = at + 1;
            insert.bind(1, id).bind(2, texts[at]).execute();
            if (tag == nullptr) continue;
            for (const std::uint32_t number : corpus.facts(at).tags) tag->bind(1, tagOf(number)).bind(2, id).execute();
        }
        database_.run("COMMIT");
    }
}

std::uint64_t SqliteStore::fileBytes() {
    database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
    return std::filesystem::file_size(folder_.path() / "reviews.sqlite");
}

SqliteStore& SqliteStore::shared(const Scale& scale, SqliteIndexes indexes) {
    static std::map<std::pair<std::uint32_t, SqliteIndexes>, std::unique_ptr<SqliteStore>> stores;
    auto& store = stores[{scale.documents, indexes}];
    if (!store) {
        store = std::make_unique<SqliteStore>(scale.folder, indexes);
        store->load(scale.documents);
        store->fileBytes();
        store->database().run("ANALYZE");
    }
    return *store;
}

std::string sqliteVersion() { return sqlite3_libversion(); }

}  // namespace sheaf::bench::peers
