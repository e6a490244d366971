// Turns filter conditions into intervals of index keys. Where in doubt the intervals are too wide, never too narrow.

#include "query/plan/predicates.h"

#include "index/intervals.h"
#include "query/filter/node.h"
#include "query/filter/regex.h"
#include "query/filter/type_set.h"

#include <optional>
#include <string>

namespace sheaf::query {
namespace {

using index::Interval;
using index::OrderedIntervalList;
using index::Tightness;

// What one condition says about keys, before its path and surroundings are known.
struct Condition {
    OrderedIntervalList intervals;
    bool isExact = false;
    bool isExactWithoutArrays = false;
    bool holdsOnlyWithoutArrays = false;
    bool excludesMissing = false;
};

bool containsNull(const OrderedIntervalList& list) { return list.contains(bson::Value(nullptr).view()); }

Condition fromIntervals(index::PredicateIntervals found) {
    Condition condition;
    condition.isExactWithoutArrays = found.tightness == Tightness::Exact;
    condition.excludesMissing = !containsNull(found.list);
    // Below an array without documents the key is null, too, but a filter finds nothing there.
    condition.isExact = condition.isExactWithoutArrays && condition.excludesMissing;
    condition.intervals = std::move(found.list);
    return condition;
}

Condition ofEquality(bson::ValueView operand) {
    Condition condition = fromIntervals(index::intervalsForEquality(operand));
    if (operand.isNull()) condition.isExactWithoutArrays = true;
    return condition;
}

index::RangeOperator rangeOperator(FilterKind kind) {
    switch (kind) {
        case FilterKind::Lt: return index::RangeOperator::Lt;
        case FilterKind::Lte: return index::RangeOperator::Lte;
        case FilterKind::Gt: return index::RangeOperator::Gt;
        default: return index::RangeOperator::Gte;
    }
}

Condition ofComparison(const ComparisonNode& node) {
    if (node.kind() == FilterKind::Eq) return ofEquality(node.operand());
    Condition condition = fromIntervals(index::rangeWithinType(rangeOperator(node.kind()), node.operand()));
    if (node.operand().isNull()) condition.isExactWithoutArrays = true;
    return condition;
}

// The first text after all that start with `prefix`; nothing when there is none.
std::optional<std::string> textAfter(std::string prefix) {
    while (!prefix.empty() && static_cast<unsigned char>(prefix.back()) == 0xFF) prefix.pop_back();
    if (prefix.empty()) return std::nullopt;
    prefix.back() = static_cast<char>(prefix.back() + 1);
    return prefix;
}

bson::Value regexValue(const Regex& regex) {
    bson::Builder builder;
    builder.append("", bson::RegexView{regex.pattern(), regex.options()});
    return bson::Value(builder.take()[""]);
}

// Strings that start with the prefix, and the regular expression itself as a stored value.
Condition ofRegex(const Regex& regex) {
    const Regex::Prefix prefix = regex.prefix();
    Interval texts = index::intervalOfType(bson::Type::String);
    if (!prefix.text.empty()) {
        texts.low = bson::Value(prefix.text);
        texts.lowInclusive = true;
        if (const auto after = textAfter(prefix.text)) {
            texts.high = bson::Value(*after);
            texts.highInclusive = false;
        }
    }
    Condition condition;
    condition.isExact = condition.isExactWithoutArrays = !prefix.text.empty() && prefix.isExact;
    condition.excludesMissing = true;
    condition.intervals = OrderedIntervalList::unionOf({texts, Interval::point(regexValue(regex).view())});
    return condition;
}

void widen(Condition& condition, Condition other) {
    condition.intervals = condition.intervals.unite(other.intervals);
    condition.isExact = condition.isExact && other.isExact;
    condition.isExactWithoutArrays = condition.isExactWithoutArrays && other.isExactWithoutArrays;
    condition.excludesMissing = condition.excludesMissing && other.excludesMissing;
}

Condition ofIn(const InNode& node) {
    std::vector<Interval> intervals;
    Condition condition;
    condition.isExact = condition.isExactWithoutArrays = condition.excludesMissing = true;
    for (const bson::Value& value : node.values()) {
        const Condition one = ofEquality(value.view());
        condition.isExact = condition.isExact && one.isExact;
        condition.isExactWithoutArrays = condition.isExactWithoutArrays && one.isExactWithoutArrays;
        condition.excludesMissing = condition.excludesMissing && one.excludesMissing;
        for (const Interval& interval : one.intervals.intervals()) intervals.push_back(interval);
    }
    condition.intervals = OrderedIntervalList::unionOf(std::move(intervals));
    for (const auto& regex : node.regexes()) widen(condition, ofRegex(regex->regex()));
    return condition;
}

std::optional<Condition> ofType(const TypeNode& node) {
    if (node.types().contains(bson::Type::Array)) return std::nullopt;
    std::vector<Interval> intervals;
    for (int type = 1; type < 256; ++type) {
        if (node.types().contains(static_cast<bson::Type>(type))) {
            intervals.push_back(index::intervalOfType(static_cast<bson::Type>(type)));
        }
    }
    Condition condition;
    condition.intervals = OrderedIntervalList::unionOf(std::move(intervals));
    condition.excludesMissing = !containsNull(condition.intervals);
    return condition;
}

std::optional<Condition> ofLeaf(const FilterNode& node);

// A document that does not match an exact condition has keys outside its intervals only.
std::optional<Condition> ofNot(const FilterNode& child) {
    Condition condition;
    if (child.kind() == FilterKind::Exists) {
        condition.intervals = OrderedIntervalList(Interval::point(bson::Value(nullptr).view()));
        return condition;
    }
    if (child.kind() == FilterKind::Type || child.kind() == FilterKind::Not) return std::nullopt;
    const std::optional<Condition> opposite = ofLeaf(child);
    if (!opposite || !opposite->isExactWithoutArrays) return std::nullopt;
    condition.intervals = opposite->intervals.complement();
    condition.isExactWithoutArrays = true;
    condition.holdsOnlyWithoutArrays = !opposite->isExact;
    condition.excludesMissing = !containsNull(condition.intervals);
    return condition;
}

std::optional<Condition> ofElements(const ElemMatchValueNode& node);

// Whether it compares strings by a collation: indexes hold them in the order of their bytes.
bool isCollated(const FilterNode& node) {
    if (node.kind() == FilterKind::In) return static_cast<const InNode&>(node).collation() != nullptr;
    if (node.kind() < FilterKind::Eq || node.kind() > FilterKind::Gte) return false;
    return static_cast<const ComparisonNode&>(node).collation() != nullptr;
}

std::optional<Condition> ofLeaf(const FilterNode& node) {
    if (isCollated(node)) return std::nullopt;
    switch (node.kind()) {
        case FilterKind::Eq:
        case FilterKind::Lt:
        case FilterKind::Lte:
        case FilterKind::Gt:
        case FilterKind::Gte: return ofComparison(static_cast<const ComparisonNode&>(node));
        case FilterKind::In: return ofIn(static_cast<const InNode&>(node));
        case FilterKind::Regex: return ofRegex(static_cast<const RegexNode&>(node).regex());
        case FilterKind::Type: return ofType(static_cast<const TypeNode&>(node));
        case FilterKind::Not: return ofNot(*node.children()[0]);
        case FilterKind::ElemMatchValue: return ofElements(static_cast<const ElemMatchValueNode&>(node));
        case FilterKind::Exists: {
            Condition condition;
            condition.intervals = OrderedIntervalList::allValues();
            condition.excludesMissing = true;
            return condition;
        }
        default: return std::nullopt;
    }
}

// One value satisfies all the conditions, so their intervals may be intersected.
std::optional<Condition> ofElements(const ElemMatchValueNode& node) {
    const FilterNode& inner = *node.children()[0];
    Condition condition;
    condition.intervals = OrderedIntervalList::allValues();
    condition.excludesMissing = true;
    const auto narrow = [&](const FilterNode& part) {
        if (part.kind() == FilterKind::ElemMatchValue || part.kind() == FilterKind::ElemMatchObject) return;
        if (const auto one = ofLeaf(part)) condition.intervals = condition.intervals.intersect(one->intervals);
    };
    if (inner.kind() == FilterKind::And) {
        for (const FilterPtr& part : inner.children()) narrow(*part);
    } else {
        narrow(inner);
    }
    return condition;
}

const PathNode* pathNodeOf(const FilterNode& node) {
    const FilterNode& positive = node.kind() == FilterKind::Not ? *node.children()[0] : node;
    return dynamic_cast<const PathNode*>(&positive);
}

bool hasPosition(const bson::FieldPath& path) {
    for (std::size_t at = 1; at < path.size(); ++at) {
        if (path[at].index >= 0) return true;
    }
    return false;
}

class Collector {
public:
    explicit Collector(FilterPredicates& out) : out_(out) {}

