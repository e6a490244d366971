// EXPRESS_IXSCAN: the document with one `_id`, by a point lookup.

#include "query/plan/stages.h"

namespace sheaf::query {

ExpressStage::ExpressStage(ExecutionContext& context, bson::ValueView id)
    : Stage("EXPRESS_IXSCAN", context), id_(id) {}

Pull ExpressStage::pullRow(PlanRow& row) {
    if (isDone_) return Pull::End;
    isDone_ = true;
    countWorks(1);
    ExecutionCounters& counters = context().counters;
    ++counters.works;
    ++counters.keysExamined;
    isFound_ = context().source->findById(id_.view(), row.record, row.document);
    if (!isFound_) return Pull::End;
    ++counters.docsExamined;
    counters.docBytesRead += row.document.size();
    row.hasDocument = true;
    return Pull::Row;
}

void ExpressStage::describePlan(bson::Builder& out) const {
    out.openDocument("keyPattern").append("_id", 1).close();
    out.append("indexName", "_id_");
}

void ExpressStage::describeExecution(bson::Builder& out) const {
    out.append("keysExamined", isDone_ ? 1 : 0).append("docsExamined", isFound_ ? 1 : 0);
}

}  // namespace sheaf::query
