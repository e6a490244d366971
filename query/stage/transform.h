// Stages that make one document of one document: $set, $unset, $project, $replaceRoot and their other names.
#pragma once

#include "query/expression/arena.h"
#include "query/expression/variables.h"

#include <sheaf/bson/document.h>

#include <memory>
#include <string_view>
#include <vector>

namespace sheaf::query {

// Immutable. Threads: apply() may run in many at once, each with an arena of its own.
class Transform {
public:
    virtual ~Transform() = default;
    // The result lies in the arena, in the document or in this. Throws what expressions throw while running.
    virtual DocumentView apply(DocumentView document, Arena& arena) const = 0;
};

struct TransformStage {
    std::string_view name;
    std::unique_ptr<const Transform> (*parse)(ValueView specification, const OperationVariables& variables);
};

// Null when there is no transforming stage of that name.
const TransformStage* findTransformStage(std::string_view name);

extern const TransformStage kStageAddFields;
extern const TransformStage kStageProject;
extern const TransformStage kStageReplaceRoot;
extern const TransformStage kStageReplaceWith;
extern const TransformStage kStageSet;
extern const TransformStage kStageUnset;

// The stages of an update's pipeline, parsed. Throws TypeMismatch (14): a stage is no document; location(40323): not exactly
// one field; location(40324): an unknown stage; InvalidOptions (72): a stage that updates cannot have; what the stages
// themselves throw.
std::vector<std::unique_ptr<const Transform>> parseUpdateStages(bson::ArrayView pipeline,
                                                                const OperationVariables& variables);

}  // namespace sheaf::query
