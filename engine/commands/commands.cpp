// The table of commands, and the door through which all of them come.
#include "engine/commands/commands.h"

#include "bson/raise.h"

#include <sheaf/bson/validate.h>

#include <algorithm>

namespace sheaf::engine {
namespace {

constexpr const Command* kCommands[] = {
    &kBuildInfo, &kBulkWrite, &kCollMod, &kCollStats, &kCount, &kCreate, &kCreateIndexes, &kDataSize, &kDbStats,
    &kDelete, &kDistinct, &kDrop, &kDropDatabase, &kDropIndexes, &kExplain, &kFind, &kFindAndModify, &kGetMore,
    &kHello, &kInsert, &kIsMaster, &kKillCursors, &kListCollections, &kListDatabases, &kListIndexes, &kPing,
    &kRenameCollection, &kServerStatus, &kUpdate, &kValidate,
};

void finishReply(CommandCall& call, bson::Builder& reply) {
    if (call.generic.tooManyNodes) {
        reply.openDocument("writeConcernError")
            .append("code", static_cast<std::int32_t>(ErrorCode::UnsatisfiableWriteConcern))
            .append("codeName", "UnsatisfiableWriteConcern")
            .append("errmsg", "Not enough data-bearing nodes: this is one store")
            .close();
    }
    reply.append("ok", 1.0);
    call.operation.cost().bytesReturned = reply.size() + 1;
    if (call.generic.wantsCost) reply.append("cost", call.operation.cost().toDocument());
}

}  // namespace

std::span<const Command* const> allCommands() { return kCommands; }

const Command* findCommand(std::string_view name) {
    const auto found = std::ranges::lower_bound(kCommands, name, {}, [](const Command* command) { return command->name; });
    if (found != std::end(kCommands) && (*found)->name == name) return *found;
    const auto byAlias = std::ranges::find(kCommands, name, [](const Command* command) { return command->alias; });
    return byAlias != std::end(kCommands) && !name.empty() ? *byAlias : nullptr;
}

bson::Document runCommand(StoreImpl& store, std::string_view database, bson::DocumentView command,
                          std::span<const CommandSequence> sequences) {
    requireDatabaseName(database);
    const bson::ElementIterator first = command.begin();
    if (first == command.end()) raise(ErrorCode::CommandNotFound, "no such command: '' (the command document is empty)");
    const Command* found = findCommand(first->name);
    if (!found) raise(ErrorCode::CommandNotFound, "no such command: '", first->name, "'");
    if (found->validateWhole) bson::requireValid(command.bytes(), bson::kCommandLimits);
    Operation operation(store, nullptr);
    CommandCall call{.operation = operation, .database = database, .command = command, .sequences = sequences};
    bson::Builder reply;
    found->run(call, reply);
    finishReply(call, reply);
    return reply.take();
}

}  // namespace sheaf::engine
