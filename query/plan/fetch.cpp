// FETCH: the documents of the records that an index gave, through the filter.

#include "query/plan/stages.h"

namespace sheaf::query {

FetchStage::FetchStage(ExecutionContext& context, std::unique_ptr<Stage> input, Filter filter, bool filtersAlways)
    : Stage("FETCH", context, std::move(input)), filter_(std::move(filter)), filtersAlways_(filtersAlways) {}

bool FetchStage::matches(bson::DocumentView document) {
    if (!matcher_) matcher_.emplace(filter_);
    return matcher_->matches(document);
}

Pull FetchStage::pullRow(PlanRow& row) {
    for (;;) {
        const Pull pull = inputStage().next(row);
        if (pull != Pull::Row) return pull;
        if (!context().source->fetch(row.record, row.document)) continue;
        ++examined_;
        ExecutionCounters& counters = context().counters;
        ++counters.docsExamined;
        counters.docBytesRead += row.document.size();
        row.hasDocument = true;
        const bool mustFilter = filtersAlways_ || row.entry.isLong;
        if (!mustFilter || matches(row.document)) return Pull::Row;
    }
}

// The index may have become multikey meanwhile: what its bounds promised at planning no longer decides.
void FetchStage::restoreState() { filtersAlways_ = true; }

void FetchStage::describePlan(bson::Builder& out) const {
    if (filtersAlways_ && !filter_.isAlwaysTrue()) out.append("filter", filter_.toDocument());
}

void FetchStage::describeExecution(bson::Builder& out) const { out.appendCount("docsExamined", examined_); }

}  // namespace sheaf::query
