// Fields whose values are expressions, as computed projections and $addFields set them.
#pragma once

#include "bson/path.h"
#include "query/expression/expression.h"

#include <memory>
#include <string>
#include <vector>

namespace sheaf::query {

// A tree of paths with an expression at each end. Immutable once its paths are added. Threads: apply() may run in many.
class ComputedFields {
public:
    ComputedFields();
    ~ComputedFields();
    ComputedFields(ComputedFields&&) noexcept;

    // Throws location(31250) when the path is there already or ends above another, location(31249) when it leads through
    // one that ends.
    void add(const bson::FieldPath& path, Expression expression);
    bool isEmpty() const;

    // `base` with the fields set, in the order in which they were added; expressions read `root`. On the way, arrays are
    // entered, what is neither document nor array is replaced by a document, and an expression that gives nothing
    // removes its field. The result lies in the arena.
    DocumentView apply(DocumentView root, DocumentView base, Arena& arena) const;

    // What the expressions read.
    ExpressionDependencies dependencies() const;

private:
    struct Node;
    static ValueView applyTo(const Node& node, DocumentView root, ValueView base, Arena& arena);
    static ValueView applyToDocument(const Node& node, DocumentView root, DocumentView base, Arena& arena);

    std::unique_ptr<Node> root_;
};

}  // namespace sheaf::query
