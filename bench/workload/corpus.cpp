// Draws a corpus once and keeps it: no benchmark times the making of its data.
#include "bench/workload/corpus.h"

#include <map>
#include <memory>
#include <mutex>

namespace sheaf::bench {

Corpus::Corpus(std::uint32_t documents) {
    constexpr std::size_t kRoom = 700;  // of one document, generously
    buffer_.reserve(documents * kRoom);
    facts_.reserve(documents);
    std::vector<std::pair<std::size_t, std::uint32_t>> places;
    places.reserve(documents);
    ReviewGenerator generator;
    for (std::uint32_t i = 0; i < documents; ++i) {
        const Review& review = generator.next();
        const std::size_t start = buffer_.size();
        places.emplace_back(start, appendReview(review, buffer_).size());
        facts_.push_back(review);
        facts_.back().text = {};
    }
    views_.reserve(documents);
    for (const auto& [start, size] : places) {
        views_.push_back(bson::DocumentView::trusted(buffer_.data() + start, size));
    }
}

bson::DocumentView Corpus::document(std::uint32_t at) const { return views_[at]; }

const Corpus& Corpus::shared(std::uint32_t documents) {
    static std::mutex mutex;
    static std::map<std::uint32_t, std::unique_ptr<const Corpus>> corpora;
    const std::lock_guard lock(mutex);
    auto& corpus = corpora[documents];
    if (!corpus) corpus = std::make_unique<const Corpus>(documents);
    return *corpus;
}

std::uint64_t fingerprint(std::span<const std::uint8_t> bytes, std::uint64_t from) {
    for (const std::uint8_t byte : bytes) from = (from ^ byte) * 0x100000001b3U;
    return from;
}

}  // namespace sheaf::bench
