// The table of transforming stages, and the pipelines of updates.

#include "query/stage/transform.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr const TransformStage* kTable[] = {
    &kStageAddFields, &kStageProject, &kStageReplaceRoot, &kStageReplaceWith, &kStageSet, &kStageUnset,
};

// MongoDB's other stages: known, but not in an update.
constexpr std::string_view kOtherStages[] = {
    "$bucket",   "$bucketAuto", "$changeStream", "$collStats",   "$count",          "$currentOp", "$densify", "$documents",
    "$facet",    "$fill",       "$geoNear",      "$graphLookup", "$group",          "$indexStats", "$limit",  "$listSessions",
    "$lookup",   "$match",      "$merge",        "$out",         "$planCacheStats", "$redact",    "$sample",  "$search",
    "$setWindowFields", "$skip", "$sort",        "$sortByCount", "$unionWith",      "$unwind",    "$vectorSearch",
};

}  // namespace

const TransformStage* findTransformStage(std::string_view name) {
    const auto* const found = std::find_if(std::begin(kTable), std::end(kTable),
                                           [name](const TransformStage* stage) { return stage->name == name; });
    return found == std::end(kTable) ? nullptr : *found;
}

std::vector<std::unique_ptr<const Transform>> parseUpdateStages(bson::ArrayView pipeline,
                                                                const OperationVariables& variables) {
    std::vector<std::unique_ptr<const Transform>> stages;
    for (const ValueView& stage : pipeline) {
        if (!stage.isDocument()) {
            raise(ErrorCode::TypeMismatch, "Each element of the 'pipeline' array must be an object, found ", stage);
        }
        if (stage.asDocument().countElements() != 1) {
            raise(location(40323), "A pipeline stage specification object must contain exactly one field, found ", stage);
        }
        const bson::Element element = *stage.asDocument().begin();
        const TransformStage* found = findTransformStage(element.name);
        if (found == nullptr) {
            const bool isKnown = std::find(std::begin(kOtherStages), std::end(kOtherStages), element.name) !=
                                 std::end(kOtherStages);
            if (isKnown) raise(ErrorCode::InvalidOptions, element.name, " is not allowed to be used within an update");
            raise(location(40324), "Unrecognized pipeline stage name: '", element.name, "'");
        }
        stages.push_back(found->parse(element.value, variables));
    }
    return stages;
}

}  // namespace sheaf::query
