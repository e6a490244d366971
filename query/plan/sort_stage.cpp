// SORT: takes in everything below it, then gives it out in order.

#include "query/plan/stages.h"

namespace sheaf::query {

SortStage::SortStage(ExecutionContext& context, std::unique_ptr<Stage> input, const SortPattern& pattern,
                     Sorter::Options options)
    : Stage("SORT", context, std::move(input)), pattern_(pattern.toDocument()), sorter_(pattern, options),
      options_(options) {}

Pull SortStage::pullRow(PlanRow& row) {
    while (!isLoaded_) {
        const Pull pull = inputStage().next(row);
        if (pull == Pull::Paused) return pull;
        if (pull == Pull::Row) {
            sorter_.add(row.document, row.record);
        } else {
            sorter_.finish();
            isLoaded_ = true;
        }
    }
    row = PlanRow{};
    row.hasDocument = true;
    return sorter_.next(row.record, row.document) ? Pull::Row : Pull::End;
}

void SortStage::describePlan(bson::Builder& out) const {
    out.append("sortPattern", pattern_).appendCount("memLimit", options_.memoryLimitBytes);
    if (options_.limit != 0) out.appendCount("limitAmount", options_.limit);
    out.append("type", "simple");
}

void SortStage::describeExecution(bson::Builder& out) const {
    const Sorter::Statistics& statistics = sorter_.statistics();
    out.appendCount("totalDataSizeSorted", statistics.bytes).append("usedDisk", statistics.spills != 0);
    out.appendCount("spills", statistics.spills).appendCount("spilledDataStorageSize", statistics.spilledBytes);
}

}  // namespace sheaf::query
