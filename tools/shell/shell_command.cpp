// sheaf shell: people type what books on MongoDB print, and see what it costs.
#include "tools/commands.h"
#include "tools/common/open_store.h"
#include "tools/shell/line_editor.h"
#include "tools/shell/parser.h"
#include "tools/shell/shell.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>

namespace sheaf::tools {
namespace {

struct ShellCommandOptions {
    StoreChoice store;
    std::vector<std::string> code;
    std::string database = "test";
    bool noCost = false;
};

bool isContinuation(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string::npos && line[first] == '.';
}

// Input from a file or a pipe: a line that begins with a dot goes on the one before it.
bool runPlainly(shell::Shell& shell, shell::LineEditor& lines) {
    bool isGood = true;
    std::string input;
    std::optional<std::string> line = lines.read({});
    while (line && !shell.isOver()) {
        input += *line;
        line = lines.read({});
        if (line && (isContinuation(*line) || shell::isIncomplete(input))) {
            input += '\n';
            continue;
        }
        isGood = shell.run(input) && isGood;
        std::cout << std::flush;
        input.clear();
    }
    return isGood;
}

void runOnTerminal(shell::Shell& shell, shell::LineEditor& lines) {
    std::cout << "sheaf 0.1.0. Type help for help, exit to leave.\n";
    std::string input;
    while (!shell.isOver()) {
        const std::optional<std::string> line = lines.read(input.empty() ? shell.database() + "> " : "... ");
        if (lines.wasInterrupted()) {
            input.clear();
            continue;
        }
        if (!line) break;
        // An empty line gives up on an input that is not whole: its error is then shown.
        const bool givesUp = !input.empty() && line->empty();
        input += *line;
        if (!givesUp && shell::isIncomplete(input)) {
            input += '\n';
            continue;
        }
        lines.remember(input);
        shell.run(input);
        std::cout << std::flush;
        input.clear();
    }
}

int run(const ShellCommandOptions& options) {
    shell::ShellOptions shown;
    shown.showCost = !options.noCost;
    shown.database = options.database;
    shown.isColored = isatty(STDOUT_FILENO) == 1 && !std::getenv("NO_COLOR");
    shell::Shell shell(openStore(options.store), std::cout, shown);
    bool isGood = true;
    for (const std::string& code : options.code) isGood = isGood && shell.run(code);
    if (!options.code.empty()) return isGood ? 0 : 1;
    const std::unique_ptr<shell::LineEditor> lines = shell::makeLineEditor();
    if (!lines->isTerminal()) return runPlainly(shell, *lines) ? 0 : 1;
    runOnTerminal(shell, *lines);
    return 0;
}

}  // namespace

void addShellCommand(CLI::App& app, int& exitCode) {
    auto options = std::make_shared<ShellCommandOptions>();
    CLI::App* command = app.add_subcommand("shell", "A shell that takes what books on MongoDB print, and says what it costs");
    addStoreChoice(*command, options->store);
    command->add_option("-e,--eval", options->code, "runs this code and ends; may be given several times")->allow_extra_args(false);
    command->add_option("--db", options->database, "the database in use at the start (test)");
    command->add_flag("--no-cost", options->noCost, "without the lines that say what statements cost");
    command->footer("Example:  sheaf shell my.sheaf --db library -e 'db.reviews.find({votes: {$gt: 3}})'");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
