// listIndexes: the indexes of a collection, _id_ first, then in order of creation.
//
//   {listIndexes: <collection>, cursor: {batchSize}}
//
// Reply     a cursor over {v, key, name, …}
// Errors    NamespaceNotFound (26).
#include "engine/commands/commands.h"
#include "engine/commands/cursor_reply.h"
#include "engine/read/list_cursor.h"
#include "engine/snapshot.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void runListIndexes(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    BatchLimits limits;
    while (fields.next()) {
        if (fields.is("cursor")) limits = listingLimits(fields.document(), fields.command());
        else fields.refuse();
    }
    const Snapshot snapshot(call.store());
    const EntryPtr entry = snapshot.catalog().find(ns);
    if (!entry) raise(ErrorCode::NamespaceNotFound, "ns does not exist: ", ns.full());
    std::vector<bson::Document> documents;
    for (const IndexPtr& index : entry->indexes) documents.push_back(index->spec.toDocument());
    appendFirstBatch(call, reply, std::make_unique<ListCursor>(ns.full(), std::move(documents)), limits);
}

}  // namespace

constinit const Command kListIndexes{.name = "listIndexes", .run = runListIndexes};

}  // namespace sheaf::engine
