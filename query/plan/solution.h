// What the planner decides, as data: it can be kept, compared and explained before anything runs.
#pragma once

#include "index/bounds.h"
#include "query/collection_source.h"
#include "query/plan/canonical_query.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace sheaf::query {

class Stage;
struct ExecutionContext;

// One scan of one index.
struct IndexPlan {
    std::uint64_t indexId = 0;
    std::shared_ptr<const index::IndexSpec> spec;
    std::shared_ptr<const index::MultikeyPaths> multikey;  // as planned with; null: not multikey
    index::IndexBounds bounds;
    std::optional<index::KeyRun> run;  // of min and max, in place of the bounds
    Direction direction = Direction::Forward;
    bool isExact = false;          // what lies in the bounds matches the whole filter, and nothing else does
    bool providesSort = false;
    bool dropsDuplicates = false;  // one record may have several entries within the bounds
};

struct QuerySolution {
    enum class Access : std::uint8_t { Nothing, Express, Collscan, Ixscan };
    Access access = Access::Collscan;
    Direction direction = Direction::Forward;  // of a COLLSCAN
    bson::Value id;                            // of EXPRESS
    IndexPlan index;                           // of an IXSCAN
    bool needsSort = false;                    // a blocking SORT
    bool isCovered = false;                    // the projection is made of the index's keys
    bool needsFetch = true;                    // false also when only the number of records is asked for
};

// The tree that runs a solution.
std::unique_ptr<Stage> buildStages(const QuerySolution& solution, const CanonicalQuery& query, ExecutionContext& context,
                                   std::size_t sortMemoryLimitBytes);

}  // namespace sheaf::query
