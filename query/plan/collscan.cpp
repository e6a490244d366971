// COLLSCAN: every record in natural order, through the filter.

#include "query/plan/stages.h"

#include "bson/raise.h"

namespace sheaf::query {

CollscanStage::CollscanStage(ExecutionContext& context, Filter filter, Direction direction)
    : Stage("COLLSCAN", context), matcher_(std::move(filter)), direction_(direction) {}

Pull CollscanStage::pullRow(PlanRow& row) {
    if (isEnd()) return Pull::End;
    if (cursor_ == nullptr) cursor_ = context().source->scanRecords(direction_);
    ExecutionCounters& counters = context().counters;
    const std::uint64_t before = examined_;
    Pull result = Pull::Paused;
    while (counters.works < context().pauseAt) {
        ++counters.works;
        if (!cursor_->next(row.record, row.document)) {
            result = Pull::End;
            break;
        }
        ++examined_;
        counters.docBytesRead += row.document.size();
        if (matcher_.matches(row.document)) {
            result = Pull::Row;
            break;
        }
    }
    counters.docsExamined += examined_ - before;
    countWorks(examined_ - before + (result == Pull::End ? 1 : 0));
    if (examined_ != before) last_ = row.record;
    row.hasDocument = true;
    return result;
}

void CollscanStage::saveState() { cursor_.reset(); }

void CollscanStage::restoreState() {
    if (last_ == 0) return;
    cursor_ = context().source->scanRecords(direction_);
    if (!cursor_->seekAfter(last_)) {
        raise(ErrorCode::CappedPositionLost, "CollectionScan died due to position in capped collection being deleted. ",
              "Last seen record id: ", last_);
    }
}

void CollscanStage::describePlan(bson::Builder& out) const {
    if (!matcher_.filter().isAlwaysTrue()) out.append("filter", matcher_.filter().toDocument());
    out.append("direction", direction_ == Direction::Forward ? "forward" : "backward");
}

void CollscanStage::describeExecution(bson::Builder& out) const { out.appendCount("docsExamined", examined_); }

}  // namespace sheaf::query
