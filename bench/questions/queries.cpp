// Answers the benchmarks' questions the slow and certain way.
#include "bench/questions/queries.h"

#include "bench/workload/vocabulary.h"

#include <algorithm>
#include <vector>

namespace sheaf::bench {
namespace {

constexpr std::uint32_t kTagStep = 37;  // shares no factor with kTags

template <typename Matches>
std::uint64_t countReviews(const Scale& scale, Matches matches) {
    const Corpus& corpus = Corpus::shared(scale.documents);
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < corpus.size(); ++i) count += matches(corpus.facts(i)) ? 1 : 0;
    return count;
}

}  // namespace

std::uint32_t materialQueries(const Scale& scale) { return std::max(scale.operations / 4, 1U); }

std::uint32_t drawMaterial(SplitMix64& random, const Scale& scale) {
    const Corpus& corpus = Corpus::shared(scale.documents);
    return corpus.facts(static_cast<std::uint32_t>(random.below(corpus.size()))).materialId;
}

std::uint64_t expectedTopReviews(const Scale& scale) {
    std::vector<std::uint64_t> reviews(kMaterials);
    const Corpus& corpus = Corpus::shared(scale.documents);
    for (std::uint32_t i = 0; i < corpus.size(); ++i) ++reviews[corpus.facts(i).materialId];
    SplitMix64 random(kSeed);
    std::uint64_t expected = 0;
    for (std::uint32_t i = 0; i < materialQueries(scale); ++i) {
        expected += std::min(kTopReviews, reviews[drawMaterial(random, scale)]);
    }
    return expected;
}

std::uint32_t tagQueries(const Scale& scale, bool publishedOnly) {
    return std::max(publishedOnly ? scale.operations / 400 : scale.operations / 20, 1U);
}

std::uint32_t queriedTag(std::uint32_t query) { return query * kTagStep % kTags; }

std::uint64_t expectedTagged(const Scale& scale, bool publishedOnly) {
    std::vector<std::uint64_t> tagged(kTags);
    const Corpus& corpus = Corpus::shared(scale.documents);
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
        const Review& review = corpus.facts(i);
        if (publishedOnly && review.state != ReviewState::Published) continue;
        for (const std::uint32_t tag : review.tags) ++tagged[tag];
    }
    std::uint64_t expected = 0;
    for (std::uint32_t i = 0; i < tagQueries(scale, publishedOnly); ++i) expected += tagged[queriedTag(i)];
    return expected;
}

std::uint64_t expectedGoodBooks(const Scale& scale) {
    return countReviews(scale, [](const Review& review) {
        return review.score >= 4 && review.materialId % kMaterialTypes == kBookType;
    });
}

std::uint64_t expectedHidden(const Scale& scale) {
    return countReviews(scale, [](const Review& review) { return review.state == ReviewState::Hidden; });
}

std::uint64_t expectedMaterialGroups(const Scale& scale, bool byType) {
    std::vector<std::uint8_t> seen(kMaterials);
    const Corpus& corpus = Corpus::shared(scale.documents);
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
        const std::uint32_t material = corpus.facts(i).materialId;
        seen[byType ? material % kMaterialTypes : material] = 1;
    }
    return static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), 1));
}

std::uint64_t expectedVotes(const Scale& scale) {
    const Corpus& corpus = Corpus::shared(scale.documents);
    std::uint64_t votes = 0;
    for (std::uint32_t i = 0; i < corpus.size(); ++i) votes += static_cast<std::uint64_t>(corpus.facts(i).votes);
    return votes;
}

std::uint64_t expectedTopTagUses(const Scale& scale) {
    std::vector<std::uint64_t> uses(kTags);
    const Corpus& corpus = Corpus::shared(scale.documents);
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
        for (const std::uint32_t tag : corpus.facts(i).tags) ++uses[tag];
    }
    std::sort(uses.rbegin(), uses.rend());
    std::uint64_t top = 0;
    for (std::size_t i = 0; i < kTopTags; ++i) top += uses[i];
    return top;
}

}  // namespace sheaf::bench
