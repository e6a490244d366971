// $let: an expression with variables.
//
//   { $let: { vars: { <name>: <expression>, … }, in: <expression> } }
//
// The variables do not see each other. CURRENT may be one: "$path" then starts there.
// Errors    while parsing: 10065 not a document; 16875 another name; 16876, 16877 `vars` or `in` is left out; 9 a variable
//           with a wrong name.

#include "bson/raise.h"
#include "query/expression/operators.h"

#include <deque>

namespace sheaf::query {
namespace {

// Children: the variables' values, then the expression.
class LetExpression final : public ExpressionNode {
public:
    LetExpression(std::vector<std::size_t> slots, std::vector<NodePtr> parts)
        : ExpressionNode(std::move(parts)), slots_(std::move(slots)) {}

    ValueView evaluate(EvalContext& context) const override {
        for (std::size_t i = 0; i < slots_.size(); ++i) context.bind(slots_[i], children()[i]->evaluate(context));
        return children().back()->evaluate(context);
    }

private:
    std::vector<std::size_t> slots_;
};

NodePtr parseLet(ExpressionParser& parser, ValueView argument) {
    if (!argument.isDocument()) raise(location(10065), "$let only supports an object as its argument, found ", argument);
    ValueView vars;
    ValueView in;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.name == "vars") vars = element.value;
        else if (element.name == "in") in = element.value;
        else raise(location(16875), "Unrecognized parameter to $let: ", element.name);
    }
    if (vars.isMissing()) raise(location(16876), "Missing 'vars' parameter to $let");
    if (in.isMissing()) raise(location(16877), "Missing 'in' parameter to $let");
    if (!vars.isDocument()) raise(location(10065), "invalid parameter: expected an object (vars), found ", vars);
    std::vector<NodePtr> parts;
    std::deque<ExpressionParser::Variable> bound;
    std::vector<std::size_t> slots;
    for (const bson::Element& variable : vars.asDocument()) {
        requireVariableName(variable.name);
        parts.push_back(parser.parse(variable.value));
        slots.push_back(bound.emplace_back(parser, "").slot());  // not to be seen by the values that follow
    }
    std::size_t at = 0;
    for (const bson::Element& variable : vars.asDocument()) bound[at++].setName(variable.name);
    parts.push_back(parser.parse(in));
    return std::make_unique<LetExpression>(std::move(slots), std::move(parts));
}

}  // namespace

constinit const ExpressionOperator kExpressionLet{.name = "$let", .parse = parseLet};

}  // namespace sheaf::query
