// The stages of an execution tree, pulled row by row from the root.
#pragma once

#include "query/collection_source.h"
#include "query/plan/executor.h"

#include <sheaf/bson/builder.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace sheaf::query {

// Shared by the stages of one plan.
struct ExecutionContext {
    CollectionSource* source = nullptr;   // none between save and restore
    ExecutionCounters counters;
    // Leaves stop and say Paused once counters.works has come this far: for interrupts, and for trial runs of plans.
    std::uint64_t pauseAt = 0;
};

enum class Pull : std::uint8_t {
    Row,
    Paused,  // nothing yet: pull again after raising pauseAt
    End,     // and from then on
};

// What goes from stage to stage. Views are valid until the next pull, or save().
struct PlanRow {
    RecordId record = 0;
    bson::DocumentView document;
    IndexEntry entry;            // of an index scan below
    bool hasDocument = false;
};

class Stage {
public:
    Stage(std::string_view name, ExecutionContext& context, std::unique_ptr<Stage> input = nullptr)
        : input_(std::move(input)), context_(context), name_(name) {}
    virtual ~Stage() = default;
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    Pull next(PlanRow& row) {
        const Pull pull = pullRow(row);
        if (pull == Pull::Row) ++advanced_;
        if (pull == Pull::End) isEnd_ = true;
        return pull;
    }

    // For those above that only count: passes over rows that need no look, and gives how many. 0 says nothing.
    std::uint64_t skip() {
        const std::uint64_t skipped = skipRows();
        advanced_ += skipped;
        return skipped;
    }

    // Copies what it needs of its position and lets go of the source.
    void save();
    // context.source is the new source.
    void restore();

    std::string_view name() const { return name_; }
    const Stage* input() const { return input_.get(); }
    // The stage and those below it, as explain shows them.
    void explain(bson::Builder& out, ExplainVerbosity verbosity) const;

protected:
    virtual Pull pullRow(PlanRow& row) = 0;
    virtual std::uint64_t skipRows() { return 0; }
    virtual void saveState() {}
    virtual void restoreState() {}
    // What is particular to the stage: the plan's part, and the execution's.
    virtual void describePlan(bson::Builder&) const {}
    virtual void describeExecution(bson::Builder&) const {}

    ExecutionContext& context() { return context_; }
    const ExecutionContext& context() const { return context_; }
    Stage& inputStage() { return *input_; }
    void countWorks(std::uint64_t works) { works_ += works; }
    bool isEnd() const { return isEnd_; }

private:
    std::unique_ptr<Stage> input_;
    ExecutionContext& context_;
    std::string_view name_;
    std::uint64_t advanced_ = 0;
    std::uint64_t works_ = 0;     // of a leaf; inner stages work as often as what is below them
    std::uint32_t saves_ = 0;
    bool isEnd_ = false;
};

}  // namespace sheaf::query
