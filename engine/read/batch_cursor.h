// What a cursor is inside the engine: something that gives documents batch by batch.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>
#include <limits>
#include <string_view>

namespace sheaf::engine {

class Operation;

inline constexpr std::int64_t kFirstBatchDocuments = 101;
inline constexpr std::size_t kFirstBatchBytes = 1 << 20;
inline constexpr std::size_t kBatchBytes = 16 << 20;

// A batch ends with whichever comes first. One document is always let in.
struct BatchLimits {
    std::int64_t documents = std::numeric_limits<std::int64_t>::max();
    std::size_t bytes = kBatchBytes;

    static BatchLimits first() { return {kFirstBatchDocuments, kFirstBatchBytes}; }
};

// Takes the documents of a batch; copies them, for a view lives only as long as the snapshot.
class BatchSink {
public:
    virtual void add(bson::DocumentView document) = 0;

protected:
    ~BatchSink() = default;
};

// Threads: one at a time.
class BatchCursor {
public:
    virtual ~BatchCursor() = default;
    virtual std::string_view ns() const = 0;
    // Adds what it read to the operation's costs, nReturned included.
    virtual void fill(Operation& operation, const BatchLimits& limits, BatchSink& sink) = 0;
    virtual bool isAtEnd() const = 0;
};

}  // namespace sheaf::engine
