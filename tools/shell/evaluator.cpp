// Evaluating expressions.
#include "tools/shell/evaluator.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>

#include <limits>

namespace sheaf::tools::shell {
namespace {

// Runs, and says where, when an error does not know its place.
template <typename Work>
auto at(const Place& place, const Work& work) {
    try {
        return work();
    } catch (ScriptError& error) {
        if (!error.hasPlace()) error.setPlace(place);
        throw;
    }
}

void appendNames(std::vector<std::string_view>& names, MethodTable table) {
    for (const Method& method : table) names.push_back(method.name);
}

}  // namespace

Item Evaluator::evaluate(const Node& node) {
    switch (node.kind) {
        case NodeKind::Literal: return Item(node.value);
        case NodeKind::Name: return name(node);
        case NodeKind::Object: return object(node);
        case NodeKind::Array: return array(node);
        case NodeKind::Member: return member(node);
        case NodeKind::Index: return index(node);
        case NodeKind::Call: return callNode(node);
        case NodeKind::Unary: return unary(node);
        case NodeKind::Binary: return binary(node);
        case NodeKind::Conditional: return evaluate(node.child(evaluate(node.child(0)).isTrue() ? 1 : 2));
        case NodeKind::Assign: return assign(node);
        case NodeKind::Step: return step(node);
        case NodeKind::Lambda: return Item(Function{std::make_shared<const Node>(node), nullptr});
        case NodeKind::Template: return templateText(node);
        default: throw ScriptError("this cannot stand here", node.place);
    }
}

Value Evaluator::evaluateValue(const Node& node) {
    Item item = evaluate(node);
    if (!item.isValue()) throw ScriptError("a " + std::string(item.kind()) + " is no value that a document can hold", node.place);
    return *item.value();
}

Item* Evaluator::findVariable(std::string_view wanted) {
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        if (const auto found = frame->find(wanted); found != frame->end()) return &found->second;
    }
    return nullptr;
}

Item Evaluator::name(const Node& node) {
    if (const Item* variable = findVariable(node.text)) return *variable;
    if (node.text == "db") return Item(DatabaseRef{session_.database});
    if (node.text == "undefined") return {};
    if (node.text == "Infinity") return Item(Value(std::numeric_limits<double>::infinity()));
    if (node.text == "NaN") return Item(Value(std::numeric_limits<double>::quiet_NaN()));
    if (node.text == "MinKey") return Item(Value::minKey());
    if (node.text == "MaxKey") return Item(Value::maxKey());
    if (const Method* global = findMethod({globalFunctions()}, node.text)) return Item(Function{nullptr, global});
    std::vector<std::string_view> known{"db"};
    appendNames(known, globalFunctions());
    for (const Frame& frame : frames_) {
        for (const auto& [variable, item] : frame) known.push_back(variable);
    }
    throw ScriptError("'" + node.text + "' is not defined" + didYouMean(node.text, known), node.place);
}

Item Evaluator::object(const Node& node) {
    bson::Builder builder;
    auto add = [&](std::string_view field, ValueView value) {
        if (value.isMissing()) builder.append(field, nullptr);
        else builder.append(field, value);
    };
    for (std::size_t k = 0; k < node.children.size(); ++k) {
        const Node& child = node.child(k);
        if (child.kind == NodeKind::Spread) {
            const Value spread = evaluateValue(child.child(0));
            if (spread.view().isNullish()) continue;
            if (!spread.view().isDocument()) throw ScriptError("only a document can be spread here", child.place);
            builder.appendElements(spread.view().asDocument());
        } else if (child.kind == NodeKind::ComputedField) {
            const Item computed = evaluate(child.child(0));
            add(computed.text(), evaluateValue(child.child(1)));
        } else {
            add(node.names[k], evaluateValue(child));
        }
    }
    return Item(builder.take());
}

Item Evaluator::array(const Node& node) {
    std::vector<Value> elements;
    for (const NodePtr& child : node.children) {
        if (child->kind != NodeKind::Spread) {
            elements.push_back(evaluateValue(*child));
            continue;
        }
        const Item spread = evaluate(child->child(0));
        const bool isArray = spread.isValue() && spread.value()->view().isArray();
        if (!isArray && !spread.cursor()) throw ScriptError("only an array or a cursor can be spread here", child->place);
        for (Value& element : isArray ? elementsOf(*spread.value()) : spread.cursor()->rest(session_)) elements.push_back(std::move(element));
    }
    return Item(makeArray(elements));
}

Item Evaluator::member(const Node& node) { return memberOf(evaluate(node.child(0)), node); }

