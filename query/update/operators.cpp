// The table of update operators, and what their messages share.

#include "query/update/operators.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr const UpdateOperator* kOperators[] = {
    &kAddToSet, &kBit, &kCurrentDate, &kInc,    &kMax, &kMin,         &kMul,
    &kPop,      &kPull, &kPullAll,    &kPush,   &kRename, &kSet,      &kSetOnInsert, &kUnset,
};

constexpr std::size_t kShownBytes = 200;
constexpr int kCountedLevels = 256;

int levelsWithin(ValueView value, int most) {
    if (most == 0 || (!value.isDocument() && !value.isArray())) return 0;
    int deepest = 0;
    for (const bson::Element& element : value.asDocument()) {
        deepest = std::max(deepest, levelsWithin(element.value, most - 1));
    }
    return deepest + 1;
}

}  // namespace

std::span<const UpdateOperator* const> updateOperators() { return kOperators; }

const UpdateOperator* findUpdateOperator(std::string_view name) {
    const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                     [name](const UpdateOperator* candidate) { return candidate->name == name; });
    return found == std::end(kOperators) ? nullptr : *found;
}

std::string describeDocument(DocumentView root) {
    const ValueView id = root["_id"];
    return id.isMissing() ? "{no _id}" : "{_id: " + describeValue(id) + "}";
}

std::string describeValue(ValueView value) {
    if ((value.isDocument() || value.isArray()) && value.size() > kShownBytes) {
        return std::string(value.typeName()) + " of " + std::to_string(value.size()) + " bytes";
    }
    std::string text = value.toJson();
    if (text.size() > kShownBytes) text.replace(kShownBytes, std::string::npos, "...");
    return text;
}

int levelsOf(ValueView value) { return levelsWithin(value, kCountedLevels); }

}  // namespace sheaf::query
