// Parsing statements, and the letters that all of the grammar is made of.
#include "tools/shell/parser.h"

#include "tools/shell/parser_depth.h"

#include <algorithm>

namespace sheaf::tools::shell {

bool isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isNameLetter(char c) { return isNameStart(c) || (c >= '0' && c <= '9'); }

namespace {

constexpr std::string_view kTypographic = "\xE2\x80";    // how typographic quotes and dashes begin
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";  // from pasted pages

// Where the string that opens at `at` ends: one past its closing quote, or npos.
std::size_t endOfString(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\') ++at;
        else if (text[at] == quote) return at + 1;
        else if (text[at] == '\n' && quote != '`') return at;  // never closed: let the parser say so
    }
    return quote == '`' ? std::string_view::npos : text.size();
}

// The slash at `at` opens a regular expression, as what stands before it cannot be divided.
bool opensRegex(std::string_view text, std::size_t at) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t\r\n");
    return before == std::string_view::npos || std::string_view("(,=:[!&|?{};+").find(text[before]) != std::string_view::npos;
}

std::size_t endOfRegex(std::string_view text, std::size_t at) {
    bool inClass = false;
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '\\') ++at;
        else if (text[at] == '[') inClass = true;
        else if (text[at] == ']') inClass = false;
        else if (text[at] == '/' && !inClass) return at + 1;
    }
    return at;
}

}  // namespace

bool isIncomplete(std::string_view text) {
    std::string open;  // the brackets that must still close
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'' || c == '`') {
            at = endOfString(text, at);
            if (at == std::string_view::npos) return true;
        } else if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            if (end == std::string_view::npos) return true;
            at = end + 2;
        } else if (c == '/' && opensRegex(text, at)) {
            at = endOfRegex(text, at);
        } else {
            if (c == '(') open += ')';
            if (c == '[') open += ']';
            if (c == '{') open += '}';
            if (c == ')' || c == ']' || c == '}') {
                if (open.empty() || open.back() != c) return false;  // wrong for good
                open.pop_back();
            }
            ++at;
        }
    }
    if (!open.empty()) return true;
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return last != std::string_view::npos && std::string_view(".=,").find(text[last]) != std::string_view::npos;
}

// ---- letters

char Parser::peek() {
    crossedLine_ = false;
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '\n') crossedLine_ = true;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
            ++at_;
        } else if (text_.substr(at_, 2) == kNoBreakSpace) {
            at_ += 2;
        } else if (text_.substr(at_, 2) == "//") {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (text_.substr(at_, 2) == "/*") {
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == std::string_view::npos) fail("a comment without its end", at_);
            at_ = end + 2;
        } else {
            if (text_.substr(at_, 2) == kTypographic) fail("a typographic quote or dash: type \", ' or - instead", at_);
            return c;
        }
    }
    return '\0';
}

bool Parser::take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
}

void Parser::require(char c, std::string_view where) {
    if (!take(c)) failExpected("'" + std::string(1, c) + "' " + std::string(where));
}

std::string_view Parser::peekWord() {
    if (!isNameStart(peek())) return {};
    std::size_t end = at_;
    while (end < text_.size() && isNameLetter(text_[end])) ++end;
    return text_.substr(at_, end - at_);
}

bool Parser::takeWord(std::string_view word) {
    if (peekWord() != word) return false;
    at_ += word.size();
    return true;
}

std::string Parser::name() {
    const std::string_view word = peekWord();
    if (word.empty()) failExpected("a name");
    at_ += word.size();
    return std::string(word);
}

std::string Parser::operatorAt(std::initializer_list<std::string_view> operators) {
    peek();
    for (const std::string_view op : operators) {
        if (text_.substr(at_, op.size()) != op) continue;
        at_ += op.size();
        return std::string(op);
    }
    return {};
}

std::shared_ptr<Node> Parser::node(NodeKind kind, std::size_t at) const {
    auto made = std::make_shared<Node>();
    made->kind = kind;
    made->place = {source_, at};
    return made;
}

void Parser::fail(std::string_view why, std::size_t at) const { throw ScriptError(std::string(why), {source_, at}); }

void Parser::failExpected(std::string_view what) {
    peek();
    std::string why = "expected ";
    why.append(what).append(", found ");
    if (at_ >= text_.size()) {
        why += "the end";
    } else {
        std::size_t size = peekWord().size();
        if (size == 0) size = 1;
        why.append("'").append(text_.substr(at_, size)).append("'");
    }
    fail(why, at_);
}

