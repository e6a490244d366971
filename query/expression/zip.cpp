// $zip: arrays of the elements that stand in the same place.
//
//   { $zip: { inputs: [ <array>, … ], useLongestLength: <boolean>, defaults: <array> } }
//
// The result is as long as the shortest input; with useLongestLength as the longest, the gaps filled with null or with the
// default of that input.
// Null      an input that is null or missing: null.
// Errors    while parsing: 34460 no document; 34461 inputs are no array; 34462 defaults are no array; 34463 useLongestLength is no
//           boolean; 34464 another name; 34465 no inputs; 34466 defaults without useLongestLength; 34467 not one default for
//           each. 34468 while running: an input is no array.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <algorithm>

namespace sheaf::query {
namespace {

// Children: the inputs, then the defaults, as many or none.
class ZipExpression final : public ExpressionNode {
public:
    ZipExpression(std::vector<NodePtr> parts, std::size_t inputs, bool useLongest)
        : ExpressionNode(std::move(parts)), inputs_(inputs), useLongest_(useLongest) {}

    ValueView evaluate(EvalContext& context) const override {
        ValueList arrays(context.arena());
        for (std::size_t i = 0; i < inputs_; ++i) {
            const ValueView array = children()[i]->evaluate(context);
            if (array.isNullish()) return EvalContext::null();
            if (!array.isArray()) {
                raise(location(34468), "$zip found a non-array expression in input: ", array);
            }
            arrays.push(array);
        }
        ValueList defaults(context.arena());
        for (std::size_t i = inputs_; i < children().size(); ++i) defaults.push(children()[i]->evaluate(context));
        return zipped(context, arrays, defaults);
    }

private:
    ValueView zipped(EvalContext& context, const ValueList& arrays, const ValueList& defaults) const {
        std::size_t length = useLongest_ ? 0 : static_cast<std::size_t>(-1);
        std::vector<bson::ArrayView::Iterator> places;
        for (const ValueView& array : arrays) {
            const std::size_t size = array.asArray().countElements();
            length = useLongest_ ? std::max(length, size) : std::min(length, size);
            places.push_back(array.asArray().begin());
        }
        ValueList rows(context.arena());
        for (std::size_t at = 0; at < length; ++at) {
            ValueList row(context.arena());
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (places[i] == bson::ArrayView::Iterator()) {
                    row.push(defaults.isEmpty() ? EvalContext::null() : defaults[i]);
                } else {
                    row.push(*places[i]);
                    ++places[i];
                }
            }
            rows.push(row.toArray());
        }
        return rows.toArray();
    }

    std::size_t inputs_;
    bool useLongest_;
};

NodePtr parseZip(ExpressionParser& parser, ValueView argument) {
    if (!argument.isDocument()) raise(location(34460), "$zip only supports an object as an argument, found ", argument);
    std::vector<NodePtr> inputs;
    std::vector<NodePtr> defaults;
    bool useLongest = false;
    for (const bson::Element& element : argument.asDocument()) {
        if (element.name == "inputs") {
            if (!element.value.isArray()) raise(location(34461), "inputs must be an array of expressions, found ", element.value);
            inputs = parseList(parser, element.value);
        } else if (element.name == "defaults") {
            if (!element.value.isArray()) raise(location(34462), "defaults must be an array of expressions, found ", element.value);
            defaults = parseList(parser, element.value);
        } else if (element.name == "useLongestLength") {
            if (!element.value.isBool()) raise(location(34463), "useLongestLength must be a bool, found ", element.value);
            useLongest = element.value.asBool();
        } else {
            raise(location(34464), "$zip found an unknown argument: ", element.name);
        }
    }
    if (inputs.empty()) raise(location(34465), "$zip requires at least one input array");
    if (!useLongest && !defaults.empty()) {
        raise(location(34466), "cannot specify defaults unless useLongestLength is true");
    }
    if (!defaults.empty() && defaults.size() != inputs.size()) {
        raise(location(34467), "defaults and inputs must have the same length");
    }
    const std::size_t count = inputs.size();
    for (NodePtr& node : defaults) inputs.push_back(std::move(node));
    return std::make_unique<ZipExpression>(std::move(inputs), count, useLongest);
}

}  // namespace

constinit const ExpressionOperator kExpressionZip{.name = "$zip", .parse = parseZip};

}  // namespace sheaf::query
