// PROJECTION_DEFAULT: documents through a projection.

#include "query/plan/stages.h"

namespace sheaf::query {

ProjectionStage::ProjectionStage(ExecutionContext& context, std::unique_ptr<Stage> input, const CanonicalQuery& query)
    : Stage("PROJECTION_DEFAULT", context, std::move(input)), projection_(query.projection), filter_(query.filter),
      specification_(query.projectionSpecification) {}

Pull ProjectionStage::pullRow(PlanRow& row) {
    const Pull pull = inputStage().next(row);
    if (pull != Pull::Row) return pull;
    ProjectionContext position;
    if (projection_.needsPosition()) {
        MatchDetails details;
        filter_.matches(row.document, &details);
        position.positionalIndex = details.positionalIndex;
    }
    out_.clear();
    projection_.apply(row.document, position, out_);
    row.document = bson::DocumentView::trusted(out_.data(), static_cast<std::uint32_t>(out_.size()));
    return Pull::Row;
}

void ProjectionStage::describePlan(bson::Builder& out) const { out.append("transformBy", specification_); }

}  // namespace sheaf::query
