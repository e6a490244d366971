// sheaf's updates and deletes.
#include "bench/engine/engines.h"
#include "bench/engine/loaded_store.h"
#include "bench/questions/counted_documents.h"

namespace sheaf::bench::engine {
namespace {

enum class Metering : std::uint8_t { Off, On };

class Increment : public Contestant {
public:
    Increment(const Scale& scale, std::size_t docBytes, Metering metering)
        : scale_(scale),
          documents_(docBytes),
          store_(scale.folder, Indexes::None),
          update_(parse(R"({"$inc": {"votes": 1}})")) {
        const std::uint32_t filler = fillerDocuments(scale);
        store_.load(filler);
        firstId_ = filler + 1;
        for (std::uint32_t i = 0; i < kCountedDocuments; ++i) store_.reviews().insertOne(documents_.make(firstId_ + i));
        options_.metered = metering == Metering::On;
    }

    std::uint64_t run() override {
        const std::uint32_t updates = documents_.updates(scale_);
        for (std::uint32_t i = 0; i < updates; ++i) {
            const Document filter = bson::make("_id", firstId_ + i % kCountedDocuments);
            store_.reviews().updateOne(filter, update_, options_);
        }
        updates_ += updates;
        const Cost cost = store_.store().lastCost();
        pages_ = cost.pages.total() - cost.pages.meta;
        return updates;
    }
    void check() override {
        std::uint64_t votes = 0;
        for (std::uint32_t i = 0; i < kCountedDocuments; ++i) {
            const auto found = store_.reviews().findOne(bson::make("_id", firstId_ + i));
            if (!found) throw WrongAnswer("an updated document is gone");
            votes += static_cast<std::uint64_t>((*found)["votes"].asInt32()) - kFirstVotes;
        }
        requireEqual("votes", votes, updates_);
    }
    double count() const override { return static_cast<double>(pages_); }

private:
    const Scale scale_;
    const CountedDocuments documents_;
    LoadedStore store_;
    Document update_;
    UpdateOptions options_;
    std::int64_t firstId_ = 0;
    std::uint64_t updates_ = 0;
    std::uint64_t pages_ = 0;
};

class DeleteHalf : public Contestant {
public:
    explicit DeleteHalf(const Scale& scale) : scale_(scale), filter_(parse(R"({"_id": {"$mod": [2, 0]}})")) {}

    void prepare() override { load(Durability::Ephemeral); }
    std::uint64_t run() override {
        return static_cast<std::uint64_t>(store_->reviews().deleteMany(filter_).deletedCount);
    }
    void check() override {
        requireEqual("documents", static_cast<std::uint64_t>(store_->reviews().estimatedDocumentCount()),
                     (scale_.documents + 1) / 2);
    }

protected:
    void load(Durability durability) {
        store_.reset();
        store_ = std::make_unique<LoadedStore>(scale_.folder, Indexes::All, durability);
        store_->load(scale_.documents);
    }

    const Scale scale_;
    Document filter_;
    std::unique_ptr<LoadedStore> store_;
};

class DropCollection : public DeleteHalf {
public:
    using DeleteHalf::DeleteHalf;

    void prepare() override { load(Durability::Durable); }
    std::uint64_t run() override {
        store_->reviews().drop();
        return 1;
    }
    void check() override {
        requireEqual("documents", static_cast<std::uint64_t>(store_->reviews().estimatedDocumentCount()), 0);
    }
};

}  // namespace

std::unique_ptr<Contestant> increment(const Scale& scale, std::size_t docBytes) {
    return std::make_unique<Increment>(scale, docBytes, Metering::Off);
}
std::unique_ptr<Contestant> incrementMetered(const Scale& scale, std::size_t docBytes) {
    return std::make_unique<Increment>(scale, docBytes, Metering::On);
}
std::unique_ptr<Contestant> deleteHalf(const Scale& scale) { return contestant<DeleteHalf>(scale); }
std::unique_ptr<Contestant> dropCollection(const Scale& scale) { return contestant<DropCollection>(scale); }

}  // namespace sheaf::bench::engine
