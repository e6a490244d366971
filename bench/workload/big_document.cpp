// Fills documents with comments of about 100 bytes of text up to a chosen size.
#include "bench/workload/big_document.h"

#include "bench/workload/random.h"
#include "bench/workload/reviews.h"
#include "bench/workload/vocabulary.h"

#include <sheaf/bson/builder.h>

#include <string>

namespace sheaf::bench {
namespace {

constexpr std::size_t kRoomForRecordHeader = 64;
constexpr std::size_t kCommentTextBytes = 100;
constexpr std::size_t kCommentOverhead = 64;  // names, lengths and the date of one comment: a little less than this

std::string drawWords(SplitMix64& random, std::size_t atLeast) {
    std::string text;
    while (text.size() < atLeast) {
        if (!text.empty()) text += ' ';
        text += wordOf(static_cast<std::uint32_t>(random.below(kWords)));
    }
    return text;
}

}  // namespace

bson::Document makeBigDocument(std::int64_t id, std::size_t bytes) {
    SplitMix64 random(kSeed + static_cast<std::uint64_t>(id));
    bson::Builder builder;
    builder.append("_id", id).append("votes", std::int32_t{7}).openArray("comments");
    while (true) {
        const std::string user = memberNameOf(static_cast<std::uint32_t>(random.below(kMembers)));
        const std::string text = drawWords(random, kCommentTextBytes);
        const bson::Date at{kFirstDateMs + static_cast<std::int64_t>(random.below(kDateSpanMs))};
        if (builder.size() + user.size() + text.size() + kCommentOverhead + kRoomForRecordHeader > bytes) break;
        builder.pushDocument().append("user", user).append("text", text).append("at", at).close();
    }
    builder.close();
    return builder.take();
}

}  // namespace sheaf::bench
