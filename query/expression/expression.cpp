// The face of expressions.

#include "query/expression/expression.h"

#include "query/expression/node.h"
#include "query/expression/parser.h"

namespace sheaf::query {
namespace {

void collect(const ExpressionNode& node, ExpressionDependencies& out) {
    node.addDependencies(out);
    for (const NodePtr& child : node.children()) {
        if (child != nullptr) collect(*child, out);
    }
}

NodePtr folded(NodePtr node, std::size_t variables) {
    Arena& arena = Arena::ofThread();
    const ArenaScope scope(arena);
    EvalContext context(DocumentView(), arena, variables);
    NodePtr other = node->fold(context);
    return other != nullptr ? std::move(other) : std::move(node);
}

}  // namespace

Expression Expression::parse(bson::ValueView expression, const OperationVariables& variables) {
    ExpressionParser parser(variables);
    NodePtr root = parser.parse(expression);
    Expression parsed;
    parsed.variables_ = parser.variables();
    parsed.root_ = folded(std::move(root), parsed.variables_);
    return parsed;
}

Expression Expression::parseFields(bson::DocumentView fields, const OperationVariables& variables) {
    ExpressionParser parser(variables);
    NodePtr root = parser.parseFields(fields);
    Expression parsed;
    parsed.variables_ = parser.variables();
    parsed.root_ = folded(std::move(root), parsed.variables_);
    return parsed;
}

Expression Expression::constant(bson::ValueView value) {
    Expression made;
    made.root_ = makeConstant(value);
    return made;
}

bson::ValueView Expression::evaluate(bson::DocumentView document, Arena& arena) const {
    EvalContext context(document, arena, variables_);
    return root_->evaluate(context);
}

bool Expression::evaluateCondition(bson::DocumentView document) const {
    Arena& arena = Arena::ofThread();
    const ArenaScope scope(arena);
    EvalContext context(document, arena, variables_);
    return root_->evaluateCondition(context);
}

ExpressionDependencies Expression::dependencies() const {
    ExpressionDependencies found;
    collect(*root_, found);
    return found;
}

const bson::Value* Expression::constantValue() const { return root_->constantValue(); }

}  // namespace sheaf::query
