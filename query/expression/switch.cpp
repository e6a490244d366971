// $switch: the expression of the first branch whose case is true. Only that one is evaluated.
//
//   { $switch: { branches: [ { case: <expression>, then: <expression> }, … ], default: <expression> } }
//
// Errors    while parsing: 40060 not a document; 40061 branches are no array; 40062 a branch is no document; 40063 another
//           name in it; 40064, 40065 a branch without case or then; 40067 another name; 40068 no branch.
//           40066 while running: no case is true and there is no default.

#include "bson/raise.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kBranchNames[] = {{"case", 40064}, {"then", 40065}};
constexpr NamedArguments kBranch{.names = kBranchNames, .notDocument = 40062, .unknown = 40063};

// Children: case, then, case, then, …, and the default, which may be null.
class SwitchExpression final : public ExpressionNode {
public:
    explicit SwitchExpression(std::vector<NodePtr> parts) : ExpressionNode(std::move(parts)) {}

    ValueView evaluate(EvalContext& context) const override {
        const std::size_t last = children().size() - 1;
        for (std::size_t at = 0; at < last; at += 2) {
            if (children()[at]->evaluateCondition(context)) return children()[at + 1]->evaluate(context);
        }
        if (children()[last] == nullptr) {
            raise(location(40066), "$switch could not find a matching branch for an input, and no default was specified");
        }
        return children()[last]->evaluate(context);
    }

    // Branches behind one that is always taken are never evaluated, and neither are they folded.
    NodePtr fold(EvalContext& context) override {
        const std::size_t last = children().size() - 1;
        bool isFirst = true;
        for (std::size_t at = 0; at < last; at += 2) {
            foldChild(at, context);
            const bson::Value* condition = children()[at]->constantValue();
            if (condition != nullptr && !isTruthy(condition->view())) continue;
            foldChild(at + 1, context);
            if (condition != nullptr) return isFirst ? takeChild(at + 1) : nullptr;
            isFirst = false;
        }
        foldChild(last, context);
        return isFirst && children()[last] != nullptr ? takeChild(last) : nullptr;
    }
};

void parseBranches(ExpressionParser& parser, ValueView branches, std::vector<NodePtr>& parts) {
    if (!branches.isArray()) {
        raise(location(40061), "$switch expected an array for 'branches', found: ", branches.typeName());
    }
    for (const ValueView& branch : branches.asArray()) {
        for (NodePtr& part : parseNamed(parser, "$switch", kBranch, branch)) parts.push_back(std::move(part));
    }
}

NodePtr parseSwitch(ExpressionParser& parser, ValueView argument) {
    if (!argument.isDocument()) {
        raise(location(40060), "$switch requires an object as an argument, found: ", argument.typeName());
    }
    std::vector<NodePtr> parts;
    NodePtr otherwise;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.name == "branches") parseBranches(parser, element.value, parts);
        else if (element.name == "default") otherwise = parser.parse(element.value);
        else raise(location(40067), "$switch found an unknown argument: ", element.name);
    }
    if (parts.empty()) raise(location(40068), "$switch requires at least one branch.");
    parts.push_back(std::move(otherwise));
    return std::make_unique<SwitchExpression>(std::move(parts));
}

}  // namespace

constinit const ExpressionOperator kExpressionSwitch{.name = "$switch", .parse = parseSwitch};

}  // namespace sheaf::query
