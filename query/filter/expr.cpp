// $expr: an aggregation expression over the whole document decides.
//
//   { $expr: <expression> }
//
// The document matches when the result is true: all but false, null, 0, undefined and missing. Paths go through arrays as
// in expressions, not as in filters.
// Errors    while parsing: 2 inside $elemMatch; 224 where it is not allowed (an upsert's filter, $pull, arrayFilters); what is
//           wrong with the expression. While running: what its operators throw.

#include "bson/raise.h"
#include "query/expression/expression.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

class ExprNode final : public FilterNode {
public:
    ExprNode(bson::ValueView specification, const OperationVariables& variables)
        : FilterNode(FilterKind::Other), specification_(specification),
          expression_(Expression::parse(specification, variables)) {}
    bool matches(bson::DocumentView document, MatchDetails*) const override {
        return expression_.evaluateCondition(document);
    }
    // $expr stands at the top, where only documents are asked about.
    bool matchesField(bson::ValueView value) const override { return matchesElement(value); }
    bool matchesElement(bson::ValueView value) const override {
        return value.isDocument() && expression_.evaluateCondition(value.asDocument());
    }
    void describe(bson::Builder& filter) const override { describeCondition(filter); }
    void describeCondition(bson::Builder& operators) const override { operators.append("$expr", specification_); }

private:
    bson::Value specification_;
    Expression expression_;
};

FilterPtr parseExpr(FilterParser& parser, bson::ValueView argument) {
    if (parser.isInsideElement()) raise(ErrorCode::BadValue, "$expr can only be applied to the top-level document");
    if (!parser.options().allowsExpr) raise(ErrorCode::QueryFeatureNotAllowed, "$expr is not allowed in this context");
    const OperationVariables* variables = parser.options().variables;
    return std::make_shared<ExprNode>(argument, variables != nullptr ? *variables : OperationVariables::none());
}

}  // namespace

constinit const FilterOperator kFilterExpr{.name = "$expr", .parseAtTop = parseExpr};

}  // namespace sheaf::query
