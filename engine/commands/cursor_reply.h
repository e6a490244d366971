// The `cursor` field of replies, and the registration of what is left.
#pragma once

#include "engine/commands/command.h"
#include "engine/read/batch_cursor.h"

#include <memory>

namespace sheaf::engine {

// Adds documents to the array that is open in a reply: the one copy that a document goes through.
class ReplySink final : public BatchSink {
public:
    explicit ReplySink(bson::Builder& reply) : reply_(reply) {}
    void add(bson::DocumentView document) override { reply_.push(document); }

private:
    bson::Builder& reply_;
};

// cursor: {firstBatch: […], id, ns}. A cursor that is not at its end is registered, unless singleBatch.
void appendFirstBatch(CommandCall& call, bson::Builder& reply, std::unique_ptr<BatchCursor> cursor,
                      const BatchLimits& limits, bool singleBatch = false);

// {cursor: {batchSize: n}} of the listing commands.
BatchLimits listingLimits(bson::DocumentView cursor, std::string_view command);

}  // namespace sheaf::engine
