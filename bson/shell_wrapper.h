// {"$oid": "…"} and its relatives where the shell's literals meet them.
#pragma once

#include "bson/json_wrapper.h"

#include <string_view>

namespace sheaf::bson::json {

// Appends, under `name`, the value that a parsed object stands for; its first key was a wrapper's. What is inside has
// been converted already: {"$date": {"$numberLong": "0"}} comes as {"$date": <int64>}. False when the object is not
// what the wrapper may hold. Throws FailedToParse for a bad decimal.
bool appendWrapper(Builder& builder, std::string_view name, WrapperKind kind, DocumentView object);

}  // namespace sheaf::bson::json
