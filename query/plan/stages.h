// The kinds of stages. Each is defined in a file of its own.
#pragma once

#include "index/bounds.h"
#include "query/filter/matcher.h"
#include "query/plan/record_id_set.h"
#include "query/plan/solution.h"
#include "query/plan/stage.h"
#include "query/sorter.h"

#include <sheaf/bson/buffer.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sheaf::query {

// Nothing.
class EofStage final : public Stage {
public:
    explicit EofStage(ExecutionContext& context) : Stage("EOF", context) {}

private:
    Pull pullRow(PlanRow&) override { return Pull::End; }
};

// All records in natural order, filtered.
class CollscanStage final : public Stage {
public:
    CollscanStage(ExecutionContext& context, Filter filter, Direction direction);

private:
    Pull pullRow(PlanRow& row) override;
    void saveState() override;
    void restoreState() override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;

    Matcher matcher_;
    std::unique_ptr<RecordCursor> cursor_;
    RecordId last_ = 0;
    std::uint64_t examined_ = 0;
    Direction direction_;
};

// The one document with an `_id`, found without a plan.
class ExpressStage final : public Stage {
public:
    ExpressStage(ExecutionContext& context, bson::ValueView id);

private:
    Pull pullRow(PlanRow& row) override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;

    bson::Value id_;
    bool isDone_ = false;
    bool isFound_ = false;
};

// The entries of an index within bounds; each record once.
class IxscanStage final : public Stage {
public:
    // `countsEnd`: the entry that ends a single run counts as examined, as MongoDB's COUNT_SCAN has it and its IXSCAN not.
    IxscanStage(ExecutionContext& context, const IndexPlan& plan, std::string_view name, bool countsEnd);
    // Where nothing above looks at the documents: look at those of long keys here, through the filter.
    void verifyLongKeys(Filter filter) { longKeyFilter_ = std::move(filter); }

    std::uint64_t skipRows() override;

private:
    enum class Place : std::uint8_t { Start, AfterEntry, AtEntry, Exhausted };  // AtEntry: restored, entry_ comes next

    Pull pullRow(PlanRow& row) override;
    void saveState() override;
    void restoreState() override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;
    bool toNextEntry(IndexEntry& entry);
    bool isVerified(const IndexEntry& entry);
    index::IndexBoundsChecker::State check(const IndexEntry& entry);

    IndexPlan plan_;
    std::optional<index::IndexBoundsChecker> checker_;   // for bounds that are no single run
    index::KeyRun run_;
    std::optional<Filter> longKeyFilter_;
    std::optional<Matcher> longKeyMatcher_;  // compiled for the first long key
    std::unique_ptr<IndexCursor> cursor_;
    IndexEntry entry_;                   // the last one seen
    bson::Buffer savedKey_;              // of the last entry before save()
    RecordId savedRecord_ = 0;
    RecordIdSet returned_;               // while the index is multikey
    std::uint64_t examined_ = 0;
    std::uint64_t seeks_ = 0;
    std::uint64_t duplicates_ = 0;
    Place place_ = Place::Start;
    bool mustSeek_ = true;
    bool dropsDuplicates_;
    bool countsEnd_;
};

// The documents of the records below it, filtered.
class FetchStage final : public Stage {
public:
    // `filter` is applied to every document, or only where the index entry does not decide (`filtersAlways` false).
    FetchStage(ExecutionContext& context, std::unique_ptr<Stage> input, Filter filter, bool filtersAlways);

private:
    Pull pullRow(PlanRow& row) override;
    void restoreState() override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;
    bool matches(bson::DocumentView document);

    Filter filter_;
    std::optional<Matcher> matcher_;  // compiled when the first document needs it
    std::uint64_t examined_ = 0;
    bool filtersAlways_;
};

// All documents, sorted.
class SortStage final : public Stage {
public:
    SortStage(ExecutionContext& context, std::unique_ptr<Stage> input, const SortPattern& pattern,
              Sorter::Options options);

private:
    Pull pullRow(PlanRow& row) override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;

    bson::Document pattern_;
    Sorter sorter_;
    Sorter::Options options_;
    bool isLoaded_ = false;
};

