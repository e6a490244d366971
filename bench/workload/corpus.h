// All reviews of a run in memory, ready to be inserted, with the facts that floors and checks need.
#pragma once

#include "bench/workload/reviews.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sheaf::bench {

class Corpus {
public:
    explicit Corpus(std::uint32_t documents);

    std::uint32_t size() const { return static_cast<std::uint32_t>(facts_.size()); }
    std::size_t bytes() const { return buffer_.size(); }
    bson::DocumentView document(std::uint32_t at) const;     // of _id at + 1
    const Review& facts(std::uint32_t at) const { return facts_[at]; }  // without the text
    const std::vector<bson::DocumentView>& documents() const { return views_; }

    // The corpus of that many reviews, made on the first call; later calls give the same one.
    static const Corpus& shared(std::uint32_t documents);

private:
    bson::Buffer buffer_;
    std::vector<bson::DocumentView> views_;
    std::vector<Review> facts_;
};

// FNV-1a over bytes: names a corpus in tests and reports.
std::uint64_t fingerprint(std::span<const std::uint8_t> bytes, std::uint64_t from = 0xcbf29ce484222325U);

}  // namespace sheaf::bench
