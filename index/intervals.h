// The intervals that comparisons with a value need: equality, and ranges within the value's type.
#pragma once

#include "index/interval.h"

#include <cstdint>

namespace sheaf::index {

// What a key inside the intervals says about the predicate.
enum class Tightness : std::uint8_t {
    InexactFetch,    // the document must be looked at
    InexactCovered,  // the key's value suffices to decide, but must be looked at
    Exact,           // holds
};

struct PredicateIntervals {
    OrderedIntervalList list;
    Tightness tightness;
};

enum class RangeOperator : std::uint8_t { Lt, Lte, Gt, Gte };

// {field: value}. For an array: the array, and its first element (undefined when empty), inexact. For null (keyed
// like missing) inexact: through arrays the key null may stand for something that null does not match.
PredicateIntervals intervalsForEquality(bson::ValueView value);

// {field: {$lt: value}}: the values of the same sort class only, as MongoDB compares; except that MinKey and MaxKey
// compare with everything. Arrays: all values, inexact, since an index holds their elements.
PredicateIntervals rangeWithinType(RangeOperator op, bson::ValueView value);

// All values of the type's sort class; numbers are [nan, inf], so all numeric types are one.
Interval intervalOfType(bson::Type type);

}  // namespace sheaf::index
