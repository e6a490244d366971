// Updates ({$set: ...}, a replacement, or a pipeline of stages), parsed once and applied to many documents.
#pragma once

#include "bson/path.h"
#include "query/collation/collation.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sheaf::query {

// What an application of an update depends on besides the update and the document.
struct UpdateContext {
    // Where the filter matched inside an array (what `$` in a path stands for); nothing when it matched no array.
    std::optional<std::uint32_t> positionalIndex;
    // The document is being made by an upsert: $setOnInsert acts, and a field _id may be added.
    bool isUpsertInsert = false;
    bson::Date now{};                 // $currentDate
    bson::Timestamp timestamp{};      // $currentDate with {$type: "timestamp"}
    std::size_t maxBytes = 16'777'216;
    int maxDepth = 100;
};

struct UpdateResult {
    // Whether the new document differs from the old one, byte for byte (what nModified counts).
    bool isChanged = false;
    // Bytes of the elements that changed (query/logical_bytes.h): operators count from their change list, a
    // replacement compares. 0 for an upsert's insert.
    std::uint64_t logicalBytes = 0;
    // Bit i: paths()[i] changed; the paths from number 63 on share bit 63. All bits for a replacement or a pipeline.
    std::uint64_t touched = 0;
};

class OperationVariables;

struct UpdateOptions {
    // The command's `multi`: a replacement is then refused.
    bool isMulti = false;
    // The command's arrayFilters: one document each.
    std::vector<DocumentView> arrayFilters;
    // For the expressions of a pipeline; null: the system's only.
    const OperationVariables* variables = nullptr;
    // The statement's `c`: more variables for a pipeline.
    DocumentView constants;
    CollationPtr collation;  // how strings compare in conditions and orders
};

enum class UpdateKind : std::uint8_t { Operators, Replacement, Pipeline };

// Immutable; copies share. Threads: apply() may run in many at once.
class Update {
public:
    // Throws FailedToParse (9: unknown operator, wrong shape, replacement with `multi`), ConflictingUpdateOperators
    // (40), EmptyFieldName (56), DollarPrefixedFieldName (52), BadValue (2), TypeMismatch (14): all that can be seen
    // without a document; location(51198) for constants without a pipeline, and what parseUpdateStages throws
    // (query/stage/transform.h). Copies `update`.
    static Update parse(ValueView update, const UpdateOptions& options = {});

    UpdateKind kind() const;
    bool isReplacement() const { return kind() == UpdateKind::Replacement; }
    // A path holds the positional `$`: apply() needs UpdateContext::positionalIndex.
    bool needsPosition() const;

    // Appends the updated document to `out` when it differs from `old`; else leaves `out` as it was. `old` must not
    // lie in `out`. On a throw `out` is as it was.
    // Throws PathNotViable (28), ImmutableField (66), TypeMismatch (14), BadValue (2), Overflow (15, too deep),
    // location(17419) when the result is larger than maxBytes.
    UpdateResult apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const;

    // The paths that the operators name, in the order of UpdateResult::touched; `$` stays `$`. Empty for a
    // replacement and a pipeline.
    const std::vector<bson::FieldPath>& paths() const;
    // Whether an application with that result can have changed the index keys or the predicate on `path`: one of the
    // two is a prefix of the other, array positions aside.
    bool mayAffect(const bson::FieldPath& path, std::uint64_t touched = ~std::uint64_t{0}) const;

    class Impl;

private:
    explicit Update(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<const Impl> impl_;
};

}  // namespace sheaf::query
