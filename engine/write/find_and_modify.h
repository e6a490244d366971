// findAndModify: changes or removes one document and gives it back.
#pragma once

#include "engine/write/settings.h"
#include "query/expression/variables.h"

#include <optional>
#include <vector>

namespace sheaf::engine {

struct FindAndModifyRequest {
    Namespace ns;
    bson::DocumentView filter;
    bson::DocumentView sort;    // which document
    bson::DocumentView collation;
    bson::DocumentView fields;  // the projection of what is given back
    bson::ValueView update;     // missing: remove
    std::vector<bson::DocumentView> arrayFilters;
    bson::ValueView hint;
    bool isUpsert = false;
    bool returnsNew = false;    // the document as it is afterwards
    WriteSettings settings;
    query::OperationVariables variables;  // of `let`

    bool isRemove() const { return update.isMissing(); }
};

struct FindAndModifyReply {
    std::optional<bson::Document> value;
    bool isFound = false;                   // a document matched
    std::optional<bson::Value> upsertedId;  // none matched, one was inserted
    std::int64_t n() const { return isFound || upsertedId ? 1 : 0; }
};

// Throws FailedToParse (9) for options that contradict each other, BadValue (2) for a positional projection of the new
// document, and what an update, a delete or a projection throws.
FindAndModifyReply runFindAndModify(Operation& operation, const FindAndModifyRequest& request);

}  // namespace sheaf::engine
