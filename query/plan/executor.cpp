// The executor: pulls the root, looks for interrupts at intervals, keeps a result that was given back, explains itself.

#include "query/plan/executor.h"

#include "bson/raise.h"
#include "query/plan/solution.h"
#include "query/plan/stages.h"

#include <chrono>

namespace sheaf::query {

struct Executor::Impl {
    CanonicalQuery query;
    ExecutorOptions options;
    ExecutionContext context;
    std::string ns;
    std::unique_ptr<Stage> root;
    std::chrono::steady_clock::duration time{};
    PlanResult last;
    bson::Buffer kept;              // the document that was given back
    bool hasKept = false;
    bool isAtEnd = false;

    bool pull(PlanRow& row) {
        if (!options.measuresTime) return pullUntimed(row);
        const auto start = std::chrono::steady_clock::now();
        const bool isRow = pullUntimed(row);
        time += std::chrono::steady_clock::now() - start;
        return isRow;
    }

    // Until a row or the end.
    bool pullUntimed(PlanRow& row) {
        Pull pulled = root->next(row);
        while (pulled == Pull::Paused) {
            if (options.checkInterrupt) options.checkInterrupt();
            context.pauseAt = context.counters.works + ExecutorOptions::kInterruptInterval;
            pulled = root->next(row);
        }
        isAtEnd = pulled == Pull::End;
        return !isAtEnd;
    }
};

Executor::Executor(const QuerySolution& solution, CanonicalQuery query, CollectionSource& source, ExecutorOptions options)
    : impl_(std::make_unique<Impl>()) {
    impl_->query = std::move(query);
    impl_->options = std::move(options);
    impl_->ns = source.ns();
    impl_->context.source = &source;
    impl_->context.pauseAt = ExecutorOptions::kInterruptInterval;
    impl_->root = buildStages(solution, impl_->query, impl_->context, impl_->options.sortMemoryLimitBytes);
}

Executor::~Executor() = default;

bool Executor::next(PlanResult& result) {
    Impl& impl = *impl_;
    if (impl.hasKept) {
        impl.hasKept = false;
        result = impl.last;
        return true;
    }
    if (impl.isAtEnd) return false;
    PlanRow row;
    if (!impl.pull(row)) return false;
    ++impl.context.counters.nReturned;
    result.record = row.record;
    result.document = row.document;
    result.positionalIndex.reset();
    if (impl.query.needsPosition && impl.query.projection.isIdentity()) {
        MatchDetails details;
        impl.query.filter.matches(row.document, &details);
        result.positionalIndex = details.positionalIndex;
    }
    impl.last = result;
    return true;
}

void Executor::unget() {
    Impl& impl = *impl_;
    SHEAF_INVARIANT(!impl.hasKept, "only the last result can be given back");
    const bson::DocumentView document = impl.last.document;
    impl.kept.clear();
    impl.kept.append(document.data(), document.size());
    impl.last.document = bson::DocumentView::trusted(impl.kept.data(), document.size());
    impl.hasKept = true;
}

void Executor::save() {
    impl_->root->save();
    impl_->context.source = nullptr;
}

void Executor::restore(CollectionSource& source) {
    impl_->context.source = &source;
    impl_->root->restore();
}

std::uint64_t Executor::countRemaining() {
    std::uint64_t rows = impl_->hasKept ? 1 : 0;
    impl_->hasKept = false;
    PlanRow row;
    while (!impl_->isAtEnd && impl_->pull(row)) ++rows;
    const auto* counter = dynamic_cast<const CountStage*>(impl_->root.get());
    return counter != nullptr ? counter->count() : rows;
}

bool Executor::isAtEnd() const { return impl_->isAtEnd && !impl_->hasKept; }

ExecutionCounters Executor::counters() const { return impl_->context.counters; }

const CanonicalQuery& Executor::query() const { return impl_->query; }

bson::Document Executor::explainQueryPlanner() const {
    bson::Builder builder;
    builder.append("namespace", impl_->ns).append("parsedQuery", impl_->query.filter.toDocument());
    builder.append("indexFilterSet", false).append("maxIndexedOrSolutionsReached", false);
    builder.append("maxIndexedAndSolutionsReached", false).append("maxScansToExplodeReached", false);
    builder.openDocument("winningPlan");
    impl_->root->explain(builder, ExplainVerbosity::QueryPlanner);
    builder.close();
    builder.openArray("rejectedPlans").close();
    return builder.take();
}

bson::Document Executor::explainExecutionStats() const {
    const ExecutionCounters& counters = impl_->context.counters;
    const auto* counter = dynamic_cast<const CountStage*>(impl_->root.get());
    bson::Builder builder;
    builder.append("executionSuccess", true);
    builder.appendCount("nReturned", counter != nullptr ? 0 : counters.nReturned);
    builder.appendCount("executionTimeMillis", static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(impl_->time).count()));
    builder.appendCount("totalKeysExamined", counters.keysExamined);
    builder.appendCount("totalDocsExamined", counters.docsExamined);
    builder.openDocument("executionStages");
    impl_->root->explain(builder, ExplainVerbosity::ExecutionStats);
    builder.close();
    return builder.take();
}

std::string Executor::planSummary() const {
    std::string summary;
    for (const Stage* stage = impl_->root.get(); stage != nullptr; stage = stage->input()) {
        if (!summary.empty()) summary += ' ';
        summary += stage->name();
    }
    return summary;
}

}  // namespace sheaf::query
