// The node of an operator: its descriptor and its arguments.

#include "bson/raise.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

class OperatorExpression final : public ExpressionNode {
public:
    OperatorExpression(const ExpressionOperator& op, std::vector<NodePtr> arguments)
        : ExpressionNode(std::move(arguments)), op_(op) {}
    ValueView evaluate(EvalContext& context) const override { return op_.evaluate(context, Arguments(children())); }
    void addDependencies(ExpressionDependencies& out) const override { out.isRandom = out.isRandom || !op_.isPure; }

private:
    bool isPure() const override { return op_.isPure; }

    const ExpressionOperator& op_;
};

}  // namespace

void requireArity(const ExpressionOperator& op, std::size_t count) {
    if (count >= op.arity.least && count <= op.arity.most) return;
    if (op.arity.least == op.arity.most) {
        raise(location(16020), "Expression ", op.name, " takes exactly ", op.arity.least, " arguments. ", count,
              " were passed in.");
    }
    if (op.arity.most == Arity::kAny) {
        raise(location(16020), "Expression ", op.name, " takes at least ", op.arity.least, " arguments, but ", count,
              " were passed in.");
    }
    raise(location(28667), "Expression ", op.name, " takes at least ", op.arity.least, " arguments, and at most ",
          op.arity.most, ", but ", count, " were passed in.");
}

NodePtr makeOperator(const ExpressionOperator& op, std::vector<NodePtr> arguments) {
    return std::make_unique<OperatorExpression>(op, std::move(arguments));
}

std::vector<NodePtr> parseList(ExpressionParser& parser, ValueView argument) {
    std::vector<NodePtr> nodes;
    if (argument.isArray()) {
        for (const ValueView& entry : argument.asArray()) nodes.push_back(parser.parse(entry));
    } else {
        nodes.push_back(parser.parse(argument));
    }
    return nodes;
}

std::vector<NodePtr> parseNamed(ExpressionParser& parser, std::string_view op, const NamedArguments& named,
                                ValueView argument) {
    if (!argument.isDocument()) {
        raise(location(named.notDocument), op, " only supports an object as an argument, found ", argument.typeName());
    }
    std::vector<NodePtr> nodes(named.names.size());
    for (const bson::Element& element : argument.asDocument()) {
        std::size_t at = 0;
        while (at < named.names.size() && named.names[at].name != element.name) ++at;
        if (at == named.names.size()) {
            raise(location(named.unknown), op, " found an unknown argument: ", element.name);
        }
        nodes[at] = parser.parse(element.value);
    }
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const NamedArguments::Name& name = named.names[at];
        if (nodes[at] == nullptr && name.missing != 0) {
            raise(location(name.missing), op, " requires '", name.name, "' to be specified");
        }
    }
    return nodes;
}

NodePtr parseArguments(ExpressionParser& parser, const ExpressionOperator& op, ValueView argument) {
    if (!op.named.names.empty()) return makeOperator(op, parseNamed(parser, op.name, op.named, argument));
    std::vector<NodePtr> nodes = parseList(parser, argument);
    requireArity(op, nodes.size());
    return makeOperator(op, std::move(nodes));
}

}  // namespace sheaf::query
