// The table of filter operators, in name order.

#include "query/filter/operators.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr const FilterOperator* kTable[] = {
    &kFilterAll,
    &kFilterAlwaysFalse,
    &kFilterAlwaysTrue,
    &kFilterAnd,
    &kFilterBitsAllClear,
    &kFilterBitsAllSet,
    &kFilterBitsAnyClear,
    &kFilterBitsAnySet,
    &kFilterComment,
    &kFilterElemMatch,
    &kFilterEq,
    &kFilterExists,
    &kFilterExpr,
    &kFilterGt,
    &kFilterGte,
    &kFilterIn,
    &kFilterJsonSchema,
    &kFilterLt,
    &kFilterLte,
    &kFilterMod,
    &kFilterNe,
    &kFilterNin,
    &kFilterNor,
    &kFilterNot,
    &kFilterOptions,
    &kFilterOr,
    &kFilterRegex,
    &kFilterSampleRate,
    &kFilterSize,
    &kFilterType,
    &kFilterWhere,
};

}  // namespace

std::span<const FilterOperator* const> filterOperators() { return kTable; }

const FilterOperator* findFilterOperator(std::string_view name) {
    const auto found = std::lower_bound(std::begin(kTable), std::end(kTable), name,
                                        [](const FilterOperator* entry, std::string_view key) { return entry->name < key; });
    return found != std::end(kTable) && (*found)->name == name ? *found : nullptr;
}

}  // namespace sheaf::query
