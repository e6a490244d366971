// $project and $unset: chooses fields, and computes new ones.
//
//   { $project: { <path>: <0, 1 or expression>, … } }    { $unset: <path> }    { $unset: [ <path>, … ] }
//
// Errors    while parsing: 15969 $project is no document; 51272 it is empty; 31002 $unset is neither string nor array;
//           31119 the array is empty; 31120 a member is no string; those of projections.

#include "bson/raise.h"
#include "query/projection/projection.h"
#include "query/stage/transform.h"

#include <sheaf/bson/builder.h>

#include <algorithm>

namespace sheaf::query {
namespace {

class Project final : public Transform {
public:
    Project(DocumentView specification, const OperationVariables& variables)
        : projection_(Projection::parse(specification, {.variables = &variables, .kind = ProjectionKind::Stage})) {}

    DocumentView apply(DocumentView document, Arena& arena) const override {
        thread_local bson::Buffer projected;  // used only within this call
        projected.clear();
        projection_.apply(document, projected);
        std::uint8_t* const bytes = arena.allocate(projected.size());
        std::copy_n(projected.data(), projected.size(), bytes);
        return DocumentView::trusted(bytes, static_cast<std::uint32_t>(projected.size()));
    }

private:
    Projection projection_;
};

std::unique_ptr<const Transform> parseProject(ValueView specification, const OperationVariables& variables) {
    if (!specification.isDocument()) {
        raise(location(15969), "$project specification must be an object, found ", specification.typeName());
    }
    if (specification.asDocument().isEmpty()) {
        raise(location(51272), "Invalid $project :: caused by :: projection specification must have at least one field");
    }
    return std::make_unique<Project>(specification.asDocument(), variables);
}

std::unique_ptr<const Transform> parseUnset(ValueView specification, const OperationVariables& variables) {
    bson::Builder excluded;
    if (specification.isString()) {
        excluded.append(specification.asString(), false);
    } else if (!specification.isArray()) {
        raise(location(31002), "$unset specification must be a string or an array, found ", specification.typeName());
    } else {
        if (specification.asArray().isEmpty()) {
            raise(location(31119), "$unset specification must be a string or an array with at least one field");
        }
        for (const ValueView& path : specification.asArray()) {
            if (!path.isString()) {
                raise(location(31120), "$unset specification must be a string or an array containing only string values");
            }
            excluded.append(path.asString(), false);
        }
    }
    return std::make_unique<Project>(excluded.take(), variables);
}

}  // namespace

constinit const TransformStage kStageProject{.name = "$project", .parse = parseProject};
constinit const TransformStage kStageUnset{.name = "$unset", .parse = parseUnset};

}  // namespace sheaf::query
