// sheaf exec: command documents in, replies out, line by line. Other programs drive the engine through it, so what it
// prints is stable: one reply per line, in order, written before the next line is read.
#include "tools/commands.h"
#include "tools/common/open_store.h"

#include <sheaf/bson/builder.h>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace sheaf::tools {
namespace {

struct ExecOptions {
    StoreChoice store;
    std::string database = "test";
    bool canonical = false;
};

// The database that the command names by `$db`, or the default.
std::string databaseOf(DocumentView command, const std::string& otherwise) {
    const ValueView named = command["$db"];
    return named.isString() ? std::string(named.asString()) : otherwise;
}

bson::Document reply(Store& store, const std::string& line, const ExecOptions& options) {
    try {
        const bson::Document command = bson::fromJson(line);
        return store.runCommand(databaseOf(command, options.database), command);
    } catch (const Error& error) {
        return Store::errorReply(error);
    } catch (const std::exception& error) {
        return Store::errorReply(Error(ErrorCode::InternalError, error.what()));
    }
}

int run(const ExecOptions& options) {
    Store store = openStore(options.store);
    const auto mode = options.canonical ? bson::JsonMode::Canonical : bson::JsonMode::Relaxed;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        std::cout << reply(store, line, options).toJson(mode) << '\n' << std::flush;
        if (!std::cout) return 1;
    }
    return 0;
}

}  // namespace

void addExecCommand(CLI::App& app, int& exitCode) {
    auto options = std::make_shared<ExecOptions>();
    CLI::App* command = app.add_subcommand("exec", "Runs command documents from standard input, one per line");
    addStoreChoice(*command, options->store);
    command->add_option("--db", options->database, "the database of commands without $db (test)");
    command->add_flag("--canonical", options->canonical, "replies in canonical Extended JSON");
    command->footer("Example:  echo '{\"find\": \"reviews\", \"filter\": {\"votes\": {\"$gt\": 3}}}' | sheaf exec my.sheaf --db library");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
