// The conditions of a filter that an index can narrow its scan by, as intervals of one path's values.
#pragma once

#include "bson/path.h"
#include "index/interval.h"
#include "query/filter/filter.h"

#include <cstddef>
#include <vector>

namespace sheaf::query {

// Every document that matches has, for an index field of this path, a key within the intervals.
struct IndexPredicate {
    // An $elemMatch above the condition: all conditions below it look at the same element of the array at its path.
    struct SameElement {
        const FilterNode* node;
        std::size_t pathLength;  // components of the array's path
    };
    static constexpr std::size_t kNoTerm = ~std::size_t{0};

    bson::FieldPath path;
    index::OrderedIntervalList intervals;
    std::vector<SameElement> sameElement;  // from the outside in
    std::size_t term = kNoTerm;            // the part of the filter's $and that it is, if it is all of it
    bool isExact = false;                  // a key within the intervals matches
    bool isExactWithoutArrays = false;     // the same, while no array lies on the path
    bool holdsOnlyWithoutArrays = false;   // not to be used where an array lies on the path, below its $elemMatch
    bool excludesMissing = false;          // no document without the path matches
};

struct FilterPredicates {
    std::vector<IndexPredicate> predicates;
    std::size_t terms = 0;  // parts of the filter's $and, usable or not
};

FilterPredicates predicatesOf(const Filter& filter);

}  // namespace sheaf::query
