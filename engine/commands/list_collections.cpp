// listCollections: the collections of the database, in name order.
//
//   {listCollections: 1, filter, nameOnly, authorizedCollections, cursor: {batchSize}}
//
// Reply     a cursor over {name, type: "collection", options, info: {readOnly, uuid}, idIndex: {v, key, name}}, or over
//           {name, type} with nameOnly. Its namespace is <database>.$cmd.listCollections.
#include "engine/commands/commands.h"
#include "engine/commands/cursor_reply.h"
#include "engine/read/list_cursor.h"
#include "engine/snapshot.h"
#include "query/filter/filter.h"

namespace sheaf::engine {
namespace {

bson::Document describe(const CollectionEntry& entry, bool nameOnly, bool readOnly) {
    bson::Builder builder;
    builder.append("name", entry.ns.collection()).append("type", "collection");
    if (!nameOnly) {
        builder.append("options", entry.options)
            .openDocument("info")
            .append("readOnly", readOnly)
            .append("uuid", entry.uuidValue())
            .close()
            .append("idIndex", entry.idIndex().spec.toDocument());
    }
    return builder.take();
}

void runListCollections(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    query::Filter filter;
    bool nameOnly = false;
    BatchLimits limits;
    while (fields.next()) {
        if (fields.is("filter")) filter = query::Filter::parse(fields.document());
        else if (fields.is("nameOnly")) nameOnly = fields.truthy();
        else if (fields.is("authorizedCollections")) fields.truthy();
        else if (fields.is("cursor")) limits = listingLimits(fields.document(), fields.command());
        else fields.refuse();
    }
    std::vector<bson::Document> documents;
    const Snapshot snapshot(call.store());
    for (const EntryPtr& entry : snapshot.catalog().collectionsOf(call.database)) {
        bson::Document document = describe(*entry, nameOnly, call.store().options.readOnly);
        if (filter.matches(document)) documents.push_back(std::move(document));
    }
    appendFirstBatch(call, reply,
                     std::make_unique<ListCursor>(std::string(call.database) + ".$cmd.listCollections", std::move(documents)),
                     limits);
}

}  // namespace

constinit const Command kListCollections{.name = "listCollections", .run = runListCollections};

}  // namespace sheaf::engine
