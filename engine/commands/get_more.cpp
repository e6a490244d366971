// getMore: the next batch of an open cursor.
//
//   {getMore: <int64>, collection: <name without database>, batchSize}
//
// Reply     {cursor: {nextBatch: [<document>, …], id, ns}}
// Errors    CursorNotFound (43), Unauthorized (13): the cursor is of another namespace; the plan's errors, after which
//           the cursor is gone.
#include "engine/commands/commands.h"
#include "engine/commands/cursor_reply.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void runGetMore(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const bson::ValueView id = call.command.begin()->value;
    if (id.type() != bson::Type::Int64) {
        raise(ErrorCode::TypeMismatch, "BSON field 'getMore.getMore' is the wrong type '", id.typeName(),
              "', expected type 'long'");
    }
    std::optional<std::string> ns;
    BatchLimits limits;
    while (fields.next()) {
        if (fields.is("collection")) ns = std::string(call.database).append(".").append(fields.string());
        else if (fields.is("batchSize")) {
            const std::int64_t size = fields.nonNegative();
            if (size > 0) limits.documents = size;
        } else fields.refuse();
    }
    if (!ns) fields.missing("collection");
    CursorRegistry& registry = call.store().cursors;
    std::unique_ptr<BatchCursor> cursor = registry.take(id.asInt64(), *ns);
    reply.openDocument("cursor").openArray("nextBatch");
    ReplySink sink(reply);
    try {
        cursor->fill(call.operation, limits, sink);
    } catch (...) {
        registry.forget(id.asInt64());
        throw;
    }
    const bool isAtEnd = cursor->isAtEnd();
    if (isAtEnd) registry.forget(id.asInt64());
    else registry.putBack(id.asInt64(), std::move(cursor));
    reply.close().append("id", isAtEnd ? std::int64_t{0} : id.asInt64()).append("ns", *ns).close();
}

}  // namespace

constinit const Command kGetMore{.name = "getMore", .run = runGetMore};

}  // namespace sheaf::engine
