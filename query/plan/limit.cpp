// LIMIT: ends after a number of rows, without looking for one more.

#include "query/plan/stages.h"

namespace sheaf::query {

Pull LimitStage::pullRow(PlanRow& row) {
    if (given_ == limit_) return Pull::End;
    const Pull pull = inputStage().next(row);
    if (pull == Pull::Row) ++given_;
    return pull;
}

void LimitStage::describePlan(bson::Builder& out) const { out.appendCount("limitAmount", limit_); }

}  // namespace sheaf::query
