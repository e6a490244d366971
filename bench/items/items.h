// The table of all items.
#pragma once

#include "bench/item.h"

#include <span>

namespace sheaf::bench {

// One file per subject defines its items; items.cpp lists them.
extern const Item kInsertMany;
extern const Item kInsertManyIndexed;
extern const Item kBuildIndexes;
extern const Item kFileBytes;
extern const Item kInsertOneSynced;
extern const Item kInsertOneSyncedThreads;
extern const Item kCommitsPerInsert;
extern const Item kFindOneById;
extern const Item kFindTopOfMaterial;
extern const Item kCountTagAndState;
extern const Item kCountTag;
extern const Item kCountEarlyField;
extern const Item kCountEarlyFieldPredicted;
extern const Item kCountLateField;
extern const Item kGroupByType;
extern const Item kGroupByMaterial;
extern const Item kUnwindTags;
extern const Item kIncrementPages512;
extern const Item kIncrementPages16K;
extern const Item kIncrementPages256K;
extern const Item kIncrementPages4M;
extern const Item kIncrement512;
extern const Item kIncrement16K;
extern const Item kIncrement256K;
extern const Item kIncrement4M;
extern const Item kDeleteHalf;
extern const Item kDropCollection;
extern const Item kParseJson;
extern const Item kPrintJson;
extern const Item kValidate;
extern const Item kOpenInsertClose;

// In the order of their numbers.
std::span<const Item* const> allItems();

}  // namespace sheaf::bench
