// Runs what was parsed.
#pragma once

#include "tools/shell/ast.h"
#include "tools/shell/methods.h"
#include "tools/shell/session.h"

#include <map>
#include <string>
#include <vector>

namespace sheaf::tools::shell {

// Keeps the variables. Documents and arrays are values: assigning one copies it, `x.a = 1` changes x alone.
// Throws ScriptError with a place, and what the store throws.
class Evaluator {
public:
    explicit Evaluator(ShellSession& session) : session_(session), frames_(1) {}

    // A statement or an expression; what it gives, or undefined.
    Item run(const Node& statement);
    Item call(const Function& function, std::vector<Item> arguments);

private:
    using Frame = std::map<std::string, Item, std::less<>>;
    enum class Flow : std::uint8_t { Normal, Break, Continue, Return };

    // Statements; `result_` is what they give or return.
    Flow execute(const Node& node);
    Flow executeBlock(const Node& node);
    Flow executeFor(const Node& node);
    Flow executeForOf(const Node& node);
    Flow executeWhile(const Node& node);
    void declare(const Node& node);

    // Expressions.
    Item evaluate(const Node& node);
    Value evaluateValue(const Node& node);  // refuses cursors, functions and the like
    Item name(const Node& node);
    Item object(const Node& node);
    Item array(const Node& node);
    Item member(const Node& node);
    Item memberOf(const Item& base, const Node& node);
    Item index(const Node& node);
    Item callNode(const Node& node);
    Item callName(const Node& node, const Node& callee);
    Item callMethod(const Node& node, const Node& callee);
    Item runMethod(const Method& method, const Item& self, std::vector<Item> arguments, const Node* base);
    std::vector<Item> argumentsOf(const Node& node);
    Item unary(const Node& node);
    Item binary(const Node& node);
    Item assign(const Node& node);
    Item step(const Node& node);
    Item templateText(const Node& node);

    void assignTo(const Node& target, Item item);
    Item* findVariable(std::string_view name);
    [[noreturn]] void unknownMethod(const Item& self, const Node& callee) const;

    ShellSession& session_;
    std::vector<Frame> frames_;  // of the calls that run; the first one holds what is global
    Item result_;
};

// +, ==, <, … of two values.
Value applyOperator(std::string_view op, const Item& left, const Item& right);

}  // namespace sheaf::tools::shell
