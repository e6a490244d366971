// Makes the tree of stages that runs a solution.

#include "query/plan/stages.h"

namespace sheaf::query {
namespace {

// A sum that stays at the largest number instead of starting again at 0.
std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b) { return a + b < a ? ~std::uint64_t{0} : a + b; }

std::unique_ptr<Stage> accessStage(const QuerySolution& solution, const CanonicalQuery& query,
                                   ExecutionContext& context) {
    switch (solution.access) {
        case QuerySolution::Access::Nothing: return std::make_unique<EofStage>(context);
        case QuerySolution::Access::Express: return std::make_unique<ExpressStage>(context, solution.id.view());
        case QuerySolution::Access::Collscan:
            return std::make_unique<CollscanStage>(context, query.filter, solution.direction);
        case QuerySolution::Access::Ixscan: break;
    }
    const bool onlyCounts = !solution.needsFetch && !solution.isCovered;
    auto scan = std::make_unique<IxscanStage>(context, solution.index, onlyCounts ? "COUNT_SCAN" : "IXSCAN", onlyCounts);
    if (onlyCounts) scan->verifyLongKeys(query.filter);
    if (!solution.needsFetch) return scan;
    return std::make_unique<FetchStage>(context, std::move(scan), query.filter, !solution.index.isExact);
}

// Documents may come in without a blocking sort only from an index that gives their order.
std::unique_ptr<Stage> sortedStage(const QuerySolution& solution, const CanonicalQuery& query, ExecutionContext& context,
                                   std::unique_ptr<Stage> input, std::size_t memoryLimitBytes) {
    if (query.sort.isEmpty() || query.countsOnly) return input;
    Sorter::Options options;
    options.memoryLimitBytes = memoryLimitBytes;
    options.allowDiskUse = query.allowDiskUse;
    if (solution.needsSort) {
        if (query.limit != 0) options.limit = saturatingSum(query.skip, query.limit);
        return std::make_unique<SortStage>(context, std::move(input), query.sort, options);
    }
    const bool isOrderedByIndex = solution.access == QuerySolution::Access::Ixscan && solution.needsFetch;
    if (!isOrderedByIndex) return input;
    return std::make_unique<LongKeySortStage>(context, std::move(input), query.sort, options);
}

}  // namespace

std::unique_ptr<Stage> buildStages(const QuerySolution& solution, const CanonicalQuery& query, ExecutionContext& context,
                                   std::size_t sortMemoryLimitBytes) {
    const bool countsRecords = query.countsOnly && query.filter.isAlwaysTrue() &&
                               solution.access == QuerySolution::Access::Collscan;
    if (countsRecords) return std::make_unique<CountStage>(context, query);
    std::unique_ptr<Stage> root = accessStage(solution, query, context);
    root = sortedStage(solution, query, context, std::move(root), sortMemoryLimitBytes);
    if (query.countsOnly) return std::make_unique<CountStage>(context, std::move(root), query);
    if (query.skip != 0) root = std::make_unique<SkipStage>(context, std::move(root), query.skip);
    if (query.limit != 0 && !solution.needsSort) {
        root = std::make_unique<LimitStage>(context, std::move(root), query.limit);
    }
    if (query.returnKey) return std::make_unique<ReturnKeyStage>(context, std::move(root), solution);
    if (query.projection.isIdentity()) return root;
    if (solution.isCovered && solution.access == QuerySolution::Access::Ixscan) {
        return std::make_unique<CoveredProjectionStage>(context, std::move(root), query, solution.index);
    }
    return std::make_unique<ProjectionStage>(context, std::move(root), query);
}

}  // namespace sheaf::query
