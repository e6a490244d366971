// Reading inputs statement by statement, and printing what they give.
#include "tools/shell/shell.h"

#include "tools/shell/cost_line.h"
#include "tools/shell/help.h"
#include "tools/shell/listings.h"
#include "tools/shell/parser.h"
#include "tools/shell/printer.h"

#include <algorithm>
#include <ostream>

namespace sheaf::tools::shell {
namespace {

constexpr std::size_t kShownDocuments = 20;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Past white space, line ends and semicolons.
std::size_t skipEmpty(std::string_view text, std::size_t at) {
    const std::size_t next = text.find_first_not_of(" \t\r\n;", at);
    return next == std::string_view::npos ? text.size() : next;
}

}  // namespace

struct Shell::Word {
    std::string_view name;
    void (Shell::*run)(std::string_view argument);
    bool hasArgument;
};

constexpr Shell::Word Shell::kWords[] = {
    {"cost", &Shell::wordCost, true}, {"exit", &Shell::wordExit, false}, {"help", &Shell::wordHelp, false},
    {"it", &Shell::wordIt, false},    {"quit", &Shell::wordExit, false}, {"show", &Shell::wordShow, true},
    {"use", &Shell::wordUse, true},
};

Shell::Shell(Store store, std::ostream& out, ShellOptions options)
    : session_(std::move(store), out), evaluator_(session_), options_(std::move(options)) {
    session_.database = options_.database;
}

bool Shell::run(std::string_view input) {
    const auto source = std::make_shared<const std::string>(input);
    std::size_t at = 0;
    try {
        while (!isOver_ && (at = skipEmpty(*source, at)) < source->size()) {
            session_.cost = {};
            if (runWord(*source, at)) continue;
            Parser parser(source, at);
            const NodePtr statement = parser.nextStatement();
            at = parser.at();
            if (statement) runStatement(*statement);
        }
        return true;
    } catch (const ScriptError& error) {
        fail(error.describe());
    } catch (const Error& error) {
        fail(error.codeName() + ": " + error.what());
    }
    showCost();
    return false;
}

bool Shell::runWord(const std::string& text, std::size_t& at) {
    const std::string_view line = std::string_view(text).substr(at, text.find_first_of(";\n", at) - at);
    const std::size_t end = std::min(line.find_first_of(" \t\r("), line.size());
    const Word* word = std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& w) { return w.name == line.substr(0, end); });
    if (word == std::end(kWords)) return false;
    const std::string_view argument = trimmed(line.substr(end));
    const bool isBare = argument.empty() || argument == "()" || argument.rfind("//", 0) == 0;
    if (word->hasArgument ? isBare || !isNameLetter(argument[0]) : !isBare) return false;
    at += line.size();
    (this->*word->run)(argument);
    showCost();
    return true;
}

void Shell::runStatement(const Node& statement) {
    const Item item = evaluator_.run(statement);
    const bool isExpression = statement.kind < NodeKind::Declare;
    const bool keepsCursor = statement.kind == NodeKind::Assign && item.cursor();
    if (isExpression && !keepsCursor && !item.isUndefined()) show(item);
    showCost();
}

void Shell::show(const Item& item) {
    if (const auto* cursor = item.as<std::shared_ptr<ShellCursor>>()) {
        if ((*cursor)->isExplained()) {
            session_.out << prettyShellText(Value((*cursor)->explain(session_, (*cursor)->collection().explain))) << '\n';
            return;
        }
        session_.shown = *cursor;
        showDocuments();
    } else if (item.isValue()) {
        session_.out << (item.value()->view().isString() ? item.text() : prettyShellText(*item.value())) << '\n';
    } else {
        session_.out << item.text() << '\n';
    }
}

void Shell::showDocuments() {
    for (std::size_t k = 0; k < kShownDocuments; ++k) {
        const std::optional<Value> document = session_.shown->next(session_);
        if (!document) break;
        session_.out << prettyShellText(*document) << '\n';
    }
    if (session_.shown->hasNext(session_)) session_.out << "Type \"it\" for more\n";
    else session_.shown.reset();
}

void Shell::showCost() {
    const std::string line = options_.showCost ? costLine(session_.cost) : std::string();
    session_.cost = {};
    if (line.empty()) return;
    session_.out << (options_.isColored ? "\x1b[2m" : "") << "-- " << line << (options_.isColored ? "\x1b[0m" : "") << '\n';
}

void Shell::fail(std::string_view message) {
    session_.out << (options_.isColored ? "\x1b[31m" : "") << message << (options_.isColored ? "\x1b[0m" : "") << '\n';
}

void Shell::wordCost(std::string_view argument) {
    if (argument != "on" && argument != "off") throw ScriptError("say: cost on, or: cost off");
    options_.showCost = argument == "on";
}

void Shell::wordExit(std::string_view) { isOver_ = true; }

void Shell::wordHelp(std::string_view) { printHelp(session_.out); }

void Shell::wordIt(std::string_view) {
    if (session_.shown) showDocuments();
    else session_.out << "no cursor\n";
}

void Shell::wordShow(std::string_view argument) {
    if (argument == "dbs" || argument == "databases") showDatabases(session_);
    else if (argument == "collections" || argument == "tables") showCollections(session_);
    else throw ScriptError("say: show dbs, or: show collections");
}

void Shell::wordUse(std::string_view argument) {
    session_.database = argument;
    session_.out << "switched to db " << argument << '\n';
}

}  // namespace sheaf::tools::shell