// Puts documents that an index gives in key order in order of their values where keys are too long to tell: runs of
// entries that share the prefix of a long key are sorted among themselves.
class LongKeySortStage final : public Stage {
public:
    LongKeySortStage(ExecutionContext& context, std::unique_ptr<Stage> input, const SortPattern& pattern,
                     Sorter::Options options);

private:
    Pull pullRow(PlanRow& row) override;
    void saveState() override;
    bool continuesRun(const PlanRow& row) const;

    SortPattern pattern_;
    Sorter::Options options_;
    std::unique_ptr<Sorter> run_;        // being gathered, or given out
    bson::Buffer prefix_;                // of the run's keys
    bson::Buffer savedDocument_;
    bson::Buffer savedKey_;
    PlanRow pending_;                    // the first row after the run
    bool isGiving_ = false;
    bool hasPending_ = false;
};

class SkipStage final : public Stage {
public:
    SkipStage(ExecutionContext& context, std::unique_ptr<Stage> input, std::uint64_t skip)
        : Stage("SKIP", context, std::move(input)), skip_(skip) {}

private:
    Pull pullRow(PlanRow& row) override;
    void describePlan(bson::Builder& out) const override;

    std::uint64_t skip_;
    std::uint64_t skipped_ = 0;
};

class LimitStage final : public Stage {
public:
    LimitStage(ExecutionContext& context, std::unique_ptr<Stage> input, std::uint64_t limit)
        : Stage("LIMIT", context, std::move(input)), limit_(limit) {}

private:
    Pull pullRow(PlanRow& row) override;
    void describePlan(bson::Builder& out) const override;

    std::uint64_t limit_;
    std::uint64_t given_ = 0;
};

// Counts what comes from below; gives no rows. Without anything below: the records of the collection.
class CountStage final : public Stage {
public:
    CountStage(ExecutionContext& context, std::unique_ptr<Stage> input, const CanonicalQuery& query);
    CountStage(ExecutionContext& context, const CanonicalQuery& query);
    std::uint64_t count() const { return count_; }

private:
    Pull pullRow(PlanRow& row) override;
    void describeExecution(bson::Builder& out) const override;

    std::uint64_t skip_;
    std::uint64_t limit_;
    std::uint64_t skipped_ = 0;
    std::uint64_t count_ = 0;
};

// The index keys that led to the documents.
class ReturnKeyStage final : public Stage {
public:
    ReturnKeyStage(ExecutionContext& context, std::unique_ptr<Stage> input, const QuerySolution& solution);

private:
    Pull pullRow(PlanRow& row) override;

    std::shared_ptr<const index::IndexSpec> spec_;  // null: no index is scanned
    bson::Buffer out_;
};

// Documents through a projection.
class ProjectionStage final : public Stage {
public:
    ProjectionStage(ExecutionContext& context, std::unique_ptr<Stage> input, const CanonicalQuery& query);

private:
    Pull pullRow(PlanRow& row) override;
    void describePlan(bson::Builder& out) const override;

    Projection projection_;
    Filter filter_;                      // tells where it matched, for "a.$"
    bson::Document specification_;
    bson::Buffer out_;
};

// Documents made of index entries alone. Where an entry does not tell all (a long key, a missing dotted field, which
// may be missing in several ways) the record is fetched after all.
class CoveredProjectionStage final : public Stage {
public:
    CoveredProjectionStage(ExecutionContext& context, std::unique_ptr<Stage> input, const CanonicalQuery& query,
                           const IndexPlan& plan);

private:
    // The key's fields as a tree of names, flattened: what to open, append and close, in order.
    struct Step {
        enum class Kind : std::uint8_t { Open, Field, Close } kind;
        std::string name;
        std::size_t field = 0;
    };
    Pull pullRow(PlanRow& row) override;
    void restoreState() override;
    void describePlan(bson::Builder& out) const override;
    void describeExecution(bson::Builder& out) const override;
    void addSteps(const std::vector<std::size_t>& fields, std::size_t depth);
    bool decode(const IndexEntry& entry);
    void assemble();
    bool fetch(PlanRow& row);

    Projection projection_;
    Filter filter_;
    bson::Document specification_;
    IndexPlan plan_;
    std::vector<bool> isNeeded_;         // per field of the key pattern
    std::vector<Step> steps_;
    bson::Buffer decoded_;
    bson::Buffer assembled_;
    bson::Buffer out_;
    std::uint64_t fetched_ = 0;
};

}  // namespace sheaf::query
