// The shell without its terminal: an input in, what it prints out.
#pragma once

#include "tools/shell/evaluator.h"
#include "tools/shell/session.h"

#include <sheaf/store.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace sheaf::tools::shell {

struct ShellOptions {
    bool showCost = true;
    bool isColored = false;  // escape sequences for a terminal
    std::string database = "test";
};

class Shell {
public:
    Shell(Store store, std::ostream& out, ShellOptions options = {});

    // Runs statements and the words `show`, `use`, `it`, `help`, `cost`, `exit`; prints their results. False when one
    // failed: its error is printed, and what comes after it does not run.
    bool run(std::string_view input);

    bool isOver() const { return isOver_; }
    const std::string& database() const { return session_.database; }

private:
    struct Word;
    static const Word kWords[];

    // Runs one word with what follows it up to a semicolon or the line's end; false when there is none.
    bool runWord(const std::string& text, std::size_t& at);
    void runStatement(const Node& statement);
    void show(const Item& item);
    void showDocuments();
    void showCost();
    void fail(std::string_view message);

    void wordCost(std::string_view argument);
    void wordExit(std::string_view argument);
    void wordHelp(std::string_view argument);
    void wordIt(std::string_view argument);
    void wordShow(std::string_view argument);
    void wordUse(std::string_view argument);

    ShellSession session_;
    Evaluator evaluator_;
    ShellOptions options_;
    bool isOver_ = false;
};

}  // namespace sheaf::tools::shell
