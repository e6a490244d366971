// The nodes of a parsed expression, and what they are evaluated in.
#pragma once

#include "query/expression/arena.h"
#include "query/expression/expression.h"

#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace sheaf::query {

// One evaluation: the document, the variables that are bound, and the arena that results are made in.
//
// A value is a ValueView wherever it comes from: fields are views into the document, constants into the expression,
// computed values are BSON bytes in the arena. Nothing is copied until an array or a document is put together.
class EvalContext {
public:
    // `variables`: how many may be bound at once.
    EvalContext(bson::DocumentView document, Arena& arena, std::size_t variables);
    EvalContext(const EvalContext&) = delete;
    EvalContext& operator=(const EvalContext&) = delete;

    bson::DocumentView document() const { return document_; }
    Arena& arena() const { return arena_; }
    ValueView variable(std::size_t slot) const { return variables_[slot]; }
    void bind(std::size_t slot, ValueView value) { variables_[slot] = value; }

    // Values made in the arena.
    ValueView make(std::int32_t value) const;
    ValueView make(std::int64_t value) const;
    ValueView make(double value) const;
    ValueView make(bson::Decimal128 value) const;
    ValueView make(bson::Date value) const;
    ValueView make(bson::ObjectId value) const;
    ValueView make(std::string_view text) const;
    ValueView make(const char*) const = delete;
    ValueView make(bool value) const { return boolean(value); }
    // int32 when it fits, else int64.
    ValueView makeInteger(std::int64_t value) const;
    // A copy of what does not live long enough.
    ValueView keep(ValueView value) const;
    static ValueView boolean(bool value);
    static ValueView null() { return {bson::Type::Null, nullptr, 0}; }

private:
    bson::DocumentView document_;
    Arena& arena_;
    ValueView* variables_;
};

class ExpressionNode;
using NodePtr = std::unique_ptr<ExpressionNode>;

// Changed only by folding, while it is being parsed; immutable from then on.
class ExpressionNode {
public:
    virtual ~ExpressionNode() = default;
    ExpressionNode(const ExpressionNode&) = delete;
    ExpressionNode& operator=(const ExpressionNode&) = delete;

    virtual ValueView evaluate(EvalContext& context) const = 0;
    bool evaluateCondition(EvalContext& context) const;

    // Null entries are arguments that were left out.
    const std::vector<NodePtr>& children() const { return children_; }

    // What the node itself reads, without its children.
    virtual void addDependencies(ExpressionDependencies&) const {}
    // The value, when the node is a constant.
    virtual const bson::Value* constantValue() const { return nullptr; }

    // Evaluates what can be evaluated without a document; gives what takes the node's place, or null when it stays.
    // Nodes that do not evaluate all of their children fold only those that they would evaluate.
    virtual NodePtr fold(EvalContext& context);

protected:
    explicit ExpressionNode(std::vector<NodePtr> children = {}) : children_(std::move(children)) {}

    void foldChild(std::size_t child, EvalContext& context);
    void foldChildren(EvalContext& context);
    bool areChildrenConstant() const;
    NodePtr takeChild(std::size_t child) { return std::move(children_[child]); }
    // The value of this node as a constant, when all of its children are.
    NodePtr foldedWhole(EvalContext& context) const;
    // Whether the same arguments always give the same result.
    virtual bool isPure() const { return true; }

private:
    std::vector<NodePtr> children_;
};

// What an operator gets: its arguments, not yet evaluated.
class Arguments {
public:
    explicit Arguments(const std::vector<NodePtr>& nodes) : nodes_(nodes) {}
    std::size_t size() const { return nodes_.size(); }
    const ExpressionNode& operator[](std::size_t at) const { return *nodes_[at]; }
    // Of a named argument that may be left out.
    bool has(std::size_t at) const { return at < nodes_.size() && nodes_[at] != nullptr; }
    ValueView evaluateOr(std::size_t at, EvalContext& context, ValueView otherwise) const {
        return has(at) ? nodes_[at]->evaluate(context) : otherwise;
    }

private:
    const std::vector<NodePtr>& nodes_;
};

NodePtr makeConstant(ValueView value);

// False, null, 0, undefined and missing are false, all else is true.
bool isTruthy(ValueView value);

}  // namespace sheaf::query
