// The options of a collection: which can be had, and how a collection is made with them.
#pragma once

#include "engine/commands/fields.h"
#include "engine/write/collections.h"

#include <sheaf/bson/document.h>

namespace sheaf::engine {

// As listCollections shows them. Throws 40415 for unknown ones, NotImplemented (238) for those of MongoDB's that cannot
// be had, TypeMismatch (14).
bson::Document parseCreateOptions(bson::DocumentView options);

// Does nothing when the collection is there with the same options; NamespaceExists (48) when with others.
void createWithOptions(Operation& operation, const Namespace& ns, const bson::Document& options);

}  // namespace sheaf::engine
