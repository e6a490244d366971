// $map, $filter, $reduce: an expression for each element of an array.
//
//   { $map: { input: <array>, as: <name>, in: <expression> } }
//   { $filter: { input: <array>, as: <name>, cond: <expression>, limit: <count> } }
//   { $reduce: { input: <array>, initialValue: <expression>, in: <expression> } }
//
// The element is $$this, or the name that `as` says; the result so far of $reduce is $$value.
// Null      null or missing input: null.
// Errors    while parsing: $map 16878 no document, 16879 another name, 16880 no input, 16882 no in; $filter 28646, 28647, 28648
//           no input, 28650 no cond; $reduce 40075, 40076, 40077 no input, 40078 no initialValue, 40079 no in; 9 a variable with
//           a wrong name. While running: input is no array: 16883, 28651, 40080; 15 $reduce makes
//           more than 200 levels; 327391, 327392 a limit that is no whole int32
//           or not positive.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

#include <limits>
#include <string>

namespace sheaf::query {
namespace {

// The parts of {input, as, …}, before they are parsed: `as` gives a variable that the later ones see.
struct LoopParts {
    struct Name {
        std::string_view name;
        std::int32_t missing;  // the error's number; 0: it may be left out
    };

    LoopParts(std::string_view op, std::span<const Name> names, std::int32_t notDocument, std::int32_t unknown,
              ValueView argument)
        : values(names.size()) {
        if (!argument.isDocument()) raise(location(notDocument), op, " only supports an object as its argument");
        for (const bson::Element& element : argument.asDocument()) {
            std::size_t at = 0;
            while (at < names.size() && names[at].name != element.name) ++at;
            if (at == names.size()) raise(location(unknown), "Unrecognized parameter to ", op, ": ", element.name);
            values[at] = element.value;
        }
        for (std::size_t at = 0; at < names.size(); ++at) {
            if (values[at].isMissing() && names[at].missing != 0) {
                raise(location(names[at].missing), "Missing '", names[at].name, "' parameter to ", op);
            }
        }
    }

    std::vector<ValueView> values;
};

std::string variableName(ValueView as) {
    if (as.isMissing()) return "this";
    if (!as.isString()) raise(ErrorCode::FailedToParse, "the name of a variable must be a string, found ", as);
    requireVariableName(as.asString());
    return std::string(as.asString());
}

class MapExpression final : public ExpressionNode {
public:
    MapExpression(std::size_t slot, std::vector<NodePtr> parts) : ExpressionNode(std::move(parts)), slot_(slot) {}
    ValueView evaluate(EvalContext& context) const override {
        const ValueView input = children()[0]->evaluate(context);
        if (input.isNullish()) return EvalContext::null();
        if (!input.isArray()) raise(location(16883), "input to $map must be an array not ", input.typeName());
        ValueList results(context.arena());
        for (const ValueView& element : input.asArray()) {
            context.bind(slot_, element);
            results.push(children()[1]->evaluate(context));
        }
        return results.toArray();
    }

private:
    std::size_t slot_;
};

class FilterExpression final : public ExpressionNode {
public:
    FilterExpression(std::size_t slot, std::vector<NodePtr> parts) : ExpressionNode(std::move(parts)), slot_(slot) {}
    ValueView evaluate(EvalContext& context) const override {
        const ValueView input = children()[0]->evaluate(context);
        if (input.isNullish()) return EvalContext::null();
        if (!input.isArray()) raise(location(28651), "input to $filter must be an array not ", input.typeName());
        const std::int64_t limit = limitOf(context);
        ValueList results(context.arena());
        for (const ValueView& element : input.asArray()) {
            context.bind(slot_, element);
            if (!children()[1]->evaluateCondition(context)) continue;
            results.push(element);
            if (static_cast<std::int64_t>(results.size()) == limit) break;
        }
        return results.toArray();
    }

private:
    std::int64_t limitOf(EvalContext& context) const {
        constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
        if (children()[2] == nullptr) return kNone;
        const ValueView limit = children()[2]->evaluate(context);
        if (limit.isNullish()) return kNone;
        const auto whole = limit.isNumber() ? bson::exactInt64(limit) : std::nullopt;
        if (!whole || *whole > std::numeric_limits<std::int32_t>::max() ||
            *whole < std::numeric_limits<std::int32_t>::min()) {
            raise(location(327391), "$filter: limit must be represented as a 32-bit integral value: ", limit);
        }
        if (*whole < 1) raise(location(327392), "$filter: limit must be greater than 0: ", *whole);
        return *whole;
    }

