// bulkWrite: inserts, updates and deletes on several collections, in one list.
#pragma once

#include "engine/write/delete.h"
#include "engine/write/update.h"

#include <variant>
#include <vector>

namespace sheaf::engine {

// An insert is its document.
using BulkAction = std::variant<bson::DocumentView, UpdateStatement, DeleteStatement>;

struct BulkWriteRequest {
    struct Item {
        std::size_t ns = 0;  // place in namespaces
        BulkAction action;
    };
    std::vector<Namespace> namespaces;
    std::vector<Item> items;
    WriteSettings settings;
    query::OperationVariables variables;  // of `let`
};

// What became of one item.
struct BulkOutcome {
    std::int32_t index = 0;
    std::int64_t n = 0;                      // inserted; matched and upserted; deleted
    std::optional<std::int64_t> modified;    // of an update
    std::optional<bson::Value> upsertedId;
    std::optional<WriteError> error;
};

struct BulkWriteReply {
    std::int64_t inserted = 0;
    std::int64_t matched = 0;
    std::int64_t modified = 0;
    std::int64_t upserted = 0;
    std::int64_t deleted = 0;
    std::int64_t errors = 0;
    std::vector<BulkOutcome> outcomes;  // in order; ordered: none after the first error
};

// Neighbours of one kind on one collection are written together. What is wrong with single items is in the reply; throws
// what ends the whole operation: the items before it may be written.
BulkWriteReply runBulkWrite(Operation& operation, const BulkWriteRequest& request);

}  // namespace sheaf::engine
