// $sortArray: the elements of an array in order, stable.
//
//   { $sortArray: { input: <array>, sortBy: { <path>: <1 or -1>, … } } }    by fields of the elements
//   { $sortArray: { input: <array>, sortBy: <1 or -1> } }                   by the elements themselves
//
// Null      null or missing input: null.
// Errors    while parsing: 2942500 no document; 2942501 another name; 2942502 no input; 2942503 no sortBy; 2942507 another
//           number; those of sort patterns. 2942504 while running: input is no array.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"
#include "query/sort.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

class SortArrayExpression final : public ExpressionNode {
public:
    SortArrayExpression(NodePtr input, SortPattern pattern, bool isDescending)
        : ExpressionNode(listOf(std::move(input))), pattern_(std::move(pattern)), isDescending_(isDescending) {}

    ValueView evaluate(EvalContext& context) const override {
        const ValueView input = children()[0]->evaluate(context);
        if (input.isNullish()) return EvalContext::null();
        if (!input.isArray()) {
            raise(location(2942504), "The input argument to $sortArray must be an array, but was of type: ", input.typeName());
        }
        ValueList values(context.arena());
        values.pushAll(input.asArray());
        if (pattern_.isEmpty()) {
            std::stable_sort(values.begin(), values.end(), [this](ValueView a, ValueView b) {
                return isDescending_ ? bson::compare(b, a) < 0 : bson::compare(a, b) < 0;
            });
        } else {
            sortByFields(context, values);
        }
        return values.toArray();
    }

private:
    static std::vector<NodePtr> listOf(NodePtr input) {
        std::vector<NodePtr> nodes;
        nodes.push_back(std::move(input));
        return nodes;
    }

    // As documents are sorted: an array on a path counts by its smallest element, descending by its largest.
    static ValueView keyOf(EvalContext& context, ValueView element, const SortPattern::Part& part) {
        if (!element.isDocument()) return EvalContext::null();
        const ValueView value = followPath(context, element, part.path);
        if (!value.isArray()) return value.isMissing() ? EvalContext::null() : value;
        ValueView best;
        for (const ValueView& member : value.asArray()) {
            const bool isBetter = best.isMissing() || (part.isDescending ? bson::compare(member, best) > 0
                                                                         : bson::compare(member, best) < 0);
            if (isBetter) best = member;
        }
        return best.isMissing() ? ValueView(bson::Type::Undefined, nullptr, 0) : best;
    }

    void sortByFields(EvalContext& context, ValueList& values) const {
        const std::size_t parts = pattern_.parts().size();
        ValueList keys(context.arena());  // of each element, one after the other
        std::vector<std::uint32_t> order(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            order[i] = static_cast<std::uint32_t>(i);
            for (const SortPattern::Part& part : pattern_.parts()) keys.push(keyOf(context, values[i], part));
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            for (std::size_t part = 0; part < parts; ++part) {
                const int sign = bson::compare(keys[a * parts + part], keys[b * parts + part]);
                if (sign != 0) return pattern_.parts()[part].isDescending ? sign > 0 : sign < 0;
            }
            return false;
        });
        ValueList sorted(context.arena());
        for (const std::uint32_t at : order) sorted.push(values[at]);
        std::copy(sorted.begin(), sorted.end(), values.begin());
    }

    SortPattern pattern_;
    bool isDescending_;
};

NodePtr parseSortArray(ExpressionParser& parser, ValueView argument) {
    if (!argument.isDocument()) raise(location(2942500), "$sortArray requires an object as an argument, found: ", argument);
    ValueView input;
    ValueView sortBy;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.name == "input") input = element.value;
        else if (element.name == "sortBy") sortBy = element.value;
        else raise(location(2942501), "$sortArray found an unknown argument: ", element.name);
    }
    if (input.isMissing()) raise(location(2942502), "$sortArray requires 'input' to be specified");
    if (sortBy.isMissing()) raise(location(2942503), "$sortArray requires 'sortBy' to be specified");
    NodePtr node = parser.parse(input);
    if (sortBy.isDocument()) {
        return std::make_unique<SortArrayExpression>(std::move(node), SortPattern::parse(sortBy.asDocument()), false);
    }
    const auto direction = sortBy.isNumber() ? bson::exactInt64(sortBy) : std::nullopt;
    if (direction != 1 && direction != -1) {
        raise(location(2942507), "The $sortArray sortBy must be 1, -1 or an object, found: ", sortBy);
    }
    return std::make_unique<SortArrayExpression>(std::move(node), SortPattern(), direction == -1);
}

}  // namespace

constinit const ExpressionOperator kExpressionSortArray{.name = "$sortArray", .parse = parseSortArray};

}  // namespace sheaf::query
