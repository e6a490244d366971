// sheaf's bulk inserts, and the short life of an ephemeral store.
#include "bench/engine/engines.h"
#include "bench/engine/loaded_store.h"
#include "bench/workload/corpus.h"

#include <algorithm>

namespace sheaf::bench::engine {
namespace {

class BulkInsert : public Contestant {
public:
    BulkInsert(const Scale& scale, Indexes indexes) : scale_(scale), indexes_(indexes) {
        Corpus::shared(scale.documents);
    }

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<LoadedStore>(scale_.folder, indexes_);
    }
    std::uint64_t run() override {
        store_->load(scale_.documents);
        return scale_.documents;
    }
    void check() override {
        requireEqual("documents", static_cast<std::uint64_t>(store_->reviews().estimatedDocumentCount()),
                     scale_.documents);
    }
    double count() const override { return static_cast<double>(store_->fileBytes()); }

private:
    const Scale scale_;
    Indexes indexes_;
    std::unique_ptr<LoadedStore> store_;
};

class BuildIndexes : public Contestant {
public:
    explicit BuildIndexes(const Scale& scale) : scale_(scale) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<LoadedStore>(scale_.folder, Indexes::None);
        store_->load(scale_.documents);
    }
    std::uint64_t run() override {
        store_->createIndexes();
        return scale_.documents;
    }
    void check() override {
        requireEqual("indexes", store_->reviews().listIndexes().size(), 5);
        const std::int64_t drafts = store_->reviews().countDocuments(parse(R"({"state": {"$gte": ""}})"));
        requireEqual("documents with a state", static_cast<std::uint64_t>(drafts), scale_.documents);
    }

private:
    const Scale scale_;
    std::unique_ptr<LoadedStore> store_;
};

class OpenInsertClose : public Contestant {
public:
    explicit OpenInsertClose(const Scale& scale) : scale_(scale), document_(Corpus::shared(1).document(0)) {}

    std::uint64_t run() override {
        const std::uint32_t stores = std::max(scale_.operations / 100, 1U);
        for (std::uint32_t i = 0; i < stores; ++i) {
            Store store = Store::ephemeral();
            store.database("library").collection("reviews").insertOne(document_);
        }
        return stores;
    }

private:
    const Scale scale_;
    bson::DocumentView document_;
};

}  // namespace

std::unique_ptr<Contestant> bulkInsert(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::None);
}
std::unique_ptr<Contestant> bulkInsertIndexed(const Scale& scale) {
    return std::make_unique<BulkInsert>(scale, Indexes::All);
}
std::unique_ptr<Contestant> buildIndexes(const Scale& scale) { return contestant<BuildIndexes>(scale); }
std::unique_ptr<Contestant> openInsertClose(const Scale& scale) { return contestant<OpenInsertClose>(scale); }

}  // namespace sheaf::bench::engine
