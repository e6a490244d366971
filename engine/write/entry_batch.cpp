// Gathering index entries.
#include "engine/write/entry_batch.h"

namespace sheaf::engine {

void EntryBatch::clear() {
    arena_.clear();
    places_.clear();
    isAscending_ = true;
}

void EntryBatch::noteAdded() {
    const std::size_t count = places_.size();
    if (isAscending_ && count > 1) {
        isAscending_ = storage::compareBytes(keyAt(count - 2), keyAt(count - 1)) < 0;
    }
}

void EntryBatch::add(const index::EntryBytes& entry) {
    places_.push_back({static_cast<std::uint32_t>(arena_.size()), static_cast<std::uint16_t>(entry.key.size()),
                       static_cast<std::uint16_t>(entry.value.size())});
    arena_.append(entry.key.data(), entry.key.size());
    arena_.append(entry.value.data(), entry.value.size());
    noteAdded();
}

std::span<storage::IndexEntry> EntryBatch::entries() {
    entries_.clear();
    entries_.reserve(places_.size());
    for (const Place& place : places_) {
        const std::uint8_t* key = arena_.data() + place.offset;
        entries_.push_back({{key, place.keyBytes}, {key + place.keyBytes, place.valueBytes}});
    }
    return entries_;
}

}  // namespace sheaf::engine
