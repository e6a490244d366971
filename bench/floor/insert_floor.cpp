// The floors of bulk inserts: the same puts in the same order, of bytes that lie ready.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"
#include "bench/floor/scan.h"

#include <algorithm>

namespace sheaf::bench::floor {
namespace {

class BulkInsert : public Contestant {
public:
    BulkInsert(const Scale& scale, Indexes indexes)
        : folder_(scale.folder), indexes_(indexes), input_(FloorInput::shared(scale.documents)) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<FloorStore>(folder_, indexes_);
    }
    std::uint64_t run() override {
        store_->load(input_);
        return input_.size();
    }
    void check() override {
        requireEqual("records", store_->countEntries(store_->records()), input_.size());
        requireEqual("_id entries", store_->countEntries(store_->ids()), input_.size());
    }
    double count() const override { return static_cast<double>(store_->fileBytes()); }

private:
    std::filesystem::path folder_;
    Indexes indexes_;
    const FloorInput& input_;
    std::unique_ptr<FloorStore> store_;
};

// For each index: a walk over the records, its entries sorted, appended.
class BuildIndexes : public Contestant {
public:
    explicit BuildIndexes(const Scale& scale) : scale_(scale), input_(FloorInput::shared(scale.documents)) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<FloorStore>(scale_.folder, Indexes::None);
        store_->load(input_);
        store_->addIndexes();
    }
    std::uint64_t run() override {
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < kIndexes; ++i) {
            std::uint64_t bytes = 0;
            forEachRecord(*store_, [&](Span elements) { bytes += static_cast<std::uint64_t>(elements.end - elements.data); });
            const auto all = input_.indexEntries(i, 0, input_.size());
            entries.assign(all.begin(), all.end());
            std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
            store_->appendEntries(i, entries);
            walked_ = bytes;
        }
        return input_.size();
    }
    void check() override {
        for (std::size_t i = 0; i < kIndexes; ++i) {
            requireEqual("entries", store_->countEntries(store_->index(i)), input_.indexEntries(i, 0, input_.size()).size());
        }
        if (walked_ == 0) throw WrongAnswer("no records were walked");
    }

private:
    const Scale scale_;
    const FloorInput& input_;
    std::unique_ptr<FloorStore> store_;
    std::uint64_t walked_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> buildIndexes(const Scale& scale) { return contestant<BuildIndexes>(scale); }
std::unique_ptr<Contestant> bulkInsert(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::None);
}
std::unique_ptr<Contestant> bulkInsertIndexed(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::All);
}

}  // namespace sheaf::bench::floor
