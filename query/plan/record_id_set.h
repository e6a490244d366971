// A set of RecordIds that only grows: what an index scan has returned already.
#pragma once

#include "index/record_id.h"

#include <cstddef>
#include <vector>

namespace sheaf::query {

// Open addressing; 0, which is no RecordId, marks a free place.
class RecordIdSet {
public:
    // False when it was there.
    bool insert(RecordId record) {
        if ((size_ + 1) * 4 > places_.size() * 3) grow();
        if (!place(record)) return false;
        ++size_;
        return true;
    }
    std::size_t size() const { return size_; }

private:
    bool place(RecordId record) {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = static_cast<std::size_t>(record * 0x9E3779B97F4A7C15u >> 20) & mask;
        while (places_[at] != 0) {
            if (places_[at] == record) return false;
            at = (at + 1) & mask;
        }
        places_[at] = record;
        return true;
    }
    void grow() {
        std::vector<RecordId> old(places_.empty() ? 64 : places_.size() * 2, 0);
        old.swap(places_);
        for (const RecordId record : old) {
            if (record != 0) place(record);
        }
    }

    std::vector<RecordId> places_;
    std::size_t size_ = 0;
};

}  // namespace sheaf::query
