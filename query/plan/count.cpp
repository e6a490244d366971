// COUNT: how many rows come from below, skip and limit applied; RECORD_STORE_FAST_COUNT: how many records there are.

#include "query/plan/stages.h"

#include <algorithm>

namespace sheaf::query {

CountStage::CountStage(ExecutionContext& context, std::unique_ptr<Stage> input, const CanonicalQuery& query)
    : Stage("COUNT", context, std::move(input)), skip_(query.skip), limit_(query.limit) {}

CountStage::CountStage(ExecutionContext& context, const CanonicalQuery& query)
    : Stage("RECORD_STORE_FAST_COUNT", context), skip_(query.skip), limit_(query.limit) {}

Pull CountStage::pullRow(PlanRow& row) {
    if (input() == nullptr) {
        const std::uint64_t records = context().source->countRecords();
        count_ = records > skip_ ? records - skip_ : 0;
        if (limit_ != 0) count_ = std::min(count_, limit_);
        return Pull::End;
    }
    while (limit_ == 0 || count_ < limit_) {
        const Pull pull = inputStage().next(row);
        if (pull != Pull::Row) return pull;
        if (skipped_ < skip_) {
            ++skipped_;
        } else {
            ++count_;
            if (limit_ == 0) count_ += inputStage().skip();
        }
    }
    return Pull::End;
}

void CountStage::describeExecution(bson::Builder& out) const {
    out.appendCount("nCounted", count_).appendCount("nSkipped", skipped_);
}

}  // namespace sheaf::query
