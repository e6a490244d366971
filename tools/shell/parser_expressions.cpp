// Parsing expressions.
#include "tools/shell/parser_depth.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <array>
#include <span>

namespace sheaf::tools::shell {
namespace {

// Binary operators by level, the loosest first; longer ones before those that they begin with.
constexpr std::string_view kOr[] = {"||", "??"};
constexpr std::string_view kAnd[] = {"&&"};
constexpr std::string_view kEquality[] = {"===", "!==", "==", "!="};
constexpr std::string_view kOrder[] = {"<=", ">=", "<", ">"};
constexpr std::string_view kSum[] = {"+", "-"};
constexpr std::string_view kProduct[] = {"*", "/", "%"};
constexpr std::array<std::span<const std::string_view>, 6> kLevels{kOr, kAnd, kEquality, kOrder, kSum, kProduct};

bool opensLiteral(char c) { return c == '"' || c == '\'' || c == '/' || (c >= '0' && c <= '9'); }

// What a reader's error says without the place, and how far into the text the place is.
struct LiteralFault {
    std::string why;
    std::size_t offset = 0;
};

LiteralFault faultOf(std::string_view message) {
    LiteralFault fault;
    const std::size_t colon = message.find(": ");
    const std::size_t column = message.find("column ");
    if (message.rfind("line 1, ", 0) == 0 && column < colon && colon != std::string_view::npos) {
        fault.offset = static_cast<std::size_t>(std::atoll(message.data() + column + 7)) - 1;
        message.remove_prefix(colon + 2);
    }
    fault.why = message.substr(0, message.find('\n'));
    return fault;
}

}  // namespace

NodePtr Parser::expression() {
    const Depth depth(*this);
    if (const std::optional<NodePtr> arrow = arrowFunction()) return *arrow;
    NodePtr left = conditional();
    peek();
    const std::size_t start = at_;
    if (text_.substr(at_, 2) == "==" || text_.substr(at_, 2) == "=>") return left;
    const std::string op = operatorAt({"=", "+=", "-=", "*=", "/=", "%="});
    if (op.empty()) return left;
    const NodeKind target = left->kind;
    if (target != NodeKind::Name && target != NodeKind::Member && target != NodeKind::Index) {
        fail("only variables and fields can be assigned to", start);
    }
    auto made = node(NodeKind::Assign, start);
    made->text = op;
    made->children = {left, expression()};
    return made;
}

NodePtr Parser::conditional() {
    NodePtr condition = binary(0);
    if (peek() != '?' || text_.substr(at_, 2) == "??") return condition;
    auto made = node(NodeKind::Conditional, at_);
    ++at_;
    made->children.push_back(std::move(condition));
    made->children.push_back(expression());
    require(':', "between the two outcomes of a condition");
    made->children.push_back(expression());
    return made;
}

NodePtr Parser::binary(std::size_t level) {
    if (level == kLevels.size()) return unary();
    NodePtr left = binary(level + 1);
    while (true) {
        peek();
        const std::size_t start = at_;
        std::string_view found;
        for (const std::string_view op : kLevels[level]) {
            if (found.empty() && text_.substr(at_, op.size()) == op) found = op;
        }
        const char after = start + found.size() < text_.size() ? text_[start + found.size()] : '\0';
        const bool isArithmetic = level >= 4;
        if (found.empty() || (isArithmetic && (after == '=' || (after == found[0] && after != '/' && crossedLine())))) return left;
        at_ += found.size();
        auto made = node(NodeKind::Binary, start);
        made->text = found;
        made->children = {left, binary(level + 1)};
        left = std::move(made);
    }
}

NodePtr Parser::unary() {
    const Depth depth(*this);
    peek();
    const std::size_t start = at_;
    std::string op = operatorAt({"++", "--", "!", "-", "+"});
    for (const char* const word : {"typeof", "delete"}) {
        if (op.empty() && takeWord(word)) op = word;
    }
    if (op.empty()) return postfix();
    auto made = node(op == "++" || op == "--" ? NodeKind::Step : NodeKind::Unary, start);
    made->text = op;
    made->children.push_back(unary());
    if (made->kind == NodeKind::Step) made->names.push_back("before");
    return made;
}

NodePtr Parser::postfix() {
    NodePtr base = suffixes(primary());
    peek();
    if (crossedLine()) return base;
    const std::size_t start = at_;
    const std::string op = operatorAt({"++", "--"});
    if (op.empty()) return base;
    auto made = node(NodeKind::Step, start);
    made->text = op;
    made->names.push_back("after");
    made->children.push_back(std::move(base));
    return made;
}

NodePtr Parser::suffixes(NodePtr base) {
    while (true) {
        const char next = peek();
        const std::size_t start = at_;
        if (next == '.' || text_.substr(at_, 2) == "?.") {
            at_ += next == '.' ? 1 : 2;
            peek();
            auto made = node(NodeKind::Member, at_);
            made->text = name();
            if (next == '?') made->names.push_back("optional");
            made->children.push_back(std::move(base));
            base = std::move(made);
        } else if (next == '[' && !crossedLine()) {
            ++at_;
            auto made = node(NodeKind::Index, start);
            made->children = {base, expression()};
            require(']', "after an index");
            base = std::move(made);
        } else if (next == '(' && !crossedLine()) {
            auto made = node(NodeKind::Call, base->place.at);
            made->children.push_back(std::move(base));
            callArguments(*made);
            base = std::move(made);
        } else {
            return base;
        }
    }
}

void Parser::callArguments(Node& call) {
    require('(', "before arguments");
    while (!take(')')) {
        peek();
        const std::size_t start = at_;
        if (operatorAt({"..."}).empty()) {
            call.children.push_back(expression());
        } else {
            auto spread = node(NodeKind::Spread, start);
            spread->children.push_back(expression());
            call.children.push_back(std::move(spread));
        }
        if (!take(',') && peek() != ')') failExpected("',' or ')' after an argument");
    }
}

NodePtr Parser::primary() {
    const char next = peek();
    const std::size_t start = at_;
    if (next == '{') return object();
    if (next == '[') return array();
    if (next == '`') return templateText();
    if (next == '(') {
        ++at_;
        NodePtr inner = expression();
        require(')', "to close '('");
        return inner;
    }
    if (next == '.' && start + 1 < text_.size() && text_[start + 1] >= '0' && text_[start + 1] <= '9') return literal();
    if (opensLiteral(next)) return literal();
    if (isNameStart(next)) return nameOrKeyword();
    failExpected("a value");
}

NodePtr Parser::literal() {
    auto made = node(NodeKind::Literal, at_);
    std::size_t used = 0;
    try {
        made->value = bson::valueFromShellPrefix(text_.substr(at_), used);
    } catch (const Error& error) {
        const LiteralFault fault = faultOf(error.what());
        fail(fault.why, std::min(at_ + fault.offset, text_.size()));
    }
    at_ += used;
    return made;
}

// `text ${expression} text`: a list of texts and expressions.
NodePtr Parser::templateText() {
    auto made = node(NodeKind::Template, at_);
    std::size_t from = ++at_;
    auto addText = [&] {
        auto piece = node(NodeKind::Literal, from);
        try {
            piece->value = bson::valueFromShell("`" + std::string(text_.substr(from, at_ - from)) + "`");
        } catch (const Error& error) {
            fail(faultOf(error.what()).why, from);
        }
        made->children.push_back(std::move(piece));
    };
    while (true) {
        if (at_ >= text_.size()) fail("a string without its closing quote", made->place.at);
        if (text_[at_] == '`') break;
        if (text_[at_] == '\\') ++at_;
        if (text_.substr(at_, 2) != "${") {
            ++at_;
            continue;
        }
        addText();
        at_ += 2;
        made->children.push_back(expression());
        if (peek() != '}') failExpected("'}' after an expression in a text");
        from = ++at_;
    }
    addText();
    ++at_;
    return made;
}

NodePtr Parser::nameOrKeyword() {
    const std::size_t start = at_;
    std::string word = name();
    if (word == "new") return newExpression();
    if (word == "function") return function(start);
    const bool isConstant = word == "true" || word == "false" || word == "null";
    auto made = node(isConstant ? NodeKind::Literal : NodeKind::Name, start);
    if (word == "null") made->value = Value(nullptr);
    else if (isConstant) made->value = Value(word == "true");
    made->text = std::move(word);
    return made;
}

NodePtr Parser::newExpression() {
    peek();
    auto made = node(NodeKind::Call, at_);
    made->text = "new";
    auto callee = node(NodeKind::Name, at_);
    callee->text = name();
    made->children.push_back(std::move(callee));
    if (peek() == '(') callArguments(*made);
    return made;
}

NodePtr Parser::object() {
    auto made = node(NodeKind::Object, at_);
    require('{', "at the start of a document");
    while (!take('}')) {
        property(*made);
        if (!take(',') && peek() != '}') failExpected("',' or '}' after a field");
    }
    return made;
}

void Parser::property(Node& object) {
    const char next = peek();
    const std::size_t start = at_;
    object.names.emplace_back();
    if (!operatorAt({"..."}).empty()) {
        auto spread = node(NodeKind::Spread, start);
        spread->children.push_back(expression());
        object.children.push_back(std::move(spread));
        return;
    }
    if (next == '[') {
        auto computed = node(NodeKind::ComputedField, start);
        ++at_;
        computed->children.push_back(expression());
        require(']', "after a computed field name");
        require(':', "after a field name");
        computed->children.push_back(expression());
        object.children.push_back(std::move(computed));
        return;
    }
    if (isNameStart(next)) {
        object.names.back() = name();
        if (const char after = peek(); after == ',' || after == '}') {  // {name}: a variable of that name
            auto variable = node(NodeKind::Name, start);
            variable->text = object.names.back();
            object.children.push_back(std::move(variable));
            return;
        }
    } else if (next != '/' && opensLiteral(next)) {
        const NodePtr key = literal();
        object.names.back() = key->value.type() == bson::Type::String ? std::string(key->value.view().asString()) : key->value.toJson();
    } else {
        failExpected("a field name");
    }
    require(':', "after a field name");
    object.children.push_back(expression());
}

NodePtr Parser::array() {
    auto made = node(NodeKind::Array, at_);
    require('[', "at the start of an array");
    while (!take(']')) {
        peek();
        const std::size_t start = at_;
        if (operatorAt({"..."}).empty()) {
            made->children.push_back(expression());
        } else {
            auto spread = node(NodeKind::Spread, start);
            spread->children.push_back(expression());
            made->children.push_back(std::move(spread));
        }
        if (!take(',') && peek() != ']') failExpected("',' or ']' after an element");
    }
    return made;
}

// name => …, (a, b) => …; nothing when this is something else.
std::optional<NodePtr> Parser::arrowFunction() {
    const char next = peek();
    const std::size_t start = at_;
    std::vector<std::string> found;
    if (isNameStart(next)) {
        found.push_back(name());
    } else if (next == '(') {
        ++at_;
        while (isNameStart(peek())) {
            found.push_back(name());
            if (!take(',')) break;
        }
        if (!take(')')) found.clear();
    }
    if (at_ != start && !operatorAt({"=>"}).empty()) return lambda(start, std::move(found));
    at_ = start;
    return std::nullopt;
}

std::vector<std::string> Parser::parameters() {
    std::vector<std::string> found;
    require('(', "before parameters");
    while (!take(')')) {
        found.push_back(name());
        if (!take(',') && peek() != ')') failExpected("',' or ')' after a parameter");
    }
    return found;
}

// After the word `function` and a name, if there is one.
NodePtr Parser::function(std::size_t start) {
    if (isNameStart(peek())) name();
    std::vector<std::string> found = parameters();
    if (peek() != '{') failExpected("'{' before a function's body");
    return lambda(start, std::move(found));
}

NodePtr Parser::lambda(std::size_t start, std::vector<std::string> names) {
    auto made = node(NodeKind::Lambda, start);
    made->names = std::move(names);
    made->children.push_back(peek() == '{' ? block() : expression());
    return made;
}

}  // namespace sheaf::tools::shell
