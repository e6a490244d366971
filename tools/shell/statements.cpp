// Running statements.
#include "tools/shell/evaluator.h"

#include "tools/shell/interrupt.h"

namespace sheaf::tools::shell {

Item Evaluator::run(const Node& statement) {
    frames_.resize(1);  // what an error left behind
    result_ = {};
    execute(statement);
    return std::move(result_);
}

Evaluator::Flow Evaluator::execute(const Node& node) {
    if (takeInterrupt()) throw ScriptError("interrupted", node.place);
    switch (node.kind) {
        case NodeKind::Declare: declare(node); return Flow::Normal;
        case NodeKind::Block: return executeBlock(node);
        case NodeKind::If:
            if (evaluate(node.child(0)).isTrue()) return execute(node.child(1));
            return node.children.size() > 2 ? execute(node.child(2)) : Flow::Normal;
        case NodeKind::For: return executeFor(node);
        case NodeKind::ForOf: return executeForOf(node);
        case NodeKind::While: return executeWhile(node);
        case NodeKind::Break: return Flow::Break;
        case NodeKind::Continue: return Flow::Continue;
        case NodeKind::Return:
            result_ = node.children.empty() ? Item() : evaluate(node.child(0));
            return Flow::Return;
        default: {
            Item item = evaluate(node);
            result_ = std::move(item);
            return Flow::Normal;
        }
    }
}

void Evaluator::declare(const Node& node) {
    for (std::size_t k = 0; k < node.names.size(); ++k) {
        Item item = node.children[k] ? evaluate(node.child(k)) : Item();
        if (frames_.size() == 1 && node.names[k] == "db" && item.as<DatabaseRef>()) {
            session_.database = item.as<DatabaseRef>()->name;
        } else {
            frames_.back().insert_or_assign(node.names[k], std::move(item));
        }
    }
}

Evaluator::Flow Evaluator::executeBlock(const Node& node) {
    for (const NodePtr& statement : node.children) {
        const Flow flow = execute(*statement);
        if (flow != Flow::Normal) return flow;
    }
    return Flow::Normal;
}

Evaluator::Flow Evaluator::executeFor(const Node& node) {
    if (node.children[0]) execute(node.child(0));
    while (!node.children[1] || evaluate(node.child(1)).isTrue()) {
        const Flow flow = execute(node.child(3));
        if (flow == Flow::Break) break;
        if (flow == Flow::Return) return flow;
        if (node.children[2]) evaluate(node.child(2));
    }
    return Flow::Normal;
}

// Over an array's elements, a cursor's documents, or (with `in`) a document's names.
Evaluator::Flow Evaluator::executeForOf(const Node& node) {
    const Item over = evaluate(node.child(0));
    std::vector<Value> values;
    const bool isArray = over.isValue() && over.value()->view().isArray();
    if (node.text == "of" && isArray) values = elementsOf(*over.value());
    else if (node.text == "of" && over.cursor()) values = over.cursor()->rest(session_);
    else if (node.text == "in" && (isArray || (over.isValue() && over.value()->view().isDocument()))) {
        for (const bson::Element& field : over.value()->view().asDocument()) values.emplace_back(field.name);
    } else {
        throw ScriptError("cannot walk over a " + std::string(over.kind()) + " with '" + node.text + "'", node.child(0).place);
    }
    for (Value& value : values) {
        frames_.back().insert_or_assign(node.names[0], Item(std::move(value)));
        const Flow flow = execute(node.child(1));
        if (flow == Flow::Break) break;
        if (flow == Flow::Return) return flow;
    }
    return Flow::Normal;
}

Evaluator::Flow Evaluator::executeWhile(const Node& node) {
    while (evaluate(node.child(0)).isTrue()) {
        const Flow flow = execute(node.child(1));
        if (flow == Flow::Break) break;
        if (flow == Flow::Return) return flow;
    }
    return Flow::Normal;
}

Item Evaluator::call(const Function& function, std::vector<Item> arguments) {
    if (function.builtin) {
        const Item none;
        MethodCall call{*this, session_, none, std::move(arguments), function.builtin->name};
        return function.builtin->run(call);
    }
    constexpr std::size_t kMaxCalls = 100;
    const Node& lambda = *function.lambda;
    if (frames_.size() >= kMaxCalls) throw ScriptError("functions call each other too deeply", lambda.place);
    Frame frame;
    for (std::size_t k = 0; k < lambda.names.size(); ++k) {
        frame.insert_or_assign(lambda.names[k], k < arguments.size() ? std::move(arguments[k]) : Item());
    }
    frames_.push_back(std::move(frame));
    result_ = {};
    const bool isBlock = lambda.child(0).kind == NodeKind::Block;
    const Flow flow = execute(lambda.child(0));
    frames_.pop_back();
    Item result = std::move(result_);
    result_ = {};
    return isBlock && flow != Flow::Return ? Item() : result;
}

}  // namespace sheaf::tools::shell
