// Holds one collection against itself: checksums, BSON, every index entry against its document and back.
#pragma once

#include "engine/catalog/entry.h"

#include <sheaf/store.h>

namespace sheaf::engine {

// Adds what is wrong to the report (at most kMaxFindings of them) and counts what was looked at.
inline constexpr std::size_t kMaxFindings = 100;
void checkCollection(const storage::Transaction& transaction, const CollectionEntry& entry, CheckReport& report,
                     const Progress& progress);

}  // namespace sheaf::engine
