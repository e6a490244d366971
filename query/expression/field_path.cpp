// Field paths: "$a.b" from the document, "$$variable.a.b" from a variable or a constant.

#include "query/expression/makers.h"
#include "query/expression/parser.h"

#include <optional>

namespace sheaf::query {
namespace {

ValueView followIn(EvalContext& context, DocumentView document, const bson::FieldPath& path, std::size_t at);

// The documents among the elements, by the rest of the path. Goes one component deeper each time.
ValueView followInArray(EvalContext& context, bson::ArrayView array, const bson::FieldPath& path, std::size_t at) {
    ValueList found(context.arena());
    for (const ValueView& element : array) {
        if (!element.isDocument()) continue;
        const ValueView value = followIn(context, element.asDocument(), path, at);
        if (!value.isMissing()) found.push(value);
    }
    return found.toArray();
}

ValueView followFrom(EvalContext& context, ValueView value, const bson::FieldPath& path, std::size_t at) {
    if (value.isDocument()) return followIn(context, value.asDocument(), path, at);
    if (value.isArray()) return followInArray(context, value.asArray(), path, at);
    return {};
}

ValueView followIn(EvalContext& context, DocumentView document, const bson::FieldPath& path, std::size_t at) {
    while (true) {
        const ValueView value = document[path[at].name];
        if (++at == path.size()) return value;
        if (!value.isDocument()) return followFrom(context, value, path, at);
        document = value.asDocument();
    }
}

class FieldPathExpression final : public ExpressionNode {
public:
    explicit FieldPathExpression(std::string_view dotted) : path_(dotted) {}
    ValueView evaluate(EvalContext& context) const override { return followIn(context, context.document(), path_, 0); }
    void addDependencies(ExpressionDependencies& out) const override { out.paths.insert(path_.dotted()); }
    NodePtr fold(EvalContext&) override { return nullptr; }

private:
    bson::FieldPath path_;
};

class RootExpression final : public ExpressionNode {
public:
    ValueView evaluate(EvalContext& context) const override { return context.document().asValue(); }
    void addDependencies(ExpressionDependencies& out) const override { out.needsWholeDocument = true; }
    NodePtr fold(EvalContext&) override { return nullptr; }
};

class VariableExpression final : public ExpressionNode {
public:
    VariableExpression(std::size_t slot, std::string_view dotted) : slot_(slot) {
        if (!dotted.empty()) path_.emplace(dotted);
    }
    ValueView evaluate(EvalContext& context) const override {
        const ValueView value = context.variable(slot_);
        return path_ ? followFrom(context, value, *path_, 0) : value;
    }
    NodePtr fold(EvalContext&) override { return nullptr; }

private:
    std::size_t slot_;
    std::optional<bson::FieldPath> path_;
};

}  // namespace

ValueView followPath(EvalContext& context, ValueView root, const bson::FieldPath& path) {
    return followFrom(context, root, path, 0);
}

NodePtr makeFieldPath(std::string_view dotted) {
    if (dotted.empty()) return std::make_unique<RootExpression>();
    return std::make_unique<FieldPathExpression>(dotted);
}

NodePtr makeVariable(std::size_t slot, std::string_view dotted) {
    return std::make_unique<VariableExpression>(slot, dotted);
}

NodePtr makeConstantPath(ValueView root, std::string_view dotted) {
    if (dotted.empty()) return makeConstant(root);
    Arena& arena = Arena::ofThread();
    const ArenaScope scope(arena);
    EvalContext context(DocumentView(), arena, 0);
    return makeConstant(followPath(context, root, bson::FieldPath(dotted)));
}

}  // namespace sheaf::query
