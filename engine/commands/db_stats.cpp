// dbStats: the sums over a database's collections.
//
//   {dbStats: 1, scale: <number that byte figures are divided by>}
//
// Reply     {db, collections, views, objects, avgObjSize, dataSize, storageSize, indexes, indexSize, totalSize, scaleFactor,
//            fsUsedSize, fsTotalSize}; all 0 for a database that is not there.
// Errors    TypeMismatch (14), 51024: scale.
#include "engine/commands/commands.h"
#include "engine/maintenance/sizes.h"
#include "engine/snapshot.h"

#include <filesystem>

namespace sheaf::engine {
namespace {

void appendFileSystem(bson::Builder& reply, const std::filesystem::path& path, const Scale& scale) {
    std::error_code failed;
    const std::filesystem::space_info space = std::filesystem::space(path, failed);
    if (failed) return;
    reply.append("fsUsedSize", static_cast<double>(scale(space.capacity - space.free)))
        .append("fsTotalSize", static_cast<double>(scale(space.capacity)));
}

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    Scale scale;
    while (fields.next()) {
        if (fields.is("scale")) scale = Scale(fields.value(), fields.command());
        else if (fields.is("freeStorage")) fields.truthy();
        else fields.refuse();
    }
    const Snapshot snapshot(call.store());
    const std::vector<EntryPtr> entries = snapshot.catalog().collectionsOf(call.database);
    CollectionSizes sum;
    std::uint64_t indexes = 0;
    std::uint64_t indexBytes = 0;
    for (const EntryPtr& entry : entries) {
        const CollectionSizes sizes = sizesOf(call.operation, snapshot.transaction(), *entry);
        sum.documents += sizes.documents;
        sum.documentBytes += sizes.documentBytes;
        sum.storageBytes += sizes.storageBytes;
        indexes += sizes.indexes.size();
        indexBytes += sizes.indexBytes();
    }
    const double average = sum.documents == 0 ? 0 : static_cast<double>(sum.documentBytes) / static_cast<double>(sum.documents);
    reply.append("db", call.database)
        .appendCount("collections", entries.size())
        .append("views", 0)
        .appendCount("objects", sum.documents)
        .append("avgObjSize", average)
        .append("dataSize", static_cast<double>(scale(sum.documentBytes)))
        .append("storageSize", static_cast<double>(scale(sum.storageBytes)))
        .appendCount("indexes", indexes)
        .append("indexSize", static_cast<double>(scale(indexBytes)))
        .append("totalSize", static_cast<double>(scale(sum.storageBytes + indexBytes)))
        .append("scaleFactor", scale.factor());
    appendFileSystem(reply, call.store().environment->path(), scale);
}

}  // namespace

constinit const Command kDbStats{.name = "dbStats", .alias = "dbstats", .run = run};

}  // namespace sheaf::engine
