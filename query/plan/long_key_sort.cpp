// LONG_KEY_SORT: an index orders long keys by their first 480 bytes only; within such a run the documents are sorted.

#include "query/plan/stages.h"

#include "index/key_bytes.h"

#include <cstring>

namespace sheaf::query {

LongKeySortStage::LongKeySortStage(ExecutionContext& context, std::unique_ptr<Stage> input, const SortPattern& pattern,
                                   Sorter::Options options)
    : Stage("LONG_KEY_SORT", context, std::move(input)), pattern_(pattern), options_(options) {}

bool LongKeySortStage::continuesRun(const PlanRow& row) const {
    return row.entry.isLong && std::memcmp(row.entry.key.data(), prefix_.data(), index::kLongPrefixBytes) == 0;
}

Pull LongKeySortStage::pullRow(PlanRow& row) {
    for (;;) {
        if (isGiving_) {
            row = PlanRow{};
            row.hasDocument = true;
            if (run_->next(row.record, row.document)) return Pull::Row;
            run_.reset();
            isGiving_ = false;
        }
        Pull pull = Pull::Row;
        if (hasPending_) {
            row = pending_;
            hasPending_ = false;
        } else {
            pull = inputStage().next(row);
        }
        if (pull == Pull::Paused) return pull;
        if (run_ != nullptr && (pull == Pull::End || !continuesRun(row))) {
            run_->finish();
            isGiving_ = true;
            hasPending_ = pull == Pull::Row;
            pending_ = row;
            continue;
        }
        if (pull == Pull::End || !row.entry.isLong) return pull;
        if (run_ == nullptr) {
            run_ = std::make_unique<Sorter>(pattern_, options_);
            prefix_.clear();
            prefix_.append(row.entry.key.data(), index::kLongPrefixBytes);
        }
        run_->add(row.document, row.record);
    }
}

void LongKeySortStage::saveState() {
    if (!hasPending_) return;
    savedDocument_.clear();
    savedDocument_.append(pending_.document.data(), pending_.document.size());
    pending_.document = bson::DocumentView::trusted(savedDocument_.data(), pending_.document.size());
    if (pending_.entry.isLong) {
        savedKey_.clear();
        savedKey_.append(pending_.entry.key.data(), pending_.entry.key.size());
        pending_.entry.key = savedKey_.bytes();
    }
}

}  // namespace sheaf::query
