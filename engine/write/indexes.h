// Making and dropping indexes.
#pragma once

#include "engine/write/settings.h"

#include <string>
#include <vector>

namespace sheaf::engine {

struct CreateIndexesRequest {
    Namespace ns;
    std::vector<index::IndexSpec> specs;
};

struct CreateIndexesReply {
    std::int32_t indexesBefore = 0;
    std::int32_t indexesAfter = 0;
    bool madeCollection = false;
};

// Makes the collection and those of the indexes that are not there, in one commit: all or none. Holds the writer for as
// long as that takes. Throws IndexOptionsConflict (85), IndexKeySpecsConflict (86), CannotCreateIndex (67: too many),
// DuplicateKey (11000), CannotIndexParallelArrays (171), 16746.
CreateIndexesReply runCreateIndexes(Operation& operation, const CreateIndexesRequest& request);

struct DropIndexesRequest {
    Namespace ns;
    bool all = false;                  // but _id_
    std::vector<std::string> names;
    bson::Document keyPattern;         // not empty: the one index of that pattern
};

// Returns how many indexes there were. Throws NamespaceNotFound (26), IndexNotFound (27), InvalidOptions (72: _id_).
std::int32_t runDropIndexes(Operation& operation, const DropIndexesRequest& request);

struct HideIndexRequest {
    Namespace ns;
    std::string name;             // of the index, or
    bson::Document keyPattern;
    bool isHidden = false;        // what it is to be
};

// Returns whether it was hidden. Throws NamespaceNotFound (26), IndexNotFound (27), BadValue (2: _id_).
bool runHideIndex(Operation& operation, const HideIndexRequest& request);

}  // namespace sheaf::engine
