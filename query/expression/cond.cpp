// $cond: one of two expressions, by a condition. Only the chosen one is evaluated.
//
//   { $cond: [ <if>, <then>, <else> ] }    { $cond: { if: …, then: …, else: … } }
//
// Errors    while parsing: 16020 an array of another length; 17080, 17081, 17082 `if`, `then` or `else` is left out; 17083
//           another name.

#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kNames[] = {{"if", 17080}, {"then", 17081}, {"else", 17082}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 16020, .unknown = 17083};

class CondExpression final : public ExpressionNode {
public:
    explicit CondExpression(std::vector<NodePtr> arguments) : ExpressionNode(std::move(arguments)) {}
    ValueView evaluate(EvalContext& context) const override {
        return children()[children()[0]->evaluateCondition(context) ? 1 : 2]->evaluate(context);
    }
    NodePtr fold(EvalContext& context) override {
        foldChild(0, context);
        if (const bson::Value* condition = children()[0]->constantValue()) {
            const std::size_t chosen = isTruthy(condition->view()) ? 1 : 2;
            foldChild(chosen, context);
            return takeChild(chosen);
        }
        foldChild(1, context);
        foldChild(2, context);
        return nullptr;
    }
};

NodePtr parseCond(ExpressionParser& parser, ValueView argument) {
    static constexpr ExpressionOperator kInArray{.name = "$cond", .arity = Arity::exactly(3)};
    if (argument.isDocument()) return std::make_unique<CondExpression>(parseNamed(parser, "$cond", kNamed, argument));
    std::vector<NodePtr> arguments = parseList(parser, argument);
    requireArity(kInArray, arguments.size());
    return std::make_unique<CondExpression>(std::move(arguments));
}

}  // namespace

constinit const ExpressionOperator kExpressionCond{.name = "$cond", .parse = parseCond};

}  // namespace sheaf::query
