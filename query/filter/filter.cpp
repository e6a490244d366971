// Filter and ValueFilter: parsing, matching through the tree, and what a filter says about equality.

#include "query/filter/filter.h"

#include "query/filter/node.h"
#include "query/filter/parser.h"

#include <sheaf/bson/builder.h>

namespace sheaf::query {

Filter::Filter() : root_(makeAlwaysTrue()) {}

Filter::Filter(FilterPtr root) : root_(std::move(root)) {}

Filter Filter::parse(bson::DocumentView filter, const FilterOptions& options) {
    FilterParser parser(options);
    return Filter(parser.parseFilter(filter));
}

bool Filter::matches(bson::DocumentView document, MatchDetails* details) const {
    return root_->matches(document, details);
}

bool Filter::isAlwaysTrue() const { return root_->kind() == FilterKind::AlwaysTrue; }

bool Filter::isAlwaysFalse() const { return root_->kind() == FilterKind::AlwaysFalse; }

bson::Document Filter::toDocument() const {
    bson::Builder builder;
    if (!isAlwaysTrue()) root_->describe(builder);
    return builder.take();
}

Filter Filter::both(const Filter& a, const Filter& b) { return Filter(makeAnd({a.root_, b.root_})); }

namespace {

void collectEqualities(const FilterNode& node, std::vector<Filter::Equality>& out) {
    if (node.kind() == FilterKind::And) {
        for (const FilterPtr& child : node.children()) collectEqualities(*child, out);
    } else if (node.kind() == FilterKind::Eq) {
        const auto& equality = static_cast<const ComparisonNode&>(node);
        out.push_back({equality.path().dotted(), bson::Value(equality.operand())});
    }
}

}  // namespace

std::vector<Filter::Equality> Filter::equalities() const {
    std::vector<Equality> out;
    collectEqualities(*root_, out);
    return out;
}

ValueFilter ValueFilter::parse(bson::ValueView condition, const FilterOptions& options) {
    FilterParser parser(options);
    ValueFilter filter;
    filter.root_ = parser.parseField("", condition);
    return filter;
}

bool ValueFilter::matches(bson::ValueView value) const { return root_->matchesField(value); }

bool ValueFilter::matchesElement(bson::ValueView value) const { return root_->matchesElement(value); }

bool ValueFilter::isOperatorExpression(bson::ValueView condition) { return isValueCondition(condition); }

}  // namespace sheaf::query