Item Evaluator::memberOf(const Item& base, const Node& node) {
    if (const auto* database = base.as<DatabaseRef>()) return Item(CollectionRef{database->name, node.text, {}});
    if (const auto* collection = base.as<CollectionRef>()) {
        return Item(CollectionRef{collection->database, collection->name + "." + node.text, collection->explain});
    }
    if (!base.isValue()) throw ScriptError("a " + std::string(base.kind()) + " has no field '" + node.text + "'", node.place);
    const ValueView value = *base.value();
    if (value.isNullish()) {
        if (!node.names.empty()) return {};
        throw ScriptError("cannot read '" + node.text + "' of " + (value.isNull() ? "null" : "undefined"), node.place);
    }
    if (value.isDocument()) return Item(Value(value.asDocument()[node.text]));
    if (node.text == "length" && value.isArray()) return Item(fromNumber(static_cast<double>(value.asArray().countElements())));
    if (node.text == "length" && value.isString()) return Item(fromNumber(static_cast<double>(value.asString().size())));
    return {};
}

Item Evaluator::index(const Node& node) {
    const Item base = evaluate(node.child(0));
    const Value key = evaluateValue(node.child(1));
    const std::optional<std::int64_t> position = toWhole(key);
    if (base.as<DatabaseRef>() || base.as<CollectionRef>() || (base.isValue() && !position)) {
        Node named = node;
        named.text = Item(key).text();
        return memberOf(base, named);
    }
    if (base.cursor() && position && *position >= 0) return Item(base.cursor()->at(session_, static_cast<std::size_t>(*position)));
    if (!base.isValue()) throw ScriptError("a " + std::string(base.kind()) + " has no elements", node.place);
    const ValueView value = *base.value();
    if (value.isNullish()) throw ScriptError(std::string("cannot read an element of ") + (value.isNull() ? "null" : "undefined"), node.place);
    if (*position < 0) return {};
    if (value.isArray()) return Item(Value(value.asArray()[static_cast<std::size_t>(*position)]));
    if (value.isDocument()) return Item(Value(value.asDocument()[std::to_string(*position)]));
    if (value.isString() && static_cast<std::size_t>(*position) < value.asString().size()) {
        return Item(Value(value.asString().substr(static_cast<std::size_t>(*position), 1)));
    }
    return {};
}

// ---- calls

std::vector<Item> Evaluator::argumentsOf(const Node& node) {
    std::vector<Item> arguments;
    for (std::size_t k = 1; k < node.children.size(); ++k) {
        const Node& child = node.child(k);
        if (child.kind != NodeKind::Spread) {
            arguments.push_back(evaluate(child));
            continue;
        }
        const Value spread = evaluateValue(child.child(0));
        if (!spread.view().isArray()) throw ScriptError("only an array can be spread here", child.place);
        for (Value& element : elementsOf(spread)) arguments.emplace_back(std::move(element));
    }
    return arguments;
}

Item Evaluator::callNode(const Node& node) {
    const Node& callee = node.child(0);
    if (callee.kind == NodeKind::Name) return callName(node, callee);
    if (callee.kind == NodeKind::Member) return callMethod(node, callee);
    const Item function = evaluate(callee);
    if (!function.as<Function>()) throw ScriptError("a " + std::string(function.kind()) + " cannot be called", callee.place);
    return at(callee.place, [&] { return call(*function.as<Function>(), argumentsOf(node)); });
}

Item Evaluator::callName(const Node& node, const Node& callee) {
    if (const Item* variable = findVariable(callee.text)) {
        const Item item = *variable;
        if (!item.as<Function>()) throw ScriptError("'" + callee.text + "' is a " + std::string(item.kind()) + ", not a function", callee.place);
        return at(callee.place, [&] { return call(*item.as<Function>(), argumentsOf(node)); });
    }
    std::vector<Item> arguments = argumentsOf(node);
    if (isConstructor(callee.text)) return at(callee.place, [&] { return Item(construct(callee.text, arguments)); });
    const Item function = name(callee);
    if (!function.as<Function>()) throw ScriptError("'" + callee.text + "' is no function", callee.place);
    return at(callee.place, [&] { return call(*function.as<Function>(), std::move(arguments)); });
}

Item Evaluator::callMethod(const Node& node, const Node& callee) {
    const Node& base = callee.child(0);
    if (base.kind == NodeKind::Name && !findVariable(base.text)) {  // Math.floor(…)
        if (const Method* global = findMethod({globalFunctions()}, base.text + "." + callee.text)) {
            return at(callee.place, [&] { return runMethod(*global, Item(), argumentsOf(node), nullptr); });
        }
    }
    const Item self = evaluate(base);
    if (self.isUndefined() && !callee.names.empty()) return {};
    if (const Method* method = findMethod(methodsOf(self), callee.text)) {
        return at(callee.place, [&] { return runMethod(*method, self, argumentsOf(node), &base); });
    }
    if (self.isValue() && self.value()->view().isDocument()) {
        const Item field = memberOf(self, callee);
        if (field.as<Function>()) return call(*field.as<Function>(), argumentsOf(node));
    }
    unknownMethod(self, callee);
}

