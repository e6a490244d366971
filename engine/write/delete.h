// delete: removes documents.
#pragma once

#include "engine/write/returned_document.h"
#include "engine/write/settings.h"
#include "query/expression/variables.h"

#include <vector>

namespace sheaf::engine {

struct DeleteStatement {
    bson::DocumentView filter;
    bson::DocumentView sort;       // which document, when not multi
    bson::DocumentView collation;  // {}: the collection's
    bson::ValueView hint;
    bool isMulti = true;
};

struct DeleteRequest {
    Namespace ns;
    std::vector<DeleteStatement> statements;
    WriteSettings settings;
    ReturnedDocument* returned = nullptr;  // takes the document of the only statement
    query::OperationVariables variables;  // of `let`
};

struct DeleteReply {
    std::int64_t deleted = 0;
    std::vector<WriteError> errors;
    std::vector<std::int64_t> statements;  // how many each of them deleted
};

// What is wrong with single statements is in the reply; throws what ends the whole operation.
DeleteReply runDelete(Operation& operation, const DeleteRequest& request);

}  // namespace sheaf::engine
