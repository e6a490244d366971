// dropIndexes: removes indexes of a collection; never _id_.
//
//   {dropIndexes: <collection>, index: <name>, [<name>, …], <key pattern> or "*"}
//
// Reply     {nIndexesWas, msg} (msg only for "*")
// Errors    NamespaceNotFound (26), IndexNotFound (27), InvalidOptions (72: _id_).
#include "engine/commands/commands.h"
#include "engine/write/indexes.h"

namespace sheaf::engine {
namespace {

void takeIndex(const CommandFields& fields, DropIndexesRequest& request) {
    const bson::ValueView index = fields.value();
    if (index.isDocument()) {
        request.keyPattern = index.asDocument().copy();
    } else if (index.isArray()) {
        for (const bson::ValueView& name : index.asArray()) {
            if (!name.isString()) fields.wrongType("array of strings");
            request.names.emplace_back(name.asString());
        }
    } else if (fields.string() == "*") {
        request.all = true;
    } else {
        request.names.emplace_back(fields.string());
    }
}

void runDropIndexesCommand(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    DropIndexesRequest request{.ns = fields.ns()};
    bool given = false;
    while (fields.next()) {
        if (!fields.is("index")) fields.refuse();
        takeIndex(fields, request);
        given = true;
    }
    if (!given) fields.missing("index");
    reply.append("nIndexesWas", runDropIndexes(call.operation, request));
    if (request.all) reply.append("msg", "non-_id indexes dropped for collection");
}

}  // namespace

constinit const Command kDropIndexes{.name = "dropIndexes", .run = runDropIndexesCommand};

}  // namespace sheaf::engine