// ---- statements

NodePtr Parser::nextStatement() {
    while (take(';')) {}
    if (peek() == '\0' && at_ >= text_.size()) return nullptr;
    return statement();
}

// A statement ends at a semicolon, a line's end, a closing brace or the end of the text.
void Parser::endStatement() {
    const char next = peek();
    if (take(';') || crossedLine() || next == '}' || at_ >= text_.size()) return;
    failExpected("the end of the statement");
}

NodePtr Parser::statement() {
    const Depth depth(*this);
    const char next = peek();
    if (next == '{') return block();
    if (next == ';') {
        auto empty = node(NodeKind::Block, at_);
        ++at_;
        return empty;
    }
    const std::string_view word = peekWord();
    const std::size_t start = at_;
    if (word == "var" || word == "let" || word == "const") return declaration();
    if (word == "if") return ifStatement();
    if (word == "for") return forStatement();
    if (word == "while") return whileStatement();
    if (word == "return") return returnStatement();
    if (word == "function") return functionStatement();
    if (word == "break" || word == "continue") {
        at_ += word.size();
        auto jump = node(word == "break" ? NodeKind::Break : NodeKind::Continue, start);
        endStatement();
        return jump;
    }
    NodePtr found = expression();
    endStatement();
    return found;
}

NodePtr Parser::block() {
    auto made = node(NodeKind::Block, at_);
    require('{', "at the start of a block");
    while (peek() != '}') {
        if (take(';')) continue;
        if (at_ >= text_.size()) failExpected("'}' at the end of a block");
        made->children.push_back(statement());
    }
    ++at_;
    return made;
}

NodePtr Parser::declaration() {
    auto made = node(NodeKind::Declare, at_);
    name();
    do {
        made->names.push_back(name());
        made->children.push_back(take('=') ? expression() : nullptr);
    } while (take(','));
    endStatement();
    return made;
}

NodePtr Parser::ifStatement() {
    auto made = node(NodeKind::If, at_);
    name();
    require('(', "after if");
    made->children.push_back(expression());
    require(')', "after the condition");
    made->children.push_back(statement());
    if (takeWord("else")) made->children.push_back(statement());
    return made;
}

NodePtr Parser::forStatement() {
    const std::size_t start = at_;
    name();
    require('(', "after for");
    auto made = node(NodeKind::For, start);
    peek();
    const std::size_t inside = at_;
    const bool declared = takeWord("var") || takeWord("let") || takeWord("const");
    if (!peekWord().empty()) {
        std::string variable = name();
        for (const char* const word : {"of", "in"}) {
            if (takeWord(word)) return forOf(start, std::move(variable), word);
        }
    }
    at_ = inside;
    if (take(';')) made->children.push_back(nullptr);
    else if (declared) made->children.push_back(declaration());
    else {
        made->children.push_back(expression());
        require(';', "after the start of the loop");
    }
    made->children.push_back(peek() == ';' ? nullptr : expression());
    require(';', "after the condition of the loop");
    made->children.push_back(peek() == ')' ? nullptr : expression());
    require(')', "at the end of the loop's head");
    made->children.push_back(statement());
    return made;
}

NodePtr Parser::forOf(std::size_t start, std::string variable, std::string word) {
    auto made = node(NodeKind::ForOf, start);
    made->names.push_back(std::move(variable));
    made->text = std::move(word);
    made->children.push_back(expression());
    require(')', "at the end of the loop's head");
    made->children.push_back(statement());
    return made;
}

NodePtr Parser::whileStatement() {
    auto made = node(NodeKind::While, at_);
    name();
    require('(', "after while");
    made->children.push_back(expression());
    require(')', "after the condition");
    made->children.push_back(statement());
    return made;
}

NodePtr Parser::returnStatement() {
    auto made = node(NodeKind::Return, at_);
    name();
    const char next = peek();
    if (next != ';' && next != '}' && !crossedLine() && at_ < text_.size()) made->children.push_back(expression());
    endStatement();
    return made;
}

// function name(…) {…} is a declaration of a variable.
NodePtr Parser::functionStatement() {
    auto made = node(NodeKind::Declare, at_);
    const std::size_t start = at_;
    name();
    made->names.push_back(name());
    made->children.push_back(function(start));
    return made;
}

}  // namespace sheaf::tools::shell
