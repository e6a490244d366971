// Plans one index: the bounds that a filter gives it, and what the scan then provides.
#pragma once

#include "query/plan/predicates.h"
#include "query/plan/solution.h"

#include <optional>

namespace sheaf::query {

// How good a scan promises to be, by the shape of its bounds alone; more is better.
struct IndexRank {
    bool isUnique = false;       // at most one document
    std::uint32_t shape = 0;     // points before ranges before nothing, field by field
    bool isUsefulForFilter = false;
};

struct RankedIndexPlan {
    IndexPlan plan;
    IndexRank rank;
};

// Nothing when the index is of no use for this query, or cannot be scanned for it without losing matches: another kind
// of index, or a sparse one that may lack them. A hint lets a sparse index lose what it lacks.
std::optional<RankedIndexPlan> planIndex(const IndexInfo& info, const FilterPredicates& predicates,
                                         const SortPattern& sort, bool isHinted);

}  // namespace sheaf::query
