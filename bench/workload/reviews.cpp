// Draws the reviews. The order of the draws is the order of the fields: changing it changes every document.
#include "bench/workload/reviews.h"

#include "bench/workload/vocabulary.h"

#include <algorithm>

namespace sheaf::bench {
namespace {

constexpr std::uint64_t kMaterialStep = 7'919;

std::int32_t scoreOf(std::uint64_t percent) {
    if (percent < 10) return 1;
    if (percent < 20) return 2;
    if (percent < 40) return 3;
    if (percent < 70) return 4;
    return 5;
}

ReviewState stateOf(std::uint64_t percent) {
    if (percent < 85) return ReviewState::Published;
    if (percent < 95) return ReviewState::Draft;
    return ReviewState::Hidden;
}

}  // namespace

std::string_view stateName(ReviewState state) {
    switch (state) {
        case ReviewState::Published: return "published";
        case ReviewState::Draft: return "draft";
        case ReviewState::Hidden: return "hidden";
    }
    return "";
}

ReviewGenerator::ReviewGenerator(std::uint64_t seed) : random_(seed) {
    zipf_.reserve(kMaterials);
    double sum = 0;
    for (std::uint32_t rank = 1; rank <= kMaterials; ++rank) {
        sum += 1.0 / rank;
        zipf_.push_back(sum);
    }
}

std::uint32_t ReviewGenerator::drawMaterial() {
    const double point = random_.unit() * zipf_.back();
    const auto found = std::upper_bound(zipf_.begin(), zipf_.end(), point);
    const auto rank = static_cast<std::uint64_t>(std::min(found, zipf_.end() - 1) - zipf_.begin()) + 1;
    return static_cast<std::uint32_t>(rank * kMaterialStep % kMaterials);
}

void ReviewGenerator::drawText() {
    const std::size_t atLeast = 200 + random_.below(100);
    review_.text.clear();
    while (review_.text.size() < atLeast) {
        if (!review_.text.empty()) review_.text += ' ';
        review_.text += wordOf(static_cast<std::uint32_t>(random_.below(kWords)));
    }
}

void ReviewGenerator::drawTags() {
    const std::size_t count = 3 + random_.below(6);
    review_.tags.clear();
    while (review_.tags.size() < count) {
        const double u = random_.unit();
        const auto tag = static_cast<std::uint32_t>(kTags * u * u);
        if (std::find(review_.tags.begin(), review_.tags.end(), tag) == review_.tags.end()) review_.tags.push_back(tag);
    }
}

const Review& ReviewGenerator::next() {
    ++review_.id;
    review_.materialId = drawMaterial();
    review_.memberId = static_cast<std::uint32_t>(random_.below(kMembers));
    review_.score = scoreOf(random_.below(100));
    drawText();
    drawTags();
    const double u = random_.unit();
    review_.votes = static_cast<std::int32_t>(1'000 * u * u * u);
    review_.dateMs = kFirstDateMs + static_cast<std::int64_t>(random_.below(kDateSpanMs));
    review_.state = stateOf(random_.below(100));
    return review_;
}

bson::DocumentView appendReview(const Review& review, bson::Buffer& out) {
    bson::Builder builder(out);
    builder.append("_id", review.id);
    builder.openDocument("material")
        .append("material_id", static_cast<std::int32_t>(review.materialId))
        .append("title", titleOf(review.materialId))
        .append("type", materialTypeOf(review.materialId))
        .close();
    builder.openDocument("member")
        .append("member_id", static_cast<std::int32_t>(review.memberId))
        .append("name", memberNameOf(review.memberId))
        .close();
    builder.append("score", review.score).append("text", review.text);
    builder.openArray("tags");
    for (const std::uint32_t tag : review.tags) builder.push(tagOf(tag));
    builder.close();
    builder.append("votes", review.votes).append("date", bson::Date{review.dateMs});
    builder.append("state", stateName(review.state));
    return builder.finish();
}

}  // namespace sheaf::bench
