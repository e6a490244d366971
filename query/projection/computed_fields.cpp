// Sets computed fields: documents on the way are put together anew in the arena.

#include "query/projection/computed_fields.h"

#include "bson/raise.h"
#include "query/expression/makers.h"

#include <optional>

namespace sheaf::query {

struct ComputedFields::Node {
    std::string name;
    std::optional<Expression> expression;  // else the children say
    std::vector<std::unique_ptr<Node>> children;

    Node* find(std::string_view wanted) const {
        for (const auto& child : children) {
            if (child->name == wanted) return child.get();
        }
        return nullptr;
    }
    void addDependencies(ExpressionDependencies& out) const {
        if (expression) {
            const ExpressionDependencies own = expression->dependencies();
            out.paths.insert(own.paths.begin(), own.paths.end());
            out.needsWholeDocument = out.needsWholeDocument || own.needsWholeDocument;
            out.isRandom = out.isRandom || own.isRandom;
        }
        for (const auto& child : children) child->addDependencies(out);
    }
};

ComputedFields::ComputedFields() : root_(std::make_unique<Node>()) {}
ComputedFields::~ComputedFields() = default;
ComputedFields::ComputedFields(ComputedFields&&) noexcept = default;

bool ComputedFields::isEmpty() const { return root_->children.empty(); }

void ComputedFields::add(const bson::FieldPath& path, Expression expression) {
    Node* node = root_.get();
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isLast = i + 1 == path.size();
        Node* child = node->find(path[i].name);
        if (child != nullptr && isLast) raise(location(31250), "Path collision at ", path.dotted());
        if (child != nullptr && child->expression) {
            raise(location(31249), "Path collision at ", path.dotted(), " remaining portion ", path[i + 1].name);
        }
        if (child == nullptr) {
            child = node->children.emplace_back(std::make_unique<Node>()).get();
            child->name = path[i].name;
        }
        node = child;
    }
    node->expression = std::move(expression);
}

ValueView ComputedFields::applyToDocument(const Node& node, DocumentView root, DocumentView base, Arena& arena) {
    FieldList fields(arena);
    for (const bson::Element& element : base) fields.add(element.name, element.value);
    for (const auto& child : node.children) {
        fields.set(child->name, child->expression ? child->expression->evaluate(root, arena)
                                                  : applyTo(*child, root, base[child->name], arena));
    }
    return fields.toDocument();
}

ValueView ComputedFields::applyTo(const Node& node, DocumentView root, ValueView base, Arena& arena) {
    if (base.isArray()) {
        ValueList values(arena);
        for (const ValueView& element : base.asArray()) values.push(applyTo(node, root, element, arena));
        return values.toArray();
    }
    return applyToDocument(node, root, base.isDocument() ? base.asDocument() : DocumentView(), arena);
}

DocumentView ComputedFields::apply(DocumentView root, DocumentView base, Arena& arena) const {
    return applyToDocument(*root_, root, base, arena).asDocument();
}

ExpressionDependencies ComputedFields::dependencies() const {
    ExpressionDependencies found;
    root_->addDependencies(found);
    return found;
}

}  // namespace sheaf::query
