// $slice in a projection: a part of an array; anything but an array is returned as it is.
//
//   { <path>: { $slice: <n> } }                 the first n elements, the last -n when negative
//   { <path>: { $slice: [ <skip>, <limit> ] } } a negative skip counts from the end
//
// Below an array that the path leads through, every array is sliced; those in an array that is itself an element are not.
// Any other operand makes it the expression $slice (query/expression/slice.cpp), with that one's errors.

#include "bson/number.h"
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

bool isSlice(ValueView operand) {
    if (operand.isNumber()) return true;
    if (!operand.isArray() || operand.asArray().countElements() != 2) return false;
    const bson::ArrayView pair = operand.asArray();
    return pair[0].isNumber() && pair[1].isNumber() && bounded(pair[1]) > 0;
}

std::unique_ptr<const FieldProjector> parseSlice(const bson::FieldPath&, ValueView operand) {
    if (operand.isNumber()) {
        const std::int64_t count = bounded(operand);
        if (count < 0) return std::make_unique<SliceProjector>(count, std::nullopt);
        return std::make_unique<SliceProjector>(0, count);
    }
    const bson::ArrayView pair = operand.asArray();
    return std::make_unique<SliceProjector>(bounded(pair[0]), bounded(pair[1]));
}

}  // namespace

constinit const ProjectionOperator kProjectSlice{
    .name = "$slice", .accepts = isSlice, .parse = parseSlice, .isInclusion = false};

}  // namespace sheaf::query
