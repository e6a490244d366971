// The reviews: the documents that most benchmarks load, drawn field by field from one stream of random numbers.
#pragma once

#include "bench/workload/random.h"

#include <sheaf/bson/builder.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::bench {

inline constexpr std::uint64_t kSeed = 42;
inline constexpr std::uint32_t kReviews = 200'000;
inline constexpr std::int64_t kFirstDateMs = 1'420'070'400'000;          // 2015-01-01
inline constexpr std::uint64_t kDateSpanMs = 3'653ULL * 24 * 3'600'000;  // ten years, three of them leap years

enum class ReviewState : std::uint8_t { Published, Draft, Hidden };
std::string_view stateName(ReviewState state);

// What a review says, before it is BSON: floors make their index keys from this, and checks their answers.
struct Review {
    std::int64_t id = 0;
    std::uint32_t materialId = 0;
    std::uint32_t memberId = 0;
    std::int32_t score = 0;
    std::string text;
    std::vector<std::uint32_t> tags;  // numbers for tagOf, distinct, in the document's order
    std::int32_t votes = 0;
    std::int64_t dateMs = 0;
    ReviewState state = ReviewState::Published;
};

// Draws reviews in `_id` order, from 1. The same seed gives the same reviews, and a longer run begins like a shorter
// one.
class ReviewGenerator {
public:
    explicit ReviewGenerator(std::uint64_t seed = kSeed);

    // Valid until the next call.
    const Review& next();

private:
    std::uint32_t drawMaterial();
    void drawText();
    void drawTags();

    SplitMix64 random_;
    std::vector<double> zipf_;  // cumulated chances of the ranks
    Review review_;
};

// Appends the document of a review to `out`: the fields in the order of the workload's table.
bson::DocumentView appendReview(const Review& review, bson::Buffer& out);

}  // namespace sheaf::bench
