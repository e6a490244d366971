// The bounds that a find's `min` and `max` set: whole keys of the index that the hint names.
#pragma once

#include "index/bounds.h"

#include <sheaf/bson/document.h>

namespace sheaf::query {

// Keys from `min`, included, to `max`, excluded, in the order of the index; {}: no such end.
// Throws location(51174) when the fields are not those of the key pattern in its order, location(51175) when min does not
// come before max.
index::KeyRun runOfMinMax(const index::IndexSpec& spec, bson::DocumentView min, bson::DocumentView max);

}  // namespace sheaf::query
