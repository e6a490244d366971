// insert: one or many documents.
#pragma once

#include "engine/write/settings.h"

#include <span>
#include <vector>

namespace sheaf::engine {

struct InsertRequest {
    Namespace ns;
    std::span<const bson::DocumentView> documents;
    WriteSettings settings;
};

struct InsertReply {
    std::int64_t inserted = 0;
    std::vector<WriteError> errors;  // by index
    bson::Value firstId;             // of the first document, when asked for
};

// Makes the collection when it is not there. What is wrong with single documents is in the reply; throws InvalidNamespace
// (73) and what ends the whole operation.
InsertReply runInsert(Operation& operation, const InsertRequest& request, bool wantFirstId = false);

}  // namespace sheaf::engine
