// collStats: how large a collection and its indexes are.
//
//   {collStats: <collection>, scale: <number that byte figures are divided by>}
//
// Reply     {ns, size, count, avgObjSize, numOrphanDocs, storageSize, freeStorageSize, capped, nindexes, indexBuilds,
//            totalIndexSize, totalSize, indexSizes: {<name>: <bytes>}, scaleFactor}; of a collection that is not there, 0s
//           without avgObjSize. storageSize and index sizes are those of pages in use: free pages belong to the file.
// Errors    TypeMismatch (14), 51024: scale.
#include "engine/commands/commands.h"
#include "engine/maintenance/sizes.h"
#include "engine/snapshot.h"

namespace sheaf::engine {
namespace {

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    Scale scale;
    while (fields.next()) {
        if (fields.is("scale")) scale = Scale(fields.value(), fields.command());
        else fields.refuse();
    }
    const Snapshot snapshot(call.store());
    const EntryPtr entry = snapshot.catalog().find(ns);
    const CollectionSizes sizes = entry ? sizesOf(call.operation, snapshot.transaction(), *entry) : CollectionSizes{};
    reply.append("ns", ns.full())
        .appendCount("size", scale(sizes.documentBytes))
        .appendCount("count", sizes.documents);
    if (sizes.documents > 0) reply.appendCount("avgObjSize", sizes.documentBytes / sizes.documents);
    reply.append("numOrphanDocs", 0)
        .appendCount("storageSize", scale(sizes.storageBytes))
        .append("freeStorageSize", 0)
        .append("capped", false)
        .appendCount("nindexes", sizes.indexes.size())
        .openArray("indexBuilds")
        .close()
        .appendCount("totalIndexSize", scale(sizes.indexBytes()))
        .appendCount("totalSize", scale(sizes.storageBytes + sizes.indexBytes()))
        .openDocument("indexSizes");
    for (const CollectionSizes::Index& index : sizes.indexes) reply.appendCount(index.name, scale(index.bytes));
    reply.close().appendCount("scaleFactor", static_cast<std::uint64_t>(scale.factor()));
}

}  // namespace

constinit const Command kCollStats{.name = "collStats", .alias = "collstats", .run = run};

}  // namespace sheaf::engine
