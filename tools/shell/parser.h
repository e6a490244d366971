// Parses the shell's language, scanning as it goes. Literals are left to the reader of shell literals.
#pragma once

#include "tools/shell/ast.h"

#include <initializer_list>
#include <optional>

namespace sheaf::tools::shell {

// Throws ScriptError with a place.
class Parser {
public:
    explicit Parser(Source source, std::size_t at = 0) : source_(std::move(source)), text_(*source_), at_(at) {}

    // The next statement, or null at the end of the text.
    NodePtr nextStatement();
    std::size_t at() const { return at_; }

private:
    class Depth;

    // Statements.
    NodePtr statement();
    NodePtr block();
    NodePtr declaration();
    NodePtr ifStatement();
    NodePtr forStatement();
    NodePtr forOf(std::size_t start, std::string name, std::string word);
    NodePtr whileStatement();
    NodePtr returnStatement();
    NodePtr functionStatement();
    void endStatement();

    // Expressions, the loosest binding first.
    NodePtr expression();
    NodePtr conditional();
    NodePtr binary(std::size_t level);
    NodePtr unary();
    NodePtr postfix();
    NodePtr suffixes(NodePtr base);
    NodePtr primary();
    NodePtr newExpression();
    NodePtr nameOrKeyword();
    NodePtr literal();
    NodePtr templateText();
    NodePtr object();
    void property(Node& object);
    NodePtr array();
    std::optional<NodePtr> arrowFunction();
    NodePtr function(std::size_t start);
    NodePtr lambda(std::size_t start, std::vector<std::string> parameters);
    void callArguments(Node& call);

    // Letters.
    char peek();  // skips white space and comments; '\0' at the end
    bool take(char c);
    void require(char c, std::string_view where);
    bool takeWord(std::string_view word);
    std::string_view peekWord();
    std::string name();
    std::string operatorAt(std::initializer_list<std::string_view> operators);
    std::vector<std::string> parameters();
    bool crossedLine() const { return crossedLine_; }
    std::shared_ptr<Node> node(NodeKind kind, std::size_t at) const;
    [[noreturn]] void fail(std::string_view why, std::size_t at) const;
    [[noreturn]] void failExpected(std::string_view what);

    Source source_;
    std::string_view text_;
    std::size_t at_;
    int depth_ = 0;
    bool crossedLine_ = false;  // the last peek() skipped the end of a line
};

// True when the text cannot be whole yet: a bracket, a quote or a comment is open.
bool isIncomplete(std::string_view text);

bool isNameStart(char c);
bool isNameLetter(char c);

}  // namespace sheaf::tools::shell
