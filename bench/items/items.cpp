// Lists the items. A new one is its definition in <subject>_items.cpp, its declaration and its line here.
#include "bench/items/items.h"

namespace sheaf::bench {
namespace {

constexpr const Item* kItems[] = {
    &kInsertMany,         &kInsertManyIndexed,        &kBuildIndexes,
    &kInsertOneSynced,    &kInsertOneSyncedThreads,
    &kCommitsPerInsert,   &kFindOneById,              &kFindTopOfMaterial, &kCountTagAndState,
    &kCountTag,           &kCountEarlyField,          &kCountEarlyFieldPredicted, &kCountLateField,
    &kGroupByType,        &kGroupByMaterial,          &kUnwindTags,        &kIncrementPages512,
    &kIncrementPages16K,  &kIncrementPages256K,       &kIncrementPages4M,  &kIncrement512,
    &kIncrement16K,       &kIncrement256K,            &kIncrement4M,       &kDeleteHalf,
    &kDropCollection,     &kFileBytes,                &kParseJson,         &kPrintJson,
    &kValidate,           &kOpenInsertClose,
};

}  // namespace

std::span<const Item* const> allItems() { return kItems; }

}  // namespace sheaf::bench
