// $size: the field is an array of that many elements.
//
//   { <path>: { $size: <number> } }
//
// Errors    2 while parsing: not a number, negative, or not whole.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

class SizeNode final : public PathNode {
public:
    SizeNode(std::string_view path, std::int64_t size)
        : PathNode(FilterKind::Other, path, bson::LeafArray::Whole), size_(size) {}
    bool matchesElement(bson::ValueView value) const override {
        return value.isArray() && value.asArray().countElements() == static_cast<std::size_t>(size_);
    }
    void describeCondition(bson::Builder& operators) const override {
        operators.appendCount("$size", static_cast<std::uint64_t>(size_));
    }

private:
    std::int64_t size_;
};

FilterPtr parseSize(const FieldCondition& condition) {
    if (!condition.argument.isNumber()) {
        raise(ErrorCode::BadValue, "Failed to parse $size. Expected a number in: ", condition.argument);
    }
    const auto size = bson::exactInt64(condition.argument);
    if (!size) raise(ErrorCode::BadValue, "Failed to parse $size. Expected an integer: ", condition.argument);
    if (*size < 0) raise(ErrorCode::BadValue, "Failed to parse $size. Expected a non-negative number in: ", *size);
    return std::make_shared<SizeNode>(condition.path, *size);
}

}  // namespace

constinit const FilterOperator kFilterSize{.name = "$size", .parseOnField = parseSize};

}  // namespace sheaf::query
