// Batches out of a list of documents.
#include "engine/read/list_cursor.h"

#include "engine/operation.h"

namespace sheaf::engine {

void ListCursor::fill(Operation& operation, const BatchLimits& limits, BatchSink& sink) {
    std::int64_t count = 0;
    std::size_t bytes = 0;
    while (next_ < documents_.size() && count < limits.documents) {
        const bson::DocumentView document = documents_[next_];
        if (count > 0 && bytes + document.size() > limits.bytes) break;
        sink.add(document);
        bytes += document.size();
        ++count;
        ++next_;
    }
    operation.cost().nReturned += static_cast<std::uint64_t>(count);
}

}  // namespace sheaf::engine
