// The nodes that join others, and the rules that keep them in canonical form.

#include "query/filter/node.h"
#include "query/filter/regex.h"

#include <string>

namespace sheaf::query {
namespace {

class ConstantNode final : public FilterNode {
public:
    explicit ConstantNode(FilterKind kind) : FilterNode(kind) {}
    bool matches(bson::DocumentView, MatchDetails*) const override { return isTrue(); }
    bool matchesField(bson::ValueView) const override { return isTrue(); }
    bool matchesElement(bson::ValueView) const override { return isTrue(); }
    void describe(bson::Builder& filter) const override { describeCondition(filter); }
    void describeCondition(bson::Builder& operators) const override {
        operators.append(isTrue() ? "$alwaysTrue" : "$alwaysFalse", 1);
    }

private:
    bool isTrue() const { return kind() == FilterKind::AlwaysTrue; }
};

void describeList(const char* name, const FilterNode& node, bson::Builder& filter) {
    filter.openArray(name);
    for (const FilterPtr& child : node.children()) {
        filter.pushDocument();
        child->describe(filter);
        filter.close();
    }
    filter.close();
}

class AndNode final : public FilterNode {
public:
    explicit AndNode(std::vector<FilterPtr> children) : FilterNode(FilterKind::And, std::move(children)) {}
    bool matches(bson::DocumentView document, MatchDetails* details) const override {
        for (const FilterPtr& child : children()) {
            if (!child->matches(document, details)) {
                if (details != nullptr) details->positionalIndex.reset();
                return false;
            }
        }
        return true;
    }
    bool matchesField(bson::ValueView value) const override {
        for (const FilterPtr& child : children()) {
            if (!child->matchesField(value)) return false;
        }
        return true;
    }
    bool matchesElement(bson::ValueView value) const override {
        for (const FilterPtr& child : children()) {
            if (!child->matchesElement(value)) return false;
        }
        return true;
    }
    void describe(bson::Builder& filter) const override { describeList("$and", *this, filter); }
    void describeCondition(bson::Builder& operators) const override {
        for (const FilterPtr& child : children()) child->describeCondition(operators);
    }
};

// $or, and $nor as its opposite.
class OrNode final : public FilterNode {
public:
    OrNode(FilterKind kind, std::vector<FilterPtr> children) : FilterNode(kind, std::move(children)) {}
    // A branch says nothing of positions: which branch holds is not fixed.
    bool matches(bson::DocumentView document, MatchDetails*) const override {
        for (const FilterPtr& child : children()) {
            if (child->matches(document, nullptr)) return !isNor();
        }
        return isNor();
    }
    bool matchesField(bson::ValueView value) const override {
        for (const FilterPtr& child : children()) {
            if (child->matchesField(value)) return !isNor();
        }
        return isNor();
    }
    bool matchesElement(bson::ValueView value) const override {
        for (const FilterPtr& child : children()) {
            if (child->matchesElement(value)) return !isNor();
        }
        return isNor();
    }
    void describe(bson::Builder& filter) const override { describeList(isNor() ? "$nor" : "$or", *this, filter); }
    void describeCondition(bson::Builder& operators) const override { describe(operators); }

private:
    bool isNor() const { return kind() == FilterKind::Nor; }
};

class NotNode final : public FilterNode {
public:
    explicit NotNode(FilterPtr child) : FilterNode(FilterKind::Not, {std::move(child)}) {}
    bool matches(bson::DocumentView document, MatchDetails*) const override {
        return !children()[0]->matches(document, nullptr);
    }
    bool matchesField(bson::ValueView value) const override { return !children()[0]->matchesField(value); }
    bool matchesElement(bson::ValueView value) const override { return !children()[0]->matchesElement(value); }
    void describe(bson::Builder& filter) const override {
        const auto* onPath = dynamic_cast<const PathNode*>(children()[0].get());
        if (onPath == nullptr) {
            describeList("$nor", *this, filter);
            return;
        }
        filter.openDocument(onPath->path().dotted());
        describeCondition(filter);
        filter.close();
    }
    void describeCondition(bson::Builder& operators) const override {
        operators.openDocument("$not");
        children()[0]->describeCondition(operators);
        operators.close();
    }
};

// Children of nested nodes of the same kind take their parent's place.
std::vector<FilterPtr> flattened(FilterKind kind, std::vector<FilterPtr> children) {
    std::vector<FilterPtr> flat;
    flat.reserve(children.size());
    for (FilterPtr& child : children) {
        if (child->kind() == kind) {
            flat.insert(flat.end(), child->children().begin(), child->children().end());
        } else {
            flat.push_back(std::move(child));
        }
    }
    return flat;
}

bool removeKind(std::vector<FilterPtr>& children, FilterKind kind) {
    return std::erase_if(children, [&](const FilterPtr& child) { return child->kind() == kind; }) != 0;
}

// Equalities of one path in one $or are an $in. Nothing when the children are something else.
FilterPtr joinedAsIn(const std::vector<FilterPtr>& children) {
    if (children.size() < 2) return nullptr;
    std::vector<bson::Value> values;
    CollationPtr collation;  // one filter has one, but its nodes only where it makes a difference
    const std::string* path = nullptr;
    for (const FilterPtr& child : children) {
        if (child->kind() == FilterKind::Eq) {
            const auto& equality = static_cast<const ComparisonNode&>(*child);
            values.emplace_back(equality.operand());
            if (equality.collation()) collation = equality.collation();
        } else if (child->kind() == FilterKind::In && static_cast<const InNode&>(*child).regexes().empty()) {
            const auto& members = static_cast<const InNode&>(*child).values();
            values.insert(values.end(), members.begin(), members.end());
            if (const CollationPtr& own = static_cast<const InNode&>(*child).collation()) collation = own;
        } else {
            return nullptr;
        }
        const std::string& own = static_cast<const PathNode&>(*child).path().dotted();
        if (path != nullptr && *path != own) return nullptr;
        path = &own;
    }
    return makeIn(*path, std::move(values), {}, std::move(collation));
}

bool hasKind(const std::vector<FilterPtr>& children, FilterKind kind) {
    for (const FilterPtr& child : children) {
        if (child->kind() == kind) return true;
    }
    return false;
}

}  // namespace

FilterPtr makeAlwaysTrue() {
    static const FilterPtr node = std::make_shared<ConstantNode>(FilterKind::AlwaysTrue);
    return node;
}

FilterPtr makeAlwaysFalse() {
    static const FilterPtr node = std::make_shared<ConstantNode>(FilterKind::AlwaysFalse);
    return node;
}

FilterPtr makeAnd(std::vector<FilterPtr> children) {
    children = flattened(FilterKind::And, std::move(children));
    removeKind(children, FilterKind::AlwaysTrue);
    if (hasKind(children, FilterKind::AlwaysFalse)) return makeAlwaysFalse();
    if (children.empty()) return makeAlwaysTrue();
    if (children.size() == 1) return children[0];
    return std::make_shared<AndNode>(std::move(children));
}

FilterPtr makeOr(std::vector<FilterPtr> children) {
    children = flattened(FilterKind::Or, std::move(children));
    removeKind(children, FilterKind::AlwaysFalse);
    if (hasKind(children, FilterKind::AlwaysTrue)) return makeAlwaysTrue();
    if (children.empty()) return makeAlwaysFalse();
    if (children.size() == 1) return children[0];
    if (FilterPtr in = joinedAsIn(children)) return in;
    return std::make_shared<OrNode>(FilterKind::Or, std::move(children));
}

FilterPtr makeNor(std::vector<FilterPtr> children) {
    removeKind(children, FilterKind::AlwaysFalse);
    if (hasKind(children, FilterKind::AlwaysTrue)) return makeAlwaysFalse();
    if (children.empty()) return makeAlwaysTrue();
    return std::make_shared<OrNode>(FilterKind::Nor, std::move(children));
}

FilterPtr makeNot(FilterPtr child) {
    switch (child->kind()) {
        case FilterKind::AlwaysTrue: return makeAlwaysFalse();
        case FilterKind::AlwaysFalse: return makeAlwaysTrue();
        case FilterKind::Not: return child->children()[0];
        default: return std::make_shared<NotNode>(std::move(child));
    }
}

}  // namespace sheaf::query
