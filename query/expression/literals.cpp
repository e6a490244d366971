// Documents and arrays whose members are expressions.
//
//   { <field>: <expression>, … }     a member that gives nothing is left out
//   [ <expression>, … ]              a member that gives nothing is null

#include "query/expression/makers.h"
#include "query/expression/parser.h"

namespace sheaf::query {
namespace {

class FieldsExpression final : public ExpressionNode {
public:
    FieldsExpression(std::vector<std::string> names, std::vector<NodePtr> values)
        : ExpressionNode(std::move(values)), names_(std::move(names)) {}
    ValueView evaluate(EvalContext& context) const override {
        FieldList fields(context.arena());
        for (std::size_t i = 0; i < names_.size(); ++i) fields.add(names_[i], children()[i]->evaluate(context));
        return fields.toDocument();
    }

private:
    std::vector<std::string> names_;
};

class ArrayExpression final : public ExpressionNode {
public:
    explicit ArrayExpression(std::vector<NodePtr> elements) : ExpressionNode(std::move(elements)) {}
    ValueView evaluate(EvalContext& context) const override {
        ValueList values(context.arena());
        for (const NodePtr& element : children()) values.push(element->evaluate(context));
        return values.toArray();
    }
};

}  // namespace

NodePtr makeFields(std::vector<std::string> names, std::vector<NodePtr> values) {
    return std::make_unique<FieldsExpression>(std::move(names), std::move(values));
}

NodePtr makeArray(std::vector<NodePtr> elements) { return std::make_unique<ArrayExpression>(std::move(elements)); }

}  // namespace sheaf::query