    void collect(const FilterNode& node, const std::string& prefix, std::size_t term) {
        const PathNode* onPath = pathNodeOf(node);
        if (onPath == nullptr) return;
        if (node.kind() == FilterKind::ElemMatchObject) {
            enter(*onPath, prefix);
            return;
        }
        std::optional<Condition> condition = ofLeaf(node);
        if (!condition) return;
        IndexPredicate predicate{bson::FieldPath(prefix + onPath->path().dotted()),
                                 std::move(condition->intervals),
                                 sameElement_,
                                 term,
                                 condition->isExact,
                                 condition->isExactWithoutArrays,
                                 condition->holdsOnlyWithoutArrays,
                                 condition->excludesMissing};
        if (hasPosition(predicate.path)) {
            // An array on the path need not make the index multikey; and beside the element at the position a filter
            // also looks for the number as a name in the array's documents, where it mostly finds nothing: null.
            if (predicate.holdsOnlyWithoutArrays || containsNull(predicate.intervals)) return;
            // An array at the position is one key; its elements are none.
            if (node.kind() == FilterKind::ElemMatchValue) return;
            predicate.isExact = predicate.isExactWithoutArrays = false;
        }
        out_.predicates.push_back(std::move(predicate));
    }

private:
    void enter(const PathNode& elemMatch, const std::string& prefix) {
        const std::string path = prefix + elemMatch.path().dotted();
        sameElement_.push_back({&elemMatch, bson::FieldPath(path).size()});
        const FilterNode& inner = *elemMatch.children()[0];
        if (inner.kind() == FilterKind::And) {
            for (const FilterPtr& part : inner.children()) collectInner(*part, path + ".");
        } else {
            collectInner(inner, path + ".");
        }
        sameElement_.pop_back();
    }

    // An element that is an array itself counts as a document with numbers for names; an index sees no such names.
    void collectInner(const FilterNode& node, const std::string& prefix) {
        const PathNode* onPath = pathNodeOf(node);
        if (onPath == nullptr || onPath->path()[0].index >= 0) return;
        collect(node, prefix, IndexPredicate::kNoTerm);
    }

    FilterPredicates& out_;
    std::vector<IndexPredicate::SameElement> sameElement_;
};

}  // namespace

FilterPredicates predicatesOf(const Filter& filter) {
    FilterPredicates out;
    Collector collector(out);
    const FilterNode& root = filter.root();
    if (root.kind() == FilterKind::And) {
        out.terms = root.children().size();
        for (std::size_t term = 0; term < out.terms; ++term) collector.collect(*root.children()[term], "", term);
    } else if (root.kind() != FilterKind::AlwaysTrue) {
        out.terms = 1;
        collector.collect(root, "", 0);
    }
    return out;
}

}  // namespace sheaf::query
