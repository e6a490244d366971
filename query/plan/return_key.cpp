// RETURN_KEY: in place of each document the index key that led to it; {} where no index was scanned.

#include "query/plan/stages.h"

namespace sheaf::query {

ReturnKeyStage::ReturnKeyStage(ExecutionContext& context, std::unique_ptr<Stage> input, const QuerySolution& solution)
    : Stage("RETURN_KEY", context, std::move(input)) {
    if (solution.access == QuerySolution::Access::Ixscan) spec_ = solution.index.spec;
}

Pull ReturnKeyStage::pullRow(PlanRow& row) {
    const Pull pull = inputStage().next(row);
    if (pull != Pull::Row) return pull;
    out_.clear();
    bson::Builder builder(out_);
    if (spec_ && !row.entry.key.empty() && !row.entry.isLong) {
        index::KeyDecoder decoder(row.entry.key, row.entry.typeBits, spec_->keyPattern.ordering());
        for (const index::KeyField& field : spec_->keyPattern.fields()) decoder.next(field.path.dotted(), builder);
    }
    row.document = builder.finish();
    row.hasDocument = true;
    return Pull::Row;
}

}  // namespace sheaf::query
