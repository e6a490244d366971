// Equality and order between a stored value and a filter's operand.

#include "bson/number.h"
#include "query/filter/node.h"

#include <sheaf/bson/compare.h>

namespace sheaf::query {
namespace {

bool holds(FilterKind kind, int order) {
    switch (kind) {
        case FilterKind::Eq: return order == 0;
        case FilterKind::Lt: return order < 0;
        case FilterKind::Lte: return order <= 0;
        case FilterKind::Gt: return order > 0;
        default: return order >= 0;
    }
}

std::string_view operatorName(FilterKind kind) {
    switch (kind) {
        case FilterKind::Eq: return "$eq";
        case FilterKind::Lt: return "$lt";
        case FilterKind::Lte: return "$lte";
        case FilterKind::Gt: return "$gt";
        default: return "$gte";
    }
}

}  // namespace

bool satisfiesComparison(FilterKind kind, bson::ValueView value, bson::ValueView operand,
                         const Collation* collation) {
    if (operand.type() == bson::Type::MaxKey && value.type() != bson::Type::MaxKey) return holds(kind, -1);
    if (operand.type() == bson::Type::MinKey && value.type() != bson::Type::MinKey) return holds(kind, 1);
    if (value.isMissing()) return operand.isNull() && holds(kind, 0);
    if (bson::canonicalType(value.type()) != bson::canonicalType(operand.type())) return false;
    if (operand.isNumber() && kind != FilterKind::Eq) {
        const bool valueIsNaN = bson::isNaN(value);
        const bool operandIsNaN = bson::isNaN(operand);
        if (valueIsNaN || operandIsNaN) return valueIsNaN && operandIsNaN && holds(kind, 0);
    }
    return holds(kind, bson::compare(value, operand, collation));
}

bool ComparisonNode::matchesElement(bson::ValueView value) const {
    return satisfiesComparison(kind(), value, operand_.view(), collation_.get());
}

void ComparisonNode::describeCondition(bson::Builder& operators) const {
    operators.append(operatorName(kind()), operand_.view());
}

FilterPtr makeComparison(FilterKind kind, std::string_view path, bson::ValueView operand, CollationPtr collation) {
    return std::make_shared<ComparisonNode>(kind, path, operand, std::move(collation));
}

}  // namespace sheaf::query
