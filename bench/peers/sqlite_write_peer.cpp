// SQLite's side of the writes.
#include "bench/peers/peers.h"
#include "bench/peers/sqlite_store.h"
#include "bench/questions/counted_documents.h"

namespace sheaf::bench::peers {
namespace {

std::uint64_t countRows(SqliteStore& store) {
    SqliteStatement count(store.database(), "SELECT count(*) FROM reviews");
    count.step();
    return static_cast<std::uint64_t>(count.integer(0));
}

class BulkInsert : public Contestant {
public:
    BulkInsert(const Scale& scale, SqliteIndexes indexes) : scale_(scale), indexes_(indexes) {
        jsonCorpus(scale.documents);
    }

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<SqliteStore>(scale_.folder, indexes_);
    }
    std::uint64_t run() override {
        store_->load(scale_.documents);
        return scale_.documents;
    }
    void check() override { requireEqual("rows", countRows(*store_), scale_.documents); }
    double count() const override { return static_cast<double>(store_->fileBytes()); }

protected:
    const Scale scale_;
    SqliteIndexes indexes_;
    std::unique_ptr<SqliteStore> store_;
};

class DeleteHalf : public BulkInsert {
public:
    explicit DeleteHalf(const Scale& scale) : BulkInsert(scale, SqliteIndexes::All) {}

    void prepare() override {
        BulkInsert::prepare();
        store_->load(scale_.documents);
        store_->fileBytes();
    }
    std::uint64_t run() override {
        store_->database().run(
            "BEGIN; DELETE FROM tags WHERE id % 2 = 0; DELETE FROM reviews WHERE id % 2 = 0; COMMIT");
        return scale_.documents / 2;
    }
    void check() override { requireEqual("rows", countRows(*store_), (scale_.documents + 1) / 2); }
};

class Drop : public DeleteHalf {
public:
    using DeleteHalf::DeleteHalf;

    std::uint64_t run() override {
        store_->database().run(
            "PRAGMA synchronous = FULL; BEGIN; DROP TABLE tags; DROP TABLE reviews; COMMIT;"
            "PRAGMA wal_checkpoint(FULL)");
        return 1;
    }
    void check() override {}
};

class Increment : public Contestant {
public:
    Increment(const Scale& scale, std::size_t docBytes)
        : scale_(scale), documents_(docBytes), store_(scale.folder, SqliteIndexes::None) {
        const std::uint32_t filler = fillerDocuments(scale);
        store_.load(filler);
        firstId_ = filler + 1;
        SqliteStatement insert(store_.database(), "INSERT INTO reviews VALUES (?, ?)");
        for (std::uint32_t i = 0; i < kCountedDocuments; ++i) {
            const std::string text = relaxedJsonOf(documents_.make(firstId_ + i));
            insert.bind(1, firstId_ + i).bind(2, text).execute();
        }
        update_ = std::make_unique<SqliteStatement>(
            store_.database(), "UPDATE reviews SET doc = json_set(doc, '$.votes', (doc ->> '$.votes') + 1) WHERE id = ?");
    }

    std::uint64_t run() override {
        const std::uint32_t updates = documents_.updates(scale_);
        for (std::uint32_t i = 0; i < updates; ++i) update_->bind(1, firstId_ + i % kCountedDocuments).execute();
        updates_ += updates;
        return updates;
    }
    void check() override {
        SqliteStatement sum(store_.database(), "SELECT sum((doc ->> '$.votes') - 7) FROM reviews WHERE id >= ?");
        sum.bind(1, firstId_).step();
        requireEqual("votes", static_cast<std::uint64_t>(sum.integer(0)), updates_);
    }

private:
    const Scale scale_;
    const CountedDocuments documents_;
    SqliteStore store_;
    std::int64_t firstId_ = 0;
    std::unique_ptr<SqliteStatement> update_;
    std::uint64_t updates_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> sqliteBulkInsert(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, SqliteIndexes::None);
}
std::unique_ptr<Contestant> sqliteBulkInsertIndexed(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, SqliteIndexes::All);
}
std::unique_ptr<Contestant> sqliteIncrement(const Scale& scale, std::size_t docBytes) {
    return std::make_unique<Increment>(scale, docBytes);
}
std::unique_ptr<Contestant> sqliteDeleteHalf(const Scale& scale) { return contestant<DeleteHalf>(scale); }
std::unique_ptr<Contestant> sqliteDrop(const Scale& scale) { return contestant<Drop>(scale); }

}  // namespace sheaf::bench::peers
