// Runs a plan: pulls documents one by one through its stages, and can stand still between two snapshots.
#pragma once

#include "query/collection_source.h"
#include "query/plan/canonical_query.h"

#include <sheaf/bson/builder.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sheaf::query {

// Of the whole plan, since it was made.
struct ExecutionCounters {
    std::uint64_t works = 0;
    std::uint64_t docsExamined = 0;
    std::uint64_t keysExamined = 0;
    std::uint64_t docBytesRead = 0;   // bytes of the documents examined
    std::uint64_t nReturned = 0;
};

struct PlanResult {
    RecordId record = 0;
    bson::DocumentView document;      // valid until the next call of the executor, or save()
    std::optional<std::uint32_t> positionalIndex;  // only when the query needs it
};

struct ExecutorOptions {
    // Called every kInterruptInterval works; throws (MaxTimeMSExpired, Interrupted, …) to end the operation.
    std::function<void()> checkInterrupt;
    std::size_t sortMemoryLimitBytes = 100 * 1024 * 1024;
    bool measuresTime = false;   // for explain's executionTimeMillis; costs two looks at the clock per result
    static constexpr std::uint64_t kInterruptInterval = 128;
};

enum class ExplainVerbosity : std::uint8_t { QueryPlanner, ExecutionStats, AllPlansExecution };

struct QuerySolution;

// A plan in execution. Made by planQuery. Threads: one at a time.
class Executor {
public:
    Executor(const QuerySolution& solution, CanonicalQuery query, CollectionSource& source, ExecutorOptions options);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    // The next result; false at the end. Throws what stages throw (292, 50, 11601, 22, …).
    bool next(PlanResult& result);

    // Gives the last result back: next() returns it once more. For a batch that turned out too full. At most once after
    // a next() that returned true, before anything else.
    void unget();

    // Lets go of the snapshot: copies the position, closes the source's cursors. The source may then end.
    void save();
    // Goes on over another source of the same collection, perhaps with other data in it. Documents that vanished are
    // left out, changed ones are matched again. Throws QueryPlanKilled (175) when an index that the plan uses is gone,
    // CappedPositionLost (136) when the position was overwritten.
    void restore(CollectionSource& source);

    // Runs to the end and tells how many results there were. Skip and limit apply. Of a query that only counts, this
    // is the one way to run it.
    std::uint64_t countRemaining();

    // next() has returned false.
    bool isAtEnd() const;
    ExecutionCounters counters() const;
    const CanonicalQuery& query() const;

    // What explain shows under these names; executionStats is of what has run so far.
    bson::Document explainQueryPlanner() const;
    bson::Document explainExecutionStats() const;
    // "FETCH IXSCAN": the stages from the top down, for logs and tests.
    std::string planSummary() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sheaf::query
