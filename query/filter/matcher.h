// A filter compiled for a stream of documents.
#pragma once

#include "query/filter/filter.h"
#include "query/path_set.h"

#include <sheaf/bson/view.h>

#include <cstdint>
#include <memory>

namespace sheaf::query {

class PathNode;

// Says for one document after the other whether the filter matches: one walk of the bytes fetches all its paths, then
// the predicates read the slots; only where a path meets an array is that predicate's general path walk used.
// Threads: one at a time. Keeps the filter's tree alive. No allocation and no throw per document (but for broken BSON).
class Matcher {
public:
    explicit Matcher(Filter filter);
    Matcher(Matcher&&) noexcept;
    Matcher& operator=(Matcher&&) noexcept;
    ~Matcher();

    bool matches(bson::DocumentView document);
    const Filter& filter() const { return filter_; }

private:
    struct Program;
    Filter filter_;
    std::unique_ptr<Program> program_;  // none: the filter is always true
};

}  // namespace sheaf::query
