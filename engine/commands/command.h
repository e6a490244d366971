// Commands: how one is described, called, and finds its arguments.
#pragma once

#include "engine/commands/fields.h"

#include "query/plan/executor.h"

#include <sheaf/bson/builder.h>

#include <span>
#include <string_view>

namespace sheaf::engine {

// One command of the table in commands.cpp. Adding one: its file, a line in commands.h and one in commands.cpp.
struct Command {
    std::string_view name;
    std::string_view alias = {};  // another spelling of the name
    // Appends the reply's fields, without `ok`.
    void (*run)(CommandCall& call, bson::Builder& reply);
    // Appends what explain tells of the command, up to its executionStats. Null: it cannot be explained.
    void (*explain)(CommandCall& call, query::ExplainVerbosity verbosity, bson::Builder& reply) = nullptr;
    // False: the command checks the documents it brings by itself, one by one.
    bool validateWhole = true;
};

// By name or alias. Null when there is none.
const Command* findCommand(std::string_view name);
std::span<const Command* const> allCommands();  // in name order

// See Store::runCommand.
bson::Document runCommand(StoreImpl& store, std::string_view database, bson::DocumentView command,
                          std::span<const CommandSequence> sequences);

}  // namespace sheaf::engine
