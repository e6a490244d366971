// Makes and loads a store as a user would.
#include "bench/engine/loaded_store.h"

#include "bench/workload/corpus.h"

#include <algorithm>
#include <map>

namespace sheaf::bench::engine {
namespace {

constexpr std::uint32_t kBatch = 1'000;

StoreOptions optionsOf(Durability durability) {
    StoreOptions options;
    options.durability = durability;
    return options;
}

}  // namespace

LoadedStore::LoadedStore(const std::filesystem::path& parent, Indexes indexes, Durability durability)
    : folder_(parent),
      store_(Store::open(folder_.path() / "reviews.sheaf", optionsOf(durability))),
      reviews_(store_.database("library").createCollection("reviews")) {
    if (indexes == Indexes::All) createIndexes();
}

void LoadedStore::createIndexes() {
    reviews_.createIndex({{"material.material_id", 1}, {"votes", -1}});
    reviews_.createIndex({{"member.member_id", 1}, {"date", -1}});
    reviews_.createIndex({{"state", 1}, {"date", -1}});
    reviews_.createIndex({{"tags", 1}});
}

void LoadedStore::load(std::uint32_t documents) {
    const std::span<const bson::DocumentView> all = Corpus::shared(documents).documents();
    for (std::size_t first = 0; first < all.size(); first += kBatch) {
        reviews_.insertMany(all.subspan(first, std::min<std::size_t>(kBatch, all.size() - first)));
    }
}

std::uint64_t LoadedStore::fileBytes() const { return std::filesystem::file_size(store_.path() / "data.mdb"); }

LoadedStore& LoadedStore::shared(const Scale& scale, Indexes indexes) {
    static std::map<std::pair<std::uint32_t, Indexes>, std::unique_ptr<LoadedStore>> stores;
    auto& store = stores[{scale.documents, indexes}];
    if (!store) {
        store = std::make_unique<LoadedStore>(scale.folder, indexes);
        store->load(scale.documents);
    }
    return *store;
}

}  // namespace sheaf::bench::engine
