// The document that an upsert inserts when its filter matches nothing.
#pragma once

#include "query/filter/filter.h"
#include "query/update/update.h"

namespace sheaf::query {

// Appends to `out`: the fields that `filter` fixes by equality (a value, $eq, one member in $in or $all, all of these
// also inside $and or an $or of one branch; a replacement takes only _id from it), then `update` on top of them, _id
// first. Without an _id one is generated. `context.isUpsertInsert` is taken as true.
// Throws NotSingleValueField (54: one path fixed twice, or a path and its prefix), ImmutableField (66: the update
// gives another _id than the filter), location(111) when a replacement meets a filter that fixes a part of _id, and
// what Update::apply throws.
void buildUpsertDocument(const Filter& filter, const Update& update, const UpdateContext& context, bson::Buffer& out);
// The same; parses the filter.
void buildUpsertDocument(DocumentView filter, const Update& update, const UpdateContext& context, bson::Buffer& out);

}  // namespace sheaf::query
