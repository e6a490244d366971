// distinct: the different values that a path leads to.
#pragma once

#include "engine/operation.h"
#include "query/collation/collation.h"

#include <vector>

namespace sheaf::engine {

struct DistinctRequest {
    Namespace ns;
    std::string_view key;  // a dotted path; arrays on it are gone into, at its end too
    bson::DocumentView filter;
    bson::ValueView hint;
    query::CollationPtr collation;  // see collationFor()
};

// In the order in which the documents bring them; those of one document in BSON's order. Values that compare equal are
// one, the first met. Throws what a find throws, and location(17217) when they would not fit into a reply.
std::vector<bson::Value> runDistinct(Operation& operation, const DistinctRequest& request);

}  // namespace sheaf::engine
