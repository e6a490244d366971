// $slice in a projection: a part of an array; anything but an array is returned as it is.
//
//   { <path>: { $slice: <n> } }                 the first n elements, the last -n when negative
//   { <path>: { $slice: [ <skip>, <limit> ] } } a negative skip counts from the end
//
// Below an array that the path leads through, every array is sliced; those in an array that is itself an element are not.
// Errors    31272 an array without exactly two numbers, 31257 / 31258 skip / limit is no number, 31259 the limit is
//           not positive, 31273 neither a number nor an array.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/projection/projection_tree.h"

#include <algorithm>

namespace sheaf::query {
namespace {

class SliceProjector final : public FieldProjector {
public:
    SliceProjector(std::int64_t skip, std::optional<std::int64_t> limit) : skip_(skip), limit_(limit) {}

    FieldEffect project(ValueView value, FieldWriter& out) const override {
        if (!value.isArray()) return FieldEffect::Keep;
        const DocumentView array = value.asDocument();
        const bool countsFromEnd = skip_ < 0;
        const std::int64_t size = countsFromEnd ? static_cast<std::int64_t>(array.countElements()) : 0;
        const std::int64_t first = countsFromEnd ? std::max<std::int64_t>(0, size + skip_) : skip_;
        std::int64_t at = 0;
        out.openArray();
        for (const bson::Element& element : array) {
            if (limit_ && at - first >= *limit_) break;
            if (at++ >= first) out.push(element.value);
        }
        return out.closeArray();
    }

private:
    std::int64_t skip_;
    std::optional<std::int64_t> limit_;  // nothing: to the end
};

// Within int32, as numbers beyond it mean the same for any array that can exist.
std::int64_t bounded(ValueView number) {
    return std::clamp<std::int64_t>(bson::truncatedInt64(number), INT32_MIN, INT32_MAX);
}

std::unique_ptr<const FieldProjector> parseSlice(const bson::FieldPath& path, ValueView operand) {
    if (operand.isNumber()) {
        const std::int64_t count = bounded(operand);
        if (count < 0) return std::make_unique<SliceProjector>(count, std::nullopt);
        return std::make_unique<SliceProjector>(0, count);
    }
    if (!operand.isArray()) {
        raise(location(31273), "$slice takes a number or [skip, limit], but '", path.dotted(), "' has ",
              operand.typeName());
    }
    const bson::ArrayView pair = operand.asArray();
    if (pair.countElements() != 2) raise(location(31272), "$slice: an array must be [skip, limit]: ", operand);
    if (!pair[0].isNumber()) raise(location(31257), "$slice: skip must be a number, not ", pair[0].typeName());
    if (!pair[1].isNumber()) raise(location(31258), "$slice: limit must be a number, not ", pair[1].typeName());
    if (bounded(pair[1]) <= 0) raise(location(31259), "$slice: limit must be positive, not ", pair[1]);
    return std::make_unique<SliceProjector>(bounded(pair[0]), bounded(pair[1]));
}

}  // namespace

constinit const ProjectionOperator kProjectSlice{.name = "$slice", .parse = parseSlice, .isInclusion = false};

}  // namespace sheaf::query
