// Chooses how a query is answered: by _id, through one index, or by a walk over the collection.
#pragma once

#include "query/plan/executor.h"

#include <memory>

namespace sheaf::query {

// Throws BadValue (2) when the hint names no usable index, NoQueryExecutionPlans (291) when nothing can answer.
// `source` must live until the executor is saved or destroyed.
std::unique_ptr<Executor> planQuery(CanonicalQuery query, CollectionSource& source, ExecutorOptions options = {});

}  // namespace sheaf::query
