// Sorts documents by a pattern: top-k when a limit is known, in memory up to a limit, then in sorted runs on disk.
#pragma once

#include "index/record_id.h"
#include "query/sort.h"

#include <sheaf/bson/view.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sheaf::query {

// Stable: documents with equal keys keep the order in which they came.
class Sorter {
public:
    struct Options {
        std::uint64_t limit = 0;                          // keep only the first so many; 0: all
        std::size_t memoryLimitBytes = 100 * 1024 * 1024;
        bool allowDiskUse = true;
    };
    struct Statistics {
        std::uint64_t documents = 0;      // that came in
        std::uint64_t bytes = 0;          // of keys and documents that were kept at first
        std::uint64_t spills = 0;         // sorted runs written
        std::uint64_t spilledBytes = 0;
    };

    Sorter(const SortPattern& pattern, Options options);
    ~Sorter();
    Sorter(const Sorter&) = delete;
    Sorter& operator=(const Sorter&) = delete;

    // Copies the document. Throws QueryExceededMemoryLimitNoDiskUseAllowed (292) over the limit when the disk is not
    // allowed, OutOfDiskSpace (14031) when a run cannot be written, and as SortKeyGenerator::appendKey.
    void add(bson::DocumentView document, RecordId record);
    // No add() after it.
    void finish();
    // The next in order; the view is valid until the next call. False at the end.
    bool next(RecordId& record, bson::DocumentView& document);
    const Statistics& statistics() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sheaf::query