Item Evaluator::runMethod(const Method& method, const Item& self, std::vector<Item> arguments, const Node* base) {
    MethodCall call{*this, session_, self, std::move(arguments), method.name};
    Item result = method.run(call);
    if (call.changedSelf && base) {
        const bool isPlace = base->kind == NodeKind::Name || base->kind == NodeKind::Member || base->kind == NodeKind::Index;
        if (isPlace) assignTo(*base, Item(std::move(*call.changedSelf)));
    }
    return result;
}

void Evaluator::unknownMethod(const Item& self, const Node& callee) const {
    std::vector<std::string_view> known;
    for (const MethodTable table : methodsOf(self)) appendNames(known, table);
    throw ScriptError("a " + std::string(self.kind()) + " has no method '" + callee.text + "'" + didYouMean(callee.text, known), callee.place);
}

// ---- operators

Item Evaluator::unary(const Node& node) {
    const Node& operand = node.child(0);
    if (node.text == "delete") {
        if (operand.kind != NodeKind::Member && operand.kind != NodeKind::Index) throw ScriptError("only fields can be deleted", node.place);
        assignTo(operand, Item());
        return Item(Value(true));
    }
    const Item item = evaluate(operand);
    if (node.text == "!") return Item(Value(!item.isTrue()));
    if (node.text == "typeof") return Item(Value(item.kind()));
    if (!item.isValue()) throw ScriptError("a " + std::string(item.kind()) + " is no number", node.place);
    if (node.text == "+") return Item(item.value()->view().isNumber() ? *item.value() : fromNumber(toNumber(*item.value())));
    if (item.value()->type() == bson::Type::Decimal128) {
        const std::string digits = item.text();
        return Item(Value(bson::Decimal128::parse(digits[0] == '-' ? digits.substr(1) : "-" + digits)));
    }
    if (item.value()->type() == bson::Type::Int64) return Item(applyOperator("-", Item(Value(std::int64_t{0})), item));
    return Item(operand.kind == NodeKind::Literal && item.value()->type() == bson::Type::Double ? Value(-toNumber(*item.value()))
                                                                                             : fromNumber(-toNumber(*item.value())));
}

Item Evaluator::binary(const Node& node) {
    Item left = evaluate(node.child(0));
    if (node.text == "||") return left.isTrue() ? left : evaluate(node.child(1));
    if (node.text == "&&") return left.isTrue() ? evaluate(node.child(1)) : left;
    if (node.text == "??") return left.isValue() && left.value()->view().isNullish() ? evaluate(node.child(1)) : left;
    const Item right = evaluate(node.child(1));
    return at(node.place, [&] { return Item(applyOperator(node.text, left, right)); });
}

Item Evaluator::assign(const Node& node) {
    Item item = evaluate(node.child(1));
    if (node.text != "=") {
        const Item old = evaluate(node.child(0));
        item = at(node.place, [&] { return Item(applyOperator(std::string_view(node.text).substr(0, 1), old, item)); });
    }
    assignTo(node.child(0), item);
    return item;
}

Item Evaluator::step(const Node& node) {
    const Item old = evaluate(node.child(0));
    const Item stepped = at(node.place, [&] {
        return Item(applyOperator(std::string_view(node.text).substr(0, 1), old, Item(Value(std::int32_t{1}))));
    });
    assignTo(node.child(0), stepped);
    return node.names[0] == "before" ? stepped : old;
}

void Evaluator::assignTo(const Node& target, Item item) {
    if (target.kind == NodeKind::Name) {
        if (target.text == "db" && item.as<DatabaseRef>()) session_.database = item.as<DatabaseRef>()->name;
        else if (Item* variable = findVariable(target.text)) *variable = std::move(item);
        else frames_.front().insert_or_assign(target.text, std::move(item));
        return;
    }
    if (target.kind != NodeKind::Member && target.kind != NodeKind::Index) throw ScriptError("this cannot be assigned to", target.place);
    if (!item.isValue()) throw ScriptError("a " + std::string(item.kind()) + " is no value that a document can hold", target.place);
    const Item base = evaluate(target.child(0));
    if (!base.isValue() || base.value()->view().isNullish()) {
        throw ScriptError("a " + std::string(base.kind()) + " has no fields to assign to", target.place);
    }
    const Value key = target.kind == NodeKind::Member ? Value(target.text) : evaluateValue(target.child(1));
    const std::optional<std::int64_t> position = toWhole(key);
    const ValueView container = *base.value();
    constexpr std::int64_t kMaxElements = 1'000'000;
    if (container.isArray() && position && *position >= 0 && *position < kMaxElements) {
        assignTo(target.child(0), Item(withElement(container, static_cast<std::size_t>(*position), *item.value())));
    } else if (container.isDocument()) {
        assignTo(target.child(0), Item(withField(container, Item(key).text(), *item.value())));
    } else {
        throw ScriptError("a " + std::string(base.kind()) + " has no field '" + Item(key).text() + "' to assign to", target.place);
    }
}

Item Evaluator::templateText(const Node& node) {
    std::string text;
    for (const NodePtr& piece : node.children) text += evaluate(*piece).text();
    return Item(Value(text));
}

}  // namespace sheaf::tools::shell
