// The floor of $inc: one transaction that finds the record through `_id`, changes four bytes of a copy and puts it.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"
#include "bench/floor/keys.h"
#include "bench/floor/page_equation.h"
#include "bench/questions/counted_documents.h"

#include <algorithm>

namespace sheaf::bench::floor {
namespace {

class Increment : public Contestant {
public:
    Increment(const Scale& scale, std::size_t docBytes)
        : scale_(scale), documents_(docBytes), store_(scale.folder, Indexes::None) {
        const FloorInput& filler = FloorInput::shared(fillerDocuments(scale));
        store_.load(filler);
        for (std::uint32_t i = 0; i < kCountedDocuments; ++i) {
            append(filler.size() + 1 + i, recordOf(documents_.make(filler.size() + 1 + i)));
        }
        firstId_ = filler.size() + 1;
        record_ = recordOf(documents_.make(firstId_));
        votesAt_ = record_.find(std::string("\x10votes\0", 7)) + 7;
    }

    std::uint64_t run() override {
        const std::uint32_t updates = documents_.updates(scale_);
        for (std::uint32_t i = 0; i < updates; ++i) {
            key_.clear();
            KeyWriter(key_).integer(static_cast<std::int64_t>(firstId_ + i % kCountedDocuments));
            Transaction transaction(store_.environment(), 0);
            if (i == updates - 1) equation_.begin(transaction);
            increment(transaction);
            transaction.commit();
        }
        updates_ += updates;
        pages_ = equation_.pagesWritten(store_.environment());
        return updates;
    }
    void check() override {
        const Transaction transaction(store_.environment(), MDB_RDONLY);
        std::uint64_t votes = 0;
        for (std::uint32_t i = 0; i < kCountedDocuments; ++i) {
            const std::uint64_t recordId = firstId_ + i;
            MDB_val key = valueOf(recordId);
            MDB_val value;
            require(mdb_get(transaction, store_.records(), &key, &value));
            votes += votesOf(bytesOf(value)) - kFirstVotes;
        }
        requireEqual("votes", votes, updates_);
    }
    double count() const override { return static_cast<double>(pages_); }

private:
    void append(std::uint64_t recordId, const std::string& record) {
        std::string idKey;
        std::string idValue;
        KeyWriter(idKey).integer(static_cast<std::int64_t>(recordId));
        KeyWriter(idValue).recordId(recordId);
        idValue += '\x01';
        Transaction transaction(store_.environment(), 0);
        MDB_val key = valueOf(recordId);
        MDB_val value = valueOf(record);
        require(mdb_put(transaction, store_.records(), &key, &value, MDB_APPEND));
        key = valueOf(idKey);
        value = valueOf(idValue);
        require(mdb_put(transaction, store_.ids(), &key, &value, MDB_NOOVERWRITE));
        transaction.commit();
    }

    std::uint32_t votesOf(std::string_view record) const {
        std::uint32_t votes;
        std::memcpy(&votes, record.data() + votesAt_, sizeof votes);
        return votes;
    }

    void increment(MDB_txn* transaction) {
        MDB_val key = valueOf(key_);
        MDB_val value;
        require(mdb_get(transaction, store_.ids(), &key, &value));
        const std::uint64_t recordId = leadingRecordId(bytesOf(value));
        key = valueOf(recordId);
        require(mdb_get(transaction, store_.records(), &key, &value));
        record_.assign(bytesOf(value));
        const std::uint32_t votes = votesOf(record_) + 1;
        std::memcpy(record_.data() + votesAt_, &votes, sizeof votes);
        value = valueOf(record_);
        require(mdb_put(transaction, store_.records(), &key, &value, 0));
    }

    const Scale scale_;
    const CountedDocuments documents_;
    FloorStore store_;
    std::uint64_t firstId_ = 0;
    std::size_t votesAt_ = 0;
    std::string record_;
    std::string key_;
    PageEquation equation_;
    std::uint64_t updates_ = 0;
    std::uint64_t pages_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> increment(const Scale& scale, std::size_t docBytes) {
    return std::make_unique<Increment>(scale, docBytes);
}

}  // namespace sheaf::bench::floor
