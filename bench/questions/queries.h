// Which questions the read benchmarks ask, and the right answers, worked out from the corpus.
#pragma once

#include "bench/item.h"
#include "bench/workload/corpus.h"

#include <cstdint>

namespace sheaf::bench {

// Item 5: the most voted reviews of the material of a review drawn at random, so that popular ones are asked for often.
inline constexpr std::uint64_t kTopReviews = 10;
std::uint32_t materialQueries(const Scale& scale);
std::uint32_t drawMaterial(SplitMix64& random, const Scale& scale);
std::uint64_t expectedTopReviews(const Scale& scale);  // over all queries from kSeed

// Items 6 and 6b: tags in turn, spread over the whole range of frequencies.
std::uint32_t tagQueries(const Scale& scale, bool publishedOnly);
std::uint32_t queriedTag(std::uint32_t query);
std::uint64_t expectedTagged(const Scale& scale, bool publishedOnly);

// Items 7 and 7'.
std::uint64_t expectedGoodBooks(const Scale& scale);  // score >= 4 and a book
std::uint64_t expectedHidden(const Scale& scale);     // state hidden

// Items 8a to 8c.
inline constexpr std::size_t kTopTags = 10;
std::uint64_t expectedMaterialGroups(const Scale& scale, bool byType);
std::uint64_t expectedVotes(const Scale& scale);
std::uint64_t expectedTopTagUses(const Scale& scale);

}  // namespace sheaf::bench
