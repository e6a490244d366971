// The floors of deleting: every other document with its entries in one transaction; and dropping all trees.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"

#include <algorithm>

namespace sheaf::bench::floor {
namespace {

class DeleteHalf : public Contestant {
public:
    explicit DeleteHalf(const Scale& scale) : scale_(scale), input_(FloorInput::shared(scale.documents)) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<FloorStore>(scale_.folder, Indexes::All);
        store_->load(input_);
    }
    std::uint64_t run() override {
        Transaction transaction(store_->environment(), 0);
        for (std::uint32_t at = 1; at < input_.size(); at += 2) {
            const std::uint64_t recordId = at + 1;
            MDB_val key = valueOf(recordId);
            require(mdb_del(transaction, store_->records(), &key, nullptr));
            key = valueOf(input_.idEntry(at).key);
            require(mdb_del(transaction, store_->ids(), &key, nullptr));
        }
        for (std::size_t i = 0; i < kIndexes; ++i) {
            entries_.clear();
            for (std::uint32_t at = 1; at < input_.size(); at += 2) {
                const auto entries = input_.indexEntries(i, at, at + 1);
                entries_.insert(entries_.end(), entries.begin(), entries.end());
            }
            std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
            for (const Entry& entry : entries_) {
                MDB_val key = valueOf(entry.key);
                require(mdb_del(transaction, store_->index(i), &key, nullptr));
            }
        }
        transaction.commit();
        return input_.size() / 2;
    }
    void check() override {
        requireEqual("records", store_->countEntries(store_->records()), (input_.size() + 1) / 2);
    }

private:
    const Scale scale_;
    const FloorInput& input_;
    std::unique_ptr<FloorStore> store_;
    std::vector<Entry> entries_;
};

class DropCollection : public Contestant {
public:
    explicit DropCollection(const Scale& scale) : scale_(scale), input_(FloorInput::shared(scale.documents)) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<FloorStore>(scale_.folder, Indexes::All, 0);
        store_->load(input_);
    }
    std::uint64_t run() override {
        Transaction transaction(store_->environment(), 0);
        require(mdb_drop(transaction, store_->records(), 1));
        require(mdb_drop(transaction, store_->ids(), 1));
        for (std::size_t i = 0; i < kIndexes; ++i) require(mdb_drop(transaction, store_->index(i), 1));
        transaction.commit();
        return 1;
    }

private:
    const Scale scale_;
    const FloorInput& input_;
    std::unique_ptr<FloorStore> store_;
};

}  // namespace

std::unique_ptr<Contestant> deleteHalf(const Scale& scale) { return contestant<DeleteHalf>(scale); }
std::unique_ptr<Contestant> dropCollection(const Scale& scale) { return contestant<DropCollection>(scale); }

}  // namespace sheaf::bench::floor
