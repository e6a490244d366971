// drop: removes a collection with its indexes. Open cursors on it end with QueryPlanKilled (175).
//
//   {drop: <collection>}
//
// Reply     {nIndexesWas: <indexes>, ns: <namespace>}, or {} when it was not there.
#include "engine/commands/commands.h"
#include "engine/write/collections.h"

namespace sheaf::engine {
namespace {

void runDrop(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    while (fields.next()) fields.refuse();
    if (const std::optional<std::int32_t> indexes = dropCollection(call.operation, ns)) {
        reply.append("nIndexesWas", *indexes).append("ns", ns.full());
    }
}

}  // namespace

constinit const Command kDrop{.name = "drop", .run = runDrop};

}  // namespace sheaf::engine
