// min and max of a find, as a run of index entries.

#include "query/plan/min_max.h"

#include "bson/raise.h"

#include <cstring>

namespace sheaf::query {
namespace {

// The place before all entries whose key is the given one.
index::Cut cutAt(const index::IndexSpec& spec, bson::DocumentView key) {
    const index::KeyPattern& pattern = spec.keyPattern;
    index::Cut components;
    std::size_t field = 0;
    for (const bson::Element& element : key) {
        if (field == pattern.size() || pattern[field].path.dotted() != element.name) {
            field = ~std::size_t{0};
            break;
        }
        index::appendComponent(components, element.value, pattern[field].isDescending());
        ++field;
    }
    if (field != pattern.size()) {
        raise(location(51174), "The index of the hint is not compatible with min/max: ", pattern.document(), " and ", key);
    }
    return index::runOfPrefix(components.bytes(), pattern[field - 1].isDescending()).low;
}

bool isBefore(const index::Cut& a, const index::Cut& b) {
    const int order = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
    return order != 0 ? order < 0 : a.size() < b.size();
}

}  // namespace

index::KeyRun runOfMinMax(const index::IndexSpec& spec, bson::DocumentView min, bson::DocumentView max) {
    const index::KeyPattern& pattern = spec.keyPattern;
    index::KeyRun run = index::runOf(index::IndexBounds::allValues(pattern), pattern.ordering());
    if (!min.isEmpty()) run.low = cutAt(spec, min);
    if (!max.isEmpty()) run.high = cutAt(spec, max);
    if (!min.isEmpty() && !max.isEmpty() && !isBefore(run.low, run.high)) {
        raise(location(51175), "The value provided for min() does not come before the value provided for max() in the hinted index: ",
              min, " and ", max);
    }
    return run;
}

}  // namespace sheaf::query
