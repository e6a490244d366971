// What stands behind an Update: one class per kind of update document.
#pragma once

#include "query/update/update.h"

namespace sheaf::query {

class Update::Impl {
public:
    virtual ~Impl() = default;
    virtual UpdateKind kind() const = 0;
    virtual bool needsPosition() const { return false; }
    virtual const std::vector<bson::FieldPath>& paths() const;
    virtual bool mayAffect(const bson::FieldPath& path, std::uint64_t touched) const = 0;
    // As Update::apply, but may leave anything behind the start of `out` on a throw or when nothing changed.
    virtual UpdateResult apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const = 0;
};

std::shared_ptr<const Update::Impl> parseOperatorUpdate(Document update, const UpdateOptions& options);
std::shared_ptr<const Update::Impl> parseReplacement(Document update);
std::shared_ptr<const Update::Impl> parsePipelineUpdate(bson::ArrayView pipeline, const UpdateOptions& options);

// Throws InvalidIdField (53) or DollarPrefixedFieldName (52) when `id` cannot be an _id.
void requireValidId(ValueView id);

}  // namespace sheaf::query
