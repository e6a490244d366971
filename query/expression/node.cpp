// What all nodes share: contexts, constants and folding.

#include "query/expression/node.h"

#include "bson/bytes.h"
#include "bson/number.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace sheaf::query {
namespace {

using bson::Type;

class ConstantExpression final : public ExpressionNode {
public:
    explicit ConstantExpression(ValueView value) : value_(value) {}
    ValueView evaluate(EvalContext&) const override { return value_.view(); }
    const bson::Value* constantValue() const override { return &value_; }
    NodePtr fold(EvalContext&) override { return nullptr; }

private:
    bson::Value value_;
};

template <typename T>
ValueView makeNumber(Arena& arena, Type type, T value) {
    std::uint8_t* at = arena.allocate(sizeof value);
    bson::store(at, value);
    return {type, at, sizeof value};
}

}  // namespace

EvalContext::EvalContext(bson::DocumentView document, Arena& arena, std::size_t variables)
    : document_(document), arena_(arena), variables_(nullptr) {
    if (variables == 0) return;
    variables_ = reinterpret_cast<ValueView*>(arena.allocate(variables * sizeof(ValueView)));
    std::uninitialized_fill_n(variables_, variables, ValueView());
}

ValueView EvalContext::make(std::int32_t value) const { return makeNumber(arena_, Type::Int32, value); }
ValueView EvalContext::make(std::int64_t value) const { return makeNumber(arena_, Type::Int64, value); }
ValueView EvalContext::make(double value) const { return makeNumber(arena_, Type::Double, value); }
ValueView EvalContext::make(bson::Date value) const { return makeNumber(arena_, Type::Date, value.ms); }

ValueView EvalContext::make(bson::Decimal128 value) const {
    std::uint8_t* at = arena_.allocate(16);
    bson::store(at, value.low);
    bson::store(at + 8, value.high);
    return {Type::Decimal128, at, 16};
}

ValueView EvalContext::make(bson::ObjectId value) const {
    std::uint8_t* at = arena_.allocate(12);
    std::memcpy(at, value.bytes.data(), 12);
    return {Type::ObjectId, at, 12};
}

ValueView EvalContext::make(std::string_view text) const {
    std::uint8_t* at = arena_.allocate(text.size() + 5);
    bson::store(at, static_cast<std::uint32_t>(text.size() + 1));
    if (!text.empty()) std::memcpy(at + 4, text.data(), text.size());
    at[4 + text.size()] = 0;
    return {Type::String, at, static_cast<std::uint32_t>(text.size() + 5)};
}

ValueView EvalContext::makeInteger(std::int64_t value) const {
    const bool fits = value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
    return fits ? make(static_cast<std::int32_t>(value)) : make(value);
}

ValueView EvalContext::keep(ValueView value) const {
    if (value.size() == 0) return value;
    std::uint8_t* at = arena_.allocate(value.size());
    std::memcpy(at, value.data(), value.size());
    return {value.type(), at, value.size()};
}

ValueView EvalContext::boolean(bool value) {
    static constexpr std::uint8_t kBytes[2] = {0, 1};
    return {Type::Bool, &kBytes[value ? 1 : 0], 1};
}

bool isTruthy(ValueView value) {
    if (value.isNullish()) return false;
    if (value.isBool()) return value.asBool();
    if (value.isNumber()) return bson::isNaN(value) || bson::toDouble(value) != 0;
    return true;
}

bool ExpressionNode::evaluateCondition(EvalContext& context) const { return isTruthy(evaluate(context)); }

NodePtr makeConstant(ValueView value) { return std::make_unique<ConstantExpression>(value); }

void ExpressionNode::foldChild(std::size_t child, EvalContext& context) {
    if (children_[child] == nullptr) return;
    if (NodePtr folded = children_[child]->fold(context)) children_[child] = std::move(folded);
}

void ExpressionNode::foldChildren(EvalContext& context) {
    for (std::size_t child = 0; child < children_.size(); ++child) foldChild(child, context);
}

bool ExpressionNode::areChildrenConstant() const {
    return std::all_of(children_.begin(), children_.end(),
                       [](const NodePtr& child) { return child == nullptr || child->constantValue() != nullptr; });
}

NodePtr ExpressionNode::foldedWhole(EvalContext& context) const {
    if (!areChildrenConstant() || !isPure()) return nullptr;
    const ArenaScope scope(context.arena());
    return makeConstant(evaluate(context));
}

NodePtr ExpressionNode::fold(EvalContext& context) {
    foldChildren(context);
    return foldedWhole(context);
}

}  // namespace sheaf::query
