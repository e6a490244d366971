// $elemMatch in a projection: the first element of an array that meets a condition, as an array of one; no field when
// none does or the field is no array.
//
//   { <field>: { $elemMatch: <filter over the element's fields> | <operator expression> } }
//
// Errors    31274 the condition is no document, 31275 below another field, and the filter's own.

#include "bson/raise.h"
#include "query/filter/filter.h"
#include "query/projection/projection_tree.h"

namespace sheaf::query {
namespace {

class ElemMatchProjector final : public FieldProjector {
public:
    explicit ElemMatchProjector(ValueView condition) {
        if (ValueFilter::isOperatorExpression(condition)) valueFilter_ = ValueFilter::parse(condition);
        else filter_ = Filter::parse(condition.asDocument(), {.allowsExpr = false, .namesDbRefParts = true});
    }

    FieldEffect project(ValueView value, FieldWriter& out) const override {
        if (!value.isArray()) return FieldEffect::Remove;
        for (ValueView element : value.asArray()) {
            if (!matches(element)) continue;
            out.openArray();
            out.push(element);
            return out.closeArray();
        }
        return FieldEffect::Remove;
    }

private:
    bool matches(ValueView element) const {
        if (valueFilter_) return valueFilter_->matchesElement(element);
        return (element.isDocument() || element.isArray()) && filter_.matches(element.asDocument());
    }

    std::optional<ValueFilter> valueFilter_;
    Filter filter_;
};

std::unique_ptr<const FieldProjector> parseElemMatch(const bson::FieldPath& path, ValueView operand) {
    if (!operand.isDocument()) {
        raise(location(31274), "$elemMatch needs a document, but '", path.dotted(), "' has ", operand.typeName());
    }
    if (path.size() != 1) {
        raise(location(31275), "Cannot use an $elemMatch projection on a nested field: '", path.dotted(), "'");
    }
    return std::make_unique<ElemMatchProjector>(operand);
}

}  // namespace

constinit const ProjectionOperator kProjectElemMatch{
    .name = "$elemMatch", .parse = parseElemMatch, .isInclusion = true};

}  // namespace sheaf::query
