// First batches.
#include "engine/commands/cursor_reply.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::engine {

void appendFirstBatch(CommandCall& call, bson::Builder& reply, std::unique_ptr<BatchCursor> cursor,
                      const BatchLimits& limits, bool singleBatch) {
    reply.openDocument("cursor").openArray("firstBatch");
    ReplySink sink(reply);
    if (limits.documents > 0) cursor->fill(call.operation, limits, sink);
    reply.close();
    const std::string ns(cursor->ns());
    const bool isOver = singleBatch || cursor->isAtEnd();
    const std::int64_t id = isOver ? 0 : call.store().cursors.add(std::move(cursor));
    reply.append("id", id).append("ns", ns).close();
}

BatchLimits listingLimits(bson::DocumentView cursor, std::string_view command) {
    BatchLimits limits;
    for (const bson::Element& field : cursor) {
        if (field.name != "batchSize") {
            raise(location(40415), "BSON field '", command, ".cursor.", field.name, "' is an unknown field.");
        }
        const std::optional<std::int64_t> size =
            field.value.isNumber() ? bson::exactInt64(field.value) : std::nullopt;
        if (!size || *size < 0) raise(ErrorCode::BadValue, command, ".cursor.batchSize must be a whole number >= 0");
        limits.documents = *size;
    }
    return limits;
}

}  // namespace sheaf::engine
