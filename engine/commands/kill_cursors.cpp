// killCursors: closes open cursors.
//
//   {killCursors: <collection>, cursors: [<int64>, …]}
//
// Reply     {cursorsKilled: […], cursorsNotFound: […], cursorsAlive: [], cursorsUnknown: []}
#include "engine/commands/commands.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void appendIds(bson::Builder& reply, std::string_view name, const std::vector<std::int64_t>& ids) {
    reply.openArray(name);
    for (const std::int64_t id : ids) reply.push(id);
    reply.close();
}

void runKillCursors(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const bson::ValueView name = call.command.begin()->value;
    if (!name.isString()) {
        raise(ErrorCode::InvalidNamespace, "collection name has invalid type ", name.typeName(), " in killCursors");
    }
    const std::string ns = std::string(call.database).append(".").append(name.asString());
    std::optional<std::vector<std::int64_t>> ids;
    while (fields.next()) {
        if (!fields.is("cursors")) fields.refuse();
        ids.emplace();
        for (const bson::ValueView& id : fields.array()) {
            if (id.type() != bson::Type::Int64) fields.wrongType("array of longs");
            ids->push_back(id.asInt64());
        }
    }
    if (!ids) fields.missing("cursors");
    std::vector<std::int64_t> killed;
    std::vector<std::int64_t> notFound;
    for (const std::int64_t id : *ids) (call.store().cursors.kill(id, ns) ? killed : notFound).push_back(id);
    appendIds(reply, "cursorsKilled", killed);
    appendIds(reply, "cursorsNotFound", notFound);
    appendIds(reply, "cursorsAlive", {});
    appendIds(reply, "cursorsUnknown", {});
}

}  // namespace

constinit const Command kKillCursors{.name = "killCursors", .run = runKillCursors};

}  // namespace sheaf::engine
