// The floors of bulk inserts: the same puts in the same order, of bytes that lie ready.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"

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

}  // namespace

std::unique_ptr<Contestant> bulkInsert(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::None);
}
std::unique_ptr<Contestant> bulkInsertIndexed(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::All);
}

}  // namespace sheaf::bench::floor
