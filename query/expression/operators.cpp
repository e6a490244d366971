// The table of expression operators, in name order.

#include "query/expression/operators.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr const ExpressionOperator* kTable[] = {
    &kExpressionAbs,
    &kExpressionAdd,
    &kExpressionAnd,
    &kExpressionCeil,
    &kExpressionCmp,
    &kExpressionCond,
    &kExpressionConst,
    &kExpressionDivide,
    &kExpressionEq,
    &kExpressionExp,
    &kExpressionFloor,
    &kExpressionGt,
    &kExpressionGte,
    &kExpressionIfNull,
    &kExpressionLet,
    &kExpressionLiteral,
    &kExpressionLn,
    &kExpressionLog,
    &kExpressionLog10,
    &kExpressionLt,
    &kExpressionLte,
    &kExpressionMod,
    &kExpressionMultiply,
    &kExpressionNe,
    &kExpressionNot,
    &kExpressionOr,
    &kExpressionPow,
    &kExpressionRound,
    &kExpressionSqrt,
    &kExpressionSubtract,
    &kExpressionSwitch,
    &kExpressionTrunc,
};

}  // namespace

std::span<const ExpressionOperator* const> expressionOperators() { return kTable; }

const ExpressionOperator* findExpressionOperator(std::string_view name) {
    const auto found =
        std::lower_bound(std::begin(kTable), std::end(kTable), name,
                         [](const ExpressionOperator* entry, std::string_view key) { return entry->name < key; });
    return found != std::end(kTable) && (*found)->name == name ? *found : nullptr;
}

}  // namespace sheaf::query