    std::size_t slot_;
};

// $reduce can wrap its result once for each element: what is walked by recursion later must stay shallow.
constexpr int kMaxLevels = 200;
constexpr std::size_t kStepsBetweenChecks = 32;

bool isDeeper(ValueView value, int levels) {
    if (!value.isDocument() && !value.isArray()) return false;
    if (levels == 0) return true;
    for (const bson::Element& element : value.asDocument()) {
        if (isDeeper(element.value, levels - 1)) return true;
    }
    return false;
}

void requireDepth(ValueView value) {
    if (isDeeper(value, kMaxLevels)) {
        raise(ErrorCode::Overflow, "$reduce makes a value of more than ", kMaxLevels, " levels");
    }
}

class ReduceExpression final : public ExpressionNode {
public:
    ReduceExpression(std::size_t slotOfThis, std::size_t slotOfValue, std::vector<NodePtr> parts)
        : ExpressionNode(std::move(parts)), this_(slotOfThis), value_(slotOfValue) {}
    ValueView evaluate(EvalContext& context) const override {
        const ValueView input = children()[0]->evaluate(context);
        if (input.isNullish()) return EvalContext::null();
        if (!input.isArray()) {
            raise(location(40080), "$reduce requires that 'input' be an array, found: ", input.typeName());
        }
        ValueView value = children()[1]->evaluate(context);
        std::size_t steps = 0;
        for (const ValueView& element : input.asArray()) {
            context.bind(this_, element);
            context.bind(value_, value);
            value = children()[2]->evaluate(context);
            if (++steps % kStepsBetweenChecks == 0) requireDepth(value);
        }
        requireDepth(value);
        return value;
    }

private:
    std::size_t this_;
    std::size_t value_;
};

NodePtr parseMap(ExpressionParser& parser, ValueView argument) {
    static constexpr LoopParts::Name kNames[] = {{"input", 16880}, {"as", 0}, {"in", 16882}};
    const LoopParts parts("$map", kNames, 16878, 16879, argument);
    const std::string name = variableName(parts.values[1]);
    std::vector<NodePtr> nodes;
    nodes.push_back(parser.parse(parts.values[0]));
    const ExpressionParser::Variable element(parser, name);
    nodes.push_back(parser.parse(parts.values[2]));
    return std::make_unique<MapExpression>(element.slot(), std::move(nodes));
}

NodePtr parseFilter(ExpressionParser& parser, ValueView argument) {
    static constexpr LoopParts::Name kNames[] = {{"input", 28648}, {"as", 0}, {"cond", 28650}, {"limit", 0}};
    const LoopParts parts("$filter", kNames, 28646, 28647, argument);
    const std::string name = variableName(parts.values[1]);
    std::vector<NodePtr> nodes;
    nodes.push_back(parser.parse(parts.values[0]));
    NodePtr limit = parts.values[3].isMissing() ? nullptr : parser.parse(parts.values[3]);
    const ExpressionParser::Variable element(parser, name);
    nodes.push_back(parser.parse(parts.values[2]));
    nodes.push_back(std::move(limit));
    return std::make_unique<FilterExpression>(element.slot(), std::move(nodes));
}

NodePtr parseReduce(ExpressionParser& parser, ValueView argument) {
    static constexpr LoopParts::Name kNames[] = {{"input", 40077}, {"initialValue", 40078}, {"in", 40079}};
    const LoopParts parts("$reduce", kNames, 40075, 40076, argument);
    std::vector<NodePtr> nodes;
    nodes.push_back(parser.parse(parts.values[0]));
    nodes.push_back(parser.parse(parts.values[1]));
    const ExpressionParser::Variable element(parser, "this");
    const ExpressionParser::Variable value(parser, "value");
    nodes.push_back(parser.parse(parts.values[2]));
    return std::make_unique<ReduceExpression>(element.slot(), value.slot(), std::move(nodes));
}

}  // namespace

constinit const ExpressionOperator kExpressionFilter{.name = "$filter", .parse = parseFilter};
constinit const ExpressionOperator kExpressionMap{.name = "$map", .parse = parseMap};
constinit const ExpressionOperator kExpressionReduce{.name = "$reduce", .parse = parseReduce};

}  // namespace sheaf::query
