// The entries that a batch of documents brings to one index, gathered to be put in key order.
#pragma once

#include "engine/storage/index_tree.h"
#include "index/key_set.h"

#include <sheaf/bson/buffer.h>

#include <cstdint>
#include <span>
#include <vector>

namespace sheaf::engine {

class EntryBatch {
public:
    void clear();
    bool isEmpty() const { return places_.empty(); }
    std::size_t size() const { return places_.size(); }
    std::uint64_t bytes() const { return arena_.size(); }

    void add(const index::EntryBytes& entry);
    // Whether every key lies above the one added before it: then nothing needs sorting.
    bool isAscending() const { return isAscending_; }

    // As storage wants them, in the order of addition. Valid until the next add().
    std::span<storage::IndexEntry> entries();
    storage::Bytes firstKey() const { return keyAt(0); }

private:
    struct Place {
        std::uint32_t offset;
        std::uint16_t keyBytes;
        std::uint16_t valueBytes;
    };
    storage::Bytes keyAt(std::size_t at) const { return {arena_.data() + places_[at].offset, places_[at].keyBytes}; }
    void noteAdded();

    bson::Buffer arena_;
    std::vector<Place> places_;
    std::vector<storage::IndexEntry> entries_;
    bool isAscending_ = true;
};

}  // namespace sheaf::engine
