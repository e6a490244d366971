// Chooses how a query is answered: by _id, through one index, or by a walk over the collection.
#pragma once

#include "query/plan/executor.h"
#include "query/plan/solution.h"

#include <memory>

namespace sheaf::query {

// The solution alone. Throws as planQuery.
QuerySolution chooseSolution(const CanonicalQuery& query, CollectionSource& source);

// Throws BadValue (2) when the hint names no usable index. `source` must live until the executor is saved or destroyed.
std::unique_ptr<Executor> planQuery(CanonicalQuery query, CollectionSource& source, ExecutorOptions options = {});

}  // namespace sheaf::query
