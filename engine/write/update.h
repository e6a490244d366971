// update: changes documents, or inserts one when none matches.
#pragma once

#include "engine/write/returned_document.h"
#include "engine/write/settings.h"
#include "query/expression/variables.h"

#include <vector>

namespace sheaf::engine {

struct UpdateStatement {
    bson::DocumentView filter;
    bson::ValueView update;  // operators, a replacement or a pipeline
    bson::DocumentView constants;  // variables of a pipeline
    std::vector<bson::DocumentView> arrayFilters;
    bson::DocumentView sort;       // which document, when not multi
    bson::DocumentView collation;  // {}: the collection's
    bson::ValueView hint;
    bool isMulti = false;
    bool isUpsert = false;
};

struct UpdateRequest {
    Namespace ns;
    std::vector<UpdateStatement> statements;
    WriteSettings settings;
    ReturnedDocument* returned = nullptr;  // takes the document of the only statement
    query::OperationVariables variables;  // of `let`
};

struct Upserted {
    std::int32_t index = 0;  // of the statement
    bson::Value id;
};

// What became of one statement.
struct UpdateCounts {
    std::int64_t matched = 0;
    std::int64_t modified = 0;
};

struct UpdateReply {
    std::int64_t matched = 0;   // without the upserted ones
    std::int64_t modified = 0;  // that differ from what they were, byte for byte
    std::vector<Upserted> upserted;
    std::vector<WriteError> errors;
    std::vector<UpdateCounts> statements;  // one for each
};

// What is wrong with single statements is in the reply (of one that failed half-way, the documents changed so far stay
// changed and are not counted); throws what ends the whole operation.
UpdateReply runUpdate(Operation& operation, const UpdateRequest& request);

}  // namespace sheaf::engine
