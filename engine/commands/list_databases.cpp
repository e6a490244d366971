// listDatabases: the databases that have a collection, in name order, with the space that their trees take.
//
//   {listDatabases: 1, filter, nameOnly, authorizedDatabases}
//
// Reply     {databases: [{name, sizeOnDisk, empty}, …], totalSize, totalSizeMb}, or {databases: [{name}, …]}
#include "engine/commands/commands.h"
#include "engine/snapshot.h"
#include "query/filter/filter.h"

namespace sheaf::engine {
namespace {

std::uint64_t bytesOf(const Snapshot& snapshot, std::string_view database) {
    std::uint64_t bytes = 0;
    for (const EntryPtr& entry : snapshot.catalog().collectionsOf(database)) {
        bytes += snapshot.transaction().statistics(entry->tree).bytes();
        for (const IndexPtr& index : entry->indexes) bytes += snapshot.transaction().statistics(index->tree.tree()).bytes();
    }
    return bytes;
}

void runListDatabases(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    query::Filter filter;
    bool nameOnly = false;
    while (fields.next()) {
        if (fields.is("filter")) filter = query::Filter::parse(fields.document());
        else if (fields.is("nameOnly")) nameOnly = fields.truthy();
        else if (fields.is("authorizedDatabases")) fields.truthy();
        else fields.refuse();
    }
    const Snapshot snapshot(call.store());
    std::uint64_t total = 0;
    reply.openArray("databases");
    for (const std::string& name : snapshot.catalog().databases()) {
        const std::uint64_t bytes = nameOnly ? 0 : bytesOf(snapshot, name);
        bson::Builder builder;
        builder.append("name", name);
        if (!nameOnly) builder.append("sizeOnDisk", static_cast<std::int64_t>(bytes)).append("empty", false);
        const bson::Document document = builder.take();
        if (!filter.matches(document)) continue;
        reply.push(document);
        total += bytes;
    }
    reply.close();
    if (nameOnly) return;
    reply.append("totalSize", static_cast<std::int64_t>(total)).append("totalSizeMb", static_cast<std::int64_t>(total >> 20));
}

}  // namespace

constinit const Command kListDatabases{.name = "listDatabases", .run = runListDatabases};

}  // namespace sheaf::engine
