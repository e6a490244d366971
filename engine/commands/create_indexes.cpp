// createIndexes: makes indexes, all of them or none, over the documents that are there too.
//
//   {createIndexes: <collection>, indexes: [{key, name, unique, sparse, hidden, …}, …], commitQuorum}
//
// Reply     {numIndexesBefore, numIndexesAfter, createdCollectionAutomatically}, or with note: "all indexes already exist"
// Errors    BadValue (2): no index. Those of index specifications (index/spec.h), 85, 86, 11000, 171.
#include "engine/commands/commands.h"
#include "engine/write/indexes.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void runCreateIndexesCommand(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    CreateIndexesRequest request{.ns = fields.ns()};
    bool given = false;
    while (fields.next()) {
        if (fields.is("indexes")) {
            given = true;
            for (const bson::DocumentView entry : fields.documents()) request.specs.push_back(index::IndexSpec::parse(entry));
        } else if (fields.is("commitQuorum")) fields.value();
        else if (fields.is("ignoreUnknownIndexOptions")) fields.truthy();
        else fields.refuse();
    }
    if (!given) fields.missing("indexes");
    if (request.specs.empty()) raise(ErrorCode::BadValue, "Must specify at least one index to create");
    const CreateIndexesReply result = runCreateIndexes(call.operation, request);
    reply.append("numIndexesBefore", result.indexesBefore).append("numIndexesAfter", result.indexesAfter);
    if (result.indexesBefore == result.indexesAfter && !result.madeCollection) {
        reply.append("note", "all indexes already exist");
    } else {
        reply.append("createdCollectionAutomatically", result.madeCollection);
    }
}

}  // namespace

constinit const Command kCreateIndexes{.name = "createIndexes", .run = runCreateIndexesCommand};

}  // namespace sheaf::engine
