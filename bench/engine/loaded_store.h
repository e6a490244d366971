// A collection of reviews in a store of sheaf.
#pragma once

#include "bench/item.h"

#include <sheaf/store.h>

namespace sheaf::bench::engine {

enum class Indexes : std::uint8_t { None, All };

class LoadedStore {
public:
    // Empty, never synced unless said otherwise. The collection and its indexes exist.
    LoadedStore(const std::filesystem::path& parent, Indexes indexes, Durability durability = Durability::Ephemeral);

    void createIndexes();
    // All reviews, 1,000 a batch.
    void load(std::uint32_t documents);
    Store& store() { return store_; }
    Collection& reviews() { return reviews_; }
    std::uint64_t fileBytes() const;

    static LoadedStore& shared(const Scale& scale, Indexes indexes);

private:
    ScratchFolder folder_;
    Store store_;
    Collection reviews_;
};

}  // namespace sheaf::bench::engine
