// SQLite's side of the reads: prepared statements, each in a transaction of its own.
#include "bench/peers/peers.h"
#include "bench/peers/sqlite_store.h"
#include "bench/questions/queries.h"
#include "bench/workload/vocabulary.h"

namespace sheaf::bench::peers {
namespace {

class SqliteReader : public Contestant {
public:
    SqliteReader(const Scale& scale, SqliteIndexes indexes, const char* sql)
        : scale_(scale), statement_(SqliteStore::shared(scale, indexes).database(), sql) {}

protected:
    const Scale scale_;
    SqliteStatement statement_;
    std::uint64_t found_ = 0;
};

class PointRead : public SqliteReader {
public:
    explicit PointRead(const Scale& scale)
        : SqliteReader(scale, SqliteIndexes::None, "SELECT doc FROM reviews WHERE id = ?") {}

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        for (std::uint32_t i = 0; i < scale_.operations; ++i) {
            statement_.bind(1, static_cast<std::int64_t>(random.below(scale_.documents)) + 1);
            while (statement_.step()) found_ += statement_.text(0).size() > 9 ? 1 : 0;
            statement_.reset();
        }
        return scale_.operations;
    }
    void check() override { requireEqual("documents", found_, scale_.operations); }
};

class TopOfMaterial : public SqliteReader {
public:
    explicit TopOfMaterial(const Scale& scale)
        : SqliteReader(scale, SqliteIndexes::All,
                       "SELECT doc FROM reviews WHERE doc ->> '$.material.material_id' = ?"
                       " ORDER BY doc ->> '$.votes' DESC LIMIT 10") {}

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        const std::uint32_t queries = materialQueries(scale_);
        for (std::uint32_t i = 0; i < queries; ++i) {
            statement_.bind(1, static_cast<std::int64_t>(drawMaterial(random, scale_)));
            while (statement_.step()) found_ += statement_.text(0).size() > 9 ? 1 : 0;
            statement_.reset();
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTopReviews(scale_)); }
};

class TagAndState : public SqliteReader {
public:
    explicit TagAndState(const Scale& scale)
        : SqliteReader(scale, SqliteIndexes::All,
                       "SELECT count(*) FROM tags CROSS JOIN reviews USING (id)"
                       " WHERE tag = ? AND doc ->> '$.state' = 'published'") {}

    std::uint64_t run() override {
        found_ = 0;
        const std::uint32_t queries = tagQueries(scale_, true);
        for (std::uint32_t i = 0; i < queries; ++i) {
            statement_.bind(1, tagOf(queriedTag(i)));
            while (statement_.step()) found_ += static_cast<std::uint64_t>(statement_.integer(0));
            statement_.reset();
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTagged(scale_, true)); }
};

// A statement over the whole table whose rows' first column adds up to the answer.
class WholeTable : public SqliteReader {
public:
    using Expected = std::uint64_t (*)(const Scale&);
    WholeTable(const Scale& scale, const char* sql, Expected expected)
        : SqliteReader(scale, SqliteIndexes::None, sql), expected_(expected) {}

    std::uint64_t run() override {
        found_ = 0;
        while (statement_.step()) found_ += static_cast<std::uint64_t>(statement_.integer(0));
        statement_.reset();
        return scale_.documents;
    }
    void check() override { requireEqual("the answer", found_, expected_(scale_)); }

private:
    Expected expected_;
};

}  // namespace

std::unique_ptr<Contestant> sqlitePointRead(const Scale& scale) { return contestant<PointRead>(scale); }
std::unique_ptr<Contestant> sqliteTopOfMaterial(const Scale& scale) { return contestant<TopOfMaterial>(scale); }
std::unique_ptr<Contestant> sqliteTagAndState(const Scale& scale) { return contestant<TagAndState>(scale); }
std::unique_ptr<Contestant> sqliteScanEarly(const Scale& scale) {
    return std::make_unique<WholeTable>(
        scale, "SELECT count(*) FROM reviews WHERE doc ->> '$.score' >= 4 AND doc ->> '$.material.type' = 'book'",
        expectedGoodBooks);
}
std::unique_ptr<Contestant> sqliteScanLate(const Scale& scale) {
    return std::make_unique<WholeTable>(scale, "SELECT count(*) FROM reviews WHERE doc ->> '$.state' = 'hidden'",
                                        expectedHidden);
}
std::unique_ptr<Contestant> sqliteGroupByType(const Scale& scale) {
    return std::make_unique<WholeTable>(scale,
                                        "SELECT sum(doc ->> '$.votes'), count(*), avg(doc ->> '$.score'),"
                                        " doc ->> '$.material.type' AS type FROM reviews GROUP BY type",
                                        expectedVotes);
}
std::unique_ptr<Contestant> sqliteGroupByMaterial(const Scale& scale) {
    return std::make_unique<WholeTable>(scale,
                                        "SELECT sum(doc ->> '$.votes'), count(*), avg(doc ->> '$.score'),"
                                        " doc ->> '$.material.material_id' AS id FROM reviews GROUP BY id",
                                        expectedVotes);
}
std::unique_ptr<Contestant> sqliteUnwindTags(const Scale& scale) {
    return std::make_unique<WholeTable>(scale,
                                        "SELECT count(*) AS uses, tag.value FROM reviews, json_each(doc, '$.tags') AS tag"
                                        " GROUP BY tag.value ORDER BY uses DESC LIMIT 10",
                                        expectedTopTagUses);
}

}  // namespace sheaf::bench::peers
