// delete: removes documents.
#pragma once

#include "engine/write/settings.h"

#include <vector>

namespace sheaf::engine {

struct DeleteStatement {
    bson::DocumentView filter;
    bson::ValueView hint;
    bool isMulti = true;
};

struct DeleteRequest {
    Namespace ns;
    std::vector<DeleteStatement> statements;
    WriteSettings settings;
};

struct DeleteReply {
    std::int64_t deleted = 0;
    std::vector<WriteError> errors;
};

// What is wrong with single statements is in the reply; throws what ends the whole operation.
DeleteReply runDelete(Operation& operation, const DeleteRequest& request);

}  // namespace sheaf::engine
