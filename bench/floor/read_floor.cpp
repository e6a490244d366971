// The floors of reads by key: descents and entries, nothing else. One renewed snapshot for each query.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"
#include "bench/floor/keys.h"
#include "bench/floor/walk.h"
#include "bench/questions/queries.h"
#include "bench/workload/vocabulary.h"

namespace sheaf::bench::floor {
namespace {

// A snapshot that is renewed, which costs a quarter of a new one.
class Snapshot {
public:
    explicit Snapshot(MDB_env* environment) : transaction_(environment, MDB_RDONLY) { mdb_txn_reset(transaction_); }
    MDB_txn* renew() {
        require(mdb_txn_renew(transaction_));
        return transaction_;
    }
    void release() { mdb_txn_reset(transaction_); }

private:
    Transaction transaction_;
};

std::string_view fetch(MDB_txn* transaction, const FloorStore& store, std::uint64_t recordId) {
    MDB_val key = valueOf(recordId);
    MDB_val value;
    require(mdb_get(transaction, store.records(), &key, &value));
    return bytesOf(value);
}

class ReadFloor : public Contestant {
public:
    ReadFloor(const Scale& scale, Indexes indexes)
        : scale_(scale), store_(FloorStore::shared(scale, indexes)), snapshot_(store_.environment()) {}

protected:
    const Scale scale_;
    const FloorStore& store_;
    Snapshot snapshot_;
    std::uint64_t found_ = 0;
    std::string key_;
};

class PointRead : public ReadFloor {
public:
    explicit PointRead(const Scale& scale) : ReadFloor(scale, Indexes::None) {}

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        for (std::uint32_t i = 0; i < scale_.operations; ++i) {
            key_.clear();
            KeyWriter(key_).integer(static_cast<std::int64_t>(random.below(scale_.documents)) + 1);
            MDB_txn* const transaction = snapshot_.renew();
            MDB_val key = valueOf(key_);
            MDB_val entry;
            require(mdb_get(transaction, store_.ids(), &key, &entry));
            found_ += fetch(transaction, store_, leadingRecordId(bytesOf(entry))).size() > 9 ? 1 : 0;
            snapshot_.release();
        }
        return scale_.operations;
    }
    void check() override { requireEqual("documents", found_, scale_.operations); }
};

// Entries of an index whose key starts with key_, one by one: visit(RecordId) until false.
template <typename Visit>
void walkPrefix(MDB_txn* transaction, MDB_dbi tree, std::string_view prefix, Visit&& visit) {
    const TreeCursor cursor(transaction, tree);
    MDB_val key = valueOf(prefix);
    MDB_val value;
    int code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    while (code == MDB_SUCCESS && bytesOf(key).substr(0, prefix.size()) == prefix) {
        if (!visit(recordIdOf(bytesOf(key)))) return;
        code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
    }
    if (code != MDB_SUCCESS && code != MDB_NOTFOUND) require(code);
}

class TopOfMaterial : public ReadFloor {
public:
    explicit TopOfMaterial(const Scale& scale) : ReadFloor(scale, Indexes::All) {}

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        const std::uint32_t queries = materialQueries(scale_);
        for (std::uint32_t i = 0; i < queries; ++i) {
            key_.clear();
            KeyWriter(key_).integer(drawMaterial(random, scale_));
            MDB_txn* const transaction = snapshot_.renew();
            std::uint64_t left = kTopReviews;
            walkPrefix(transaction, store_.index(0), key_, [&](std::uint64_t recordId) {
                found_ += fetch(transaction, store_, recordId).size() > 9 ? 1 : 0;
                return --left > 0;
            });
            snapshot_.release();
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTopReviews(scale_)); }
};

bool isPublished(std::string_view record) {
    bool published = false;
    const Span elements = elementsOf(record);
    walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
        if (type != 0x02 || name != "state") return true;
        published = textAt(value, elements.end) == "published";
        return false;
    });
    return published;
}

class TagQuery : public ReadFloor {
public:
    TagQuery(const Scale& scale, bool publishedOnly) : ReadFloor(scale, Indexes::All), publishedOnly_(publishedOnly) {}

    std::uint64_t run() override {
        found_ = 0;
        const std::uint32_t queries = tagQueries(scale_, publishedOnly_);
        for (std::uint32_t i = 0; i < queries; ++i) {
            key_.clear();
            KeyWriter(key_).text(tagOf(queriedTag(i)));
            MDB_txn* const transaction = snapshot_.renew();
            if (publishedOnly_) {
                const TreeCursor records(transaction, store_.records());
                walkPrefix(transaction, store_.index(3), key_, [&](std::uint64_t recordId) {
                    MDB_val key = valueOf(recordId);
                    MDB_val value;
                    require(mdb_cursor_get(records, &key, &value, MDB_SET_KEY));
                    found_ += isPublished(bytesOf(value)) ? 1 : 0;
                    return true;
                });
            } else {
                walkPrefix(transaction, store_.index(3), key_, [&](std::uint64_t) { return ++found_ != 0; });
            }
            snapshot_.release();
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTagged(scale_, publishedOnly_)); }

private:
    bool publishedOnly_;
};

}  // namespace

std::unique_ptr<Contestant> pointRead(const Scale& scale) { return contestant<PointRead>(scale); }
std::unique_ptr<Contestant> topOfMaterial(const Scale& scale) { return contestant<TopOfMaterial>(scale); }
std::unique_ptr<Contestant> tagAndState(const Scale& scale) { return std::make_unique<TagQuery>(scale, true); }
std::unique_ptr<Contestant> countTag(const Scale& scale) { return std::make_unique<TagQuery>(scale, false); }

}  // namespace sheaf::bench::floor
