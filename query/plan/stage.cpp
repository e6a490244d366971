// What all stages share: saving, restoring and explaining themselves and what is below them.

#include "query/plan/stage.h"

namespace sheaf::query {

void Stage::save() {
    if (input_ != nullptr) input_->save();
    ++saves_;
    if (!isEnd_) saveState();
}

void Stage::restore() {
    if (input_ != nullptr) input_->restore();
    if (!isEnd_) restoreState();
}

void Stage::explain(bson::Builder& out, ExplainVerbosity verbosity) const {
    out.append("stage", name_);
    if (verbosity != ExplainVerbosity::QueryPlanner) {
        std::uint64_t works = works_;
        for (const Stage* below = input(); below != nullptr; below = below->input()) works += below->works_;
        if (works < advanced_ + (isEnd_ ? 1 : 0)) works = advanced_ + (isEnd_ ? 1 : 0);
        const std::uint64_t needTime = works - advanced_ - (isEnd_ ? 1 : 0);
        out.appendCount("nReturned", advanced_).appendCount("works", works).appendCount("advanced", advanced_);
        out.appendCount("needTime", needTime).append("needYield", 0).appendCount("saveState", saves_);
        out.appendCount("restoreState", saves_).append("isEOF", isEnd_ ? 1 : 0);
        describeExecution(out);
    }
    describePlan(out);
    if (input_ == nullptr) return;
    out.openDocument("inputStage");
    input_->explain(out, verbosity);
    out.close();
}

}  // namespace sheaf::query
