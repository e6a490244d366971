// $in: the value equals one of a list, or matches one of its regular expressions.
//
//   { <path>: { $in: [ <value>, …, /regex/, … ] } }
//
// An array matches through its elements and as a whole. An empty list matches nothing.
// Errors    2 while parsing: not an array; an operator document or undefined in it.

#include "query/filter/argument.h"
#include "query/filter/operators.h"
#include "query/filter/regex.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

FilterPtr parseIn(const FieldCondition& condition) { return parseInList("$in", condition); }

}  // namespace

constinit const FilterOperator kFilterIn{.name = "$in", .parseOnField = parseIn};

InNode::InNode(std::string_view path, std::vector<bson::Value> values,
               std::vector<std::shared_ptr<const RegexNode>> regexes, CollationPtr collation)
    : PathNode(FilterKind::In, path), values_(std::move(values)), regexes_(std::move(regexes)) {
    if (std::any_of(values_.begin(), values_.end(), [](const bson::Value& v) { return holdsString(v.view()); })) {
        collation_ = std::move(collation);
    }
    const Collation* const strings = collation_.get();
    std::stable_sort(values_.begin(), values_.end(), [strings](const bson::Value& a, const bson::Value& b) {
        return bson::compare(a.view(), b.view(), strings) < 0;
    });
    const auto areEqual = [strings](const bson::Value& a, const bson::Value& b) {
        return bson::equal(a.view(), b.view(), strings);
    };
    values_.erase(std::unique(values_.begin(), values_.end(), areEqual), values_.end());
    hasNull_ = std::any_of(values_.begin(), values_.end(), [](const bson::Value& v) { return v.view().isNull(); });
}

bool InNode::matchesElement(bson::ValueView value) const {
    if (value.isMissing()) return hasNull_;
    const Collation* const strings = collation_.get();
    const auto found =
        std::lower_bound(values_.begin(), values_.end(), value, [strings](const bson::Value& a, bson::ValueView b) {
            return bson::compare(a.view(), b, strings) < 0;
        });
    if (found != values_.end() && bson::equal(found->view(), value, strings)) return true;
    for (const auto& regex : regexes_) {
        if (regex->matchesElement(value)) return true;
    }
    return false;
}

void InNode::describeCondition(bson::Builder& operators) const {
    operators.openArray("$in");
    for (const bson::Value& value : values_) operators.push(value);
    for (const auto& regex : regexes_) {
        operators.push(bson::RegexView{regex->regex().pattern(), regex->regex().options()});
    }
    operators.close();
}

FilterPtr makeIn(std::string_view path, std::vector<bson::Value> values,
                 std::vector<std::shared_ptr<const RegexNode>> regexes, CollationPtr collation) {
    auto node = std::make_shared<InNode>(path, std::move(values), std::move(regexes), collation);
    if (node->values().size() + node->regexes().size() > 1) return node;
    if (!node->values().empty()) return makeComparison(FilterKind::Eq, path, node->values()[0].view(), std::move(collation));
    if (!node->regexes().empty()) return node->regexes()[0];
    return makeAlwaysFalse();
}

}  // namespace sheaf::query
