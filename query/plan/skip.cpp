// SKIP: leaves out the first rows.

#include "query/plan/stages.h"

namespace sheaf::query {

Pull SkipStage::pullRow(PlanRow& row) {
    while (skipped_ < skip_) {
        const Pull pull = inputStage().next(row);
        if (pull != Pull::Row) return pull;
        ++skipped_;
    }
    return inputStage().next(row);
}

void SkipStage::describePlan(bson::Builder& out) const { out.appendCount("skipAmount", skip_); }

}  // namespace sheaf::query
