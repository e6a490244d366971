// Projections of find and $project's field lists: which fields of a document are returned.
#pragma once

#include "bson/path.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sheaf::query {

class OperationVariables;

struct ProjectionContext {
    // Where the filter matched inside an array, for "a.$".
    std::optional<std::uint32_t> positionalIndex;
};

// $project differs from find: `$` in a path and $elemMatch are no part of it, and $slice is the expression.
enum class ProjectionKind : std::uint8_t { Find, Stage };

struct ProjectionOptions {
    const OperationVariables* variables = nullptr;  // for computed fields; null: the system's only
    ProjectionKind kind = ProjectionKind::Find;
};

// Immutable; copies share. Threads: apply() may run in many at once.
class Projection {
public:
    // The identity: every field.
    Projection();
    // Throws location(31249/31250: paths collide), location(31253/31254: inclusion and exclusion mixed), BadValue,
    // EmptyFieldName and the operators' own errors; for computed fields location(31252: in an exclusion), location(31325:
    // unknown operator) and those of expressions. Copies `specification`.
    static Projection parse(DocumentView specification, const ProjectionOptions& options = {});

    // Appends the projected document to `out`, in one walk. `document` must not lie in `out`.
    void apply(DocumentView document, const ProjectionContext& context, bson::Buffer& out) const;
    void apply(DocumentView document, bson::Buffer& out) const { apply(document, {}, out); }

    // Every field is returned unchanged.
    bool isIdentity() const;
    bool isInclusion() const;
    // "a.$" occurs: apply() needs ProjectionContext::positionalIndex.
    bool needsPosition() const;
    // Fields that are not named can be returned or read: no index can cover the query.
    bool needsWholeDocument() const;
    // When it does not need the whole document: the dotted paths it reads, _id included if it is returned.
    const std::vector<std::string>& requiredPaths() const;

    class Impl;

private:
    explicit Projection(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<const Impl> impl_;
};

}  // namespace sheaf::query
