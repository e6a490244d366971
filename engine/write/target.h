// Which documents an update or a delete is about: its filter, run inside the write transaction.
#pragma once

#include "engine/operation.h"
#include "engine/write/collection_writer.h"
#include "query/plan/canonical_query.h"
#include "query/plan/executor.h"

#include <memory>
#include <optional>
#include <vector>

namespace sheaf::engine {

// The filter of one statement, parsed.
struct Target {
    std::optional<query::CanonicalQuery> query;  // none when pointId says it all
    bson::Document filter;                       // keeps what pointId looks at
    bson::ValueView pointId;                     // the filter is {_id: <this>}; missing: it is not

    // Throws the parse errors of filter, sort and hint.
    static Target parse(const query::QueryRequest& request);
};

// A record that matched.
struct TargetRecord {
    RecordId record = 0;
    std::optional<std::uint32_t> position;
};

// The first record that matches, and its document (valid until the next change); none: nothing matches.
std::optional<TargetRecord> findTarget(const Operation& operation, CollectionWriter& writer, const Target& target,
                                       bson::DocumentView& document);

// All records that match, in plan order. They are collected before the first of them is changed, so that a change that
// moves a document in the index that is scanned is not met twice.
std::vector<TargetRecord> collectTargets(const Operation& operation, CollectionWriter& writer, const Target& target);

// Whether the target's filter matches the document still, after a commit let others in between.
bool stillMatches(const Target& target, bson::DocumentView document, std::optional<std::uint32_t>& position);

}  // namespace sheaf::engine
