// The nodes of a parsed filter. The planner reads them; everybody else uses Filter and Matcher.
#pragma once

#include "bson/path.h"
#include "query/collation/collation.h"
#include "query/filter/filter.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sheaf::query {

// What a node is, for rewrites, planning and the compiled matcher. Operators that neither plan nor compile in a way of
// their own are Other.
enum class FilterKind : std::uint8_t {
    AlwaysTrue,
    AlwaysFalse,
    And,
    Or,
    Nor,
    Not,
    Eq,
    Lt,
    Lte,
    Gt,
    Gte,
    In,
    Exists,
    Type,
    Regex,
    ElemMatchObject,
    ElemMatchValue,
    Other,
};

// Immutable. A node is asked in one of three ways: about a document, about the value of a field (an array is then
// looked into), or about one value as it is. The latter two are for nodes below $elemMatch, $pull and the like, which
// have no path.
class FilterNode {
public:
    virtual ~FilterNode() = default;
    FilterNode(const FilterNode&) = delete;
    FilterNode& operator=(const FilterNode&) = delete;

    FilterKind kind() const { return kind_; }
    const std::vector<FilterPtr>& children() const { return children_; }

    virtual bool matches(bson::DocumentView document, MatchDetails* details) const = 0;
    virtual bool matchesField(bson::ValueView value) const = 0;
    virtual bool matchesElement(bson::ValueView value) const = 0;

    // Appends the node to a filter document: {path: {$op: …}} or {$and: […]}.
    virtual void describe(bson::Builder& filter) const = 0;
    // Appends the node to an operator document: $op: ….
    virtual void describeCondition(bson::Builder& operators) const = 0;

protected:
    explicit FilterNode(FilterKind kind, std::vector<FilterPtr> children = {})
        : children_(std::move(children)), kind_(kind) {}

private:
    std::vector<FilterPtr> children_;
    FilterKind kind_;
};

// A condition on the values that one path reaches; true when one of them satisfies it.
class PathNode : public FilterNode {
public:
    const bson::FieldPath& path() const { return path_; }
    bson::LeafArray leafArray() const { return leafArray_; }

    bool matches(bson::DocumentView document, MatchDetails* details) const final;
    bool matchesField(bson::ValueView value) const final;
    void describe(bson::Builder& filter) const final;

protected:
    PathNode(FilterKind kind, std::string_view path, bson::LeafArray leafArray = bson::LeafArray::Both,
             std::vector<FilterPtr> children = {})
        : FilterNode(kind, std::move(children)), path_(path), leafArray_(leafArray) {}

private:
    // A condition that itself knows an array index ($elemMatch) tells it; the path's own index goes before it.
    virtual bool matchesElementAt(bson::ValueView value, MatchDetails* details) const;

    bson::FieldPath path_;
    bson::LeafArray leafArray_;
};

// {path: value} and $lt, $lte, $gt, $gte.
class ComparisonNode final : public PathNode {
public:
    ComparisonNode(FilterKind kind, std::string_view path, bson::ValueView operand, CollationPtr collation)
        : PathNode(kind, path), operand_(operand), collation_(holdsString(operand) ? std::move(collation) : nullptr) {}
    bson::ValueView operand() const { return operand_; }
    // Null also where it can make no difference, for the operand holds no string.
    const CollationPtr& collation() const { return collation_; }
    bool matchesElement(bson::ValueView value) const override;
    void describeCondition(bson::Builder& operators) const override;

private:
    bson::Value operand_;
    CollationPtr collation_;
};

class RegexNode;

// $in: the values, sorted by compare() under the collation and without equal ones, and the regular expressions.
class InNode final : public PathNode {
public:
    InNode(std::string_view path, std::vector<bson::Value> values,
           std::vector<std::shared_ptr<const RegexNode>> regexes, CollationPtr collation);
    const std::vector<bson::Value>& values() const { return values_; }
    // As in ComparisonNode.
    const CollationPtr& collation() const { return collation_; }
    const std::vector<std::shared_ptr<const RegexNode>>& regexes() const { return regexes_; }
    bool matchesElement(bson::ValueView value) const override;
    void describeCondition(bson::Builder& operators) const override;

private:
    std::vector<bson::Value> values_;
    std::vector<std::shared_ptr<const RegexNode>> regexes_;
    CollationPtr collation_;
    bool hasNull_ = false;
};

// {$exists: true}; false is its $not.
class ExistsNode final : public PathNode {
public:
    explicit ExistsNode(std::string_view path) : PathNode(FilterKind::Exists, path, bson::LeafArray::Whole) {}
    bool matchesElement(bson::ValueView value) const override { return !value.isMissing(); }
    void describeCondition(bson::Builder& operators) const override { operators.append("$exists", true); }
};

// {$elemMatch: {field conditions}}: an array with a document (or array) that matches them all.
class ElemMatchObjectNode final : public PathNode {
public:
    ElemMatchObjectNode(std::string_view path, FilterPtr filter)
        : PathNode(FilterKind::ElemMatchObject, path, bson::LeafArray::Whole, {std::move(filter)}) {}
    bool matchesElement(bson::ValueView value) const override { return matchesElementAt(value, nullptr); }
    void describeCondition(bson::Builder& operators) const override;

private:
    bool matchesElementAt(bson::ValueView value, MatchDetails* details) const override;
};

// {$elemMatch: {$gte: 3, …}}: an array with an element that satisfies all of them.
class ElemMatchValueNode final : public PathNode {
public:
    ElemMatchValueNode(std::string_view path, FilterPtr condition)
        : PathNode(FilterKind::ElemMatchValue, path, bson::LeafArray::Whole, {std::move(condition)}) {}
    bool matchesElement(bson::ValueView value) const override { return matchesElementAt(value, nullptr); }
    void describeCondition(bson::Builder& operators) const override;

private:
    bool matchesElementAt(bson::ValueView value, MatchDetails* details) const override;
};

// Whether `value`, found at a path (or missing there), stands in the relation `kind` (Eq, Lt, Lte, Gt, Gte) to `operand`
// by the filter's rules: only values of one class compare, NaN only equals NaN, null equals missing, and MinKey and
// MaxKey as operands compare with everything.
bool satisfiesComparison(FilterKind kind, bson::ValueView value, bson::ValueView operand,
                         const Collation* collation = nullptr);

// Logical nodes in canonical form: nested $and and $or are flattened, one child stands for itself, constants fold.
FilterPtr makeAnd(std::vector<FilterPtr> children);
FilterPtr makeOr(std::vector<FilterPtr> children);
FilterPtr makeNor(std::vector<FilterPtr> children);
FilterPtr makeNot(FilterPtr child);
FilterPtr makeAlwaysTrue();
FilterPtr makeAlwaysFalse();
FilterPtr makeComparison(FilterKind kind, std::string_view path, bson::ValueView operand,
                         CollationPtr collation = nullptr);
// $in in canonical form: one value is an equality, one regular expression itself, nothing is always false.
FilterPtr makeIn(std::string_view path, std::vector<bson::Value> values,
                 std::vector<std::shared_ptr<const RegexNode>> regexes, CollationPtr collation = nullptr);

}  // namespace sheaf::query
