// $pull: removes from an array every element that meets a condition.
//
//   { $pull: { <path>: <value> | <operator expression> | <filter over the element's fields>, ... } }
//
// Condition a document whose first name is no operator on values is a filter that elements must match as documents;
//           an operator expression or a regular expression is applied to the element itself; every other value must
//           be equal to it.
// Errors    the filter's, while parsing.
//           2 while running: the field is no array.

#include "query/filter/filter.h"
#include "query/update/cull.h"

namespace sheaf::query {
namespace {

class PullDocumentsModifier final : public CullModifier {
public:
    PullDocumentsModifier(DocumentView filter, const FilterOptions& options)
        : CullModifier("$pull"), filter_(Filter::parse(filter, options)) {}

protected:
    bool isCulled(ValueView element) const override {
        return element.isDocument() && filter_.matches(element.asDocument());
    }

private:
    Filter filter_;
};

class PullValuesModifier final : public CullModifier {
public:
    PullValuesModifier(ValueView condition, const FilterOptions& options)
        : CullModifier("$pull"),
          filter_(ValueFilter::parse(condition, options)),
          looksIntoArrays_(condition.isDocument() || condition.type() == bson::Type::Regex) {}

protected:
    bool isCulled(ValueView element) const override {
        return looksIntoArrays_ ? filter_.matches(element) : filter_.matchesElement(element);
    }

private:
    ValueFilter filter_;
    bool looksIntoArrays_;
};

void parsePull(std::string_view path, ValueView operand, ModifierList& list) {
    FilterOptions options{.collation = list.collation(), .allowsExpr = false};
    if (operand.isDocument() && !ValueFilter::isOperatorExpression(operand)) {
        options.namesDbRefParts = true;
        list.add(path, std::make_unique<PullDocumentsModifier>(operand.asDocument(), options));
    } else {
        list.add(path, std::make_unique<PullValuesModifier>(operand, options));
    }
}

}  // namespace

constinit const UpdateOperator kPull{.name = "$pull", .parse = parsePull};

}  // namespace sheaf::query
