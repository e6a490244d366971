// $regexMatch, $regexFind, $regexFindAll: regular expressions over a string.
//
//   { $regexFind: { input: <string>, regex: <string or regex>, options: <letters> } }
//
// Result    $regexMatch a boolean; $regexFind { match, idx, captures } of the first match, or null; $regexFindAll an array of
//           them. idx counts characters; a capture that took no part is null.
// Null      null or missing input or regex: false, null, or the empty array.
// Errors    while parsing: 51103 no document; 31024 another name; 31022, 31023 input or regex is left out. While running: 51104 the
//           input is no string; 51105 the regex is neither; 51106 options are no string; 51107 options in both places; 51108 an
//           unknown letter; 51109, 51110 a null byte; 51111 a broken pattern; 51156 too many steps.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/text.h"
#include "query/filter/regex.h"

#include <optional>

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kNames[] = {{"input", 31022}, {"regex", 31023}, {"options"}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 51103, .unknown = 31024};
enum : std::size_t { kInput, kRegex, kOptions };

struct Source {
    std::string_view pattern;
    std::string_view options;
};

// The pattern and its letters; nothing when the regex is null.
std::optional<Source> sourceOf(std::string_view op, ValueView regex, ValueView options) {
    if (!options.isNullish() && !options.isString()) {
        raise(location(51106), op, " needs 'options' to be of type string, found ", options.typeName());
    }
    if (regex.isNullish()) return std::nullopt;
    Source source;
    if (regex.type() == bson::Type::Regex) {
        source.pattern = regex.asRegex().pattern;
        source.options = regex.asRegex().options;
        if (!source.options.empty() && !options.isNullish()) {
            raise(location(51107), op, ": found regex option(s) specified in both 'regex' and 'option' fields");
        }
    } else if (regex.isString()) {
        source.pattern = regex.asString();
    } else {
        raise(location(51105), op, " needs 'regex' to be of type string or regex, found ", regex.typeName());
    }
    if (options.isString()) source.options = options.asString();
    if (source.pattern.find('\0') != std::string_view::npos) {
        raise(location(51109), op, ": regular expression cannot contain an embedded null byte");
    }
    if (source.options.find('\0') != std::string_view::npos) {
        raise(location(51110), op, ": regular expression options string cannot contain an embedded null byte");
    }
    return source;
}

std::shared_ptr<const Regex> compile(std::string_view op, const Source& source) {
    try {
        return std::make_shared<Regex>(source.pattern, source.options);
    } catch (const Error& error) {
        if (error.code() != location(51091)) throw;
        raise(location(51111), "Invalid Regex in ", op, ": ", std::string_view(error.what()));
    }
}

// What the three have in common. A constant regular expression is compiled once.
class RegexExpression : public ExpressionNode {
public:
    ValueView evaluate(EvalContext& context) const final {
        const ValueView input = children()[kInput]->evaluate(context);
        if (!input.isNullish() && !input.isString()) {
            raise(location(51104), op_, " needs 'input' to be of type string, found ", input.typeName());
        }
        std::shared_ptr<const Regex> regex = compiled_;
        if (regex == nullptr) {
            const ValueView pattern = children()[kRegex]->evaluate(context);
            const ValueView options = children()[kOptions] ? children()[kOptions]->evaluate(context) : ValueView();
            if (const auto source = sourceOf(op_, pattern, options)) regex = compile(op_, *source);
        }
        if (regex == nullptr || input.isNullish()) return nothing(context);
        return evaluateMatch(context, *regex, input.asString());
    }

    NodePtr fold(EvalContext& context) override {
        foldChildren(context);
        const bson::Value* pattern = children()[kRegex]->constantValue();
        const bson::Value* options = children()[kOptions] ? children()[kOptions]->constantValue() : nullptr;
        if (pattern != nullptr && (children()[kOptions] == nullptr || options != nullptr)) {
            const auto source = sourceOf(op_, pattern->view(), options ? options->view() : ValueView());
            if (source) compiled_ = compile(op_, *source);
        }
        return foldedWhole(context);
    }

protected:
    RegexExpression(std::string_view op, std::vector<NodePtr> arguments)
        : ExpressionNode(std::move(arguments)), op_(op) {}

private:
    virtual ValueView nothing(EvalContext& context) const = 0;
    virtual ValueView evaluateMatch(EvalContext& context, const Regex& regex, std::string_view text) const = 0;

    std::string_view op_;
    std::shared_ptr<const Regex> compiled_;
};

// `known`: a byte offset before the match and the characters up to it, moved on to the match.
struct Known {
    std::size_t bytes = 0;
    std::size_t characters = 0;
};

ValueView describeMatch(EvalContext& context, std::string_view text, std::span<const std::size_t> places, Known& known) {
    known.characters += countCharacters(text.substr(known.bytes, places[0] - known.bytes));
    known.bytes = places[0];
    ValueList captures(context.arena());
    for (std::size_t i = 2; i < places.size(); i += 2) {
        const bool tookPart = places[i] != std::string_view::npos;
        captures.push(tookPart ? context.make(text.substr(places[i], places[i + 1] - places[i])) : EvalContext::null());
    }
    FieldList match(context.arena());
    match.add("match", context.make(text.substr(places[0], places[1] - places[0])));
    match.add("idx", context.make(static_cast<std::int32_t>(known.characters)));
    match.add("captures", captures.toArray());
    return match.toDocument();
}

class RegexMatchExpression final : public RegexExpression {
public:
    explicit RegexMatchExpression(std::vector<NodePtr> arguments) : RegexExpression("$regexMatch", std::move(arguments)) {}

private:
    ValueView nothing(EvalContext&) const override { return EvalContext::boolean(false); }
    ValueView evaluateMatch(EvalContext&, const Regex& regex, std::string_view text) const override {
        return EvalContext::boolean(regex.matches(text));
    }
};

class RegexFindExpression final : public RegexExpression {
public:
    explicit RegexFindExpression(std::vector<NodePtr> arguments) : RegexExpression("$regexFind", std::move(arguments)) {}

private:
    ValueView nothing(EvalContext&) const override { return EvalContext::null(); }
    ValueView evaluateMatch(EvalContext& context, const Regex& regex, std::string_view text) const override {
        const auto places = regex.find(text, 0);
        Known known;
        return places.empty() ? EvalContext::null() : describeMatch(context, text, places, known);
    }
};

class RegexFindAllExpression final : public RegexExpression {
public:
    explicit RegexFindAllExpression(std::vector<NodePtr> arguments)
        : RegexExpression("$regexFindAll", std::move(arguments)) {}

private:
    ValueView nothing(EvalContext& context) const override { return ValueList(context.arena()).toArray(); }
    ValueView evaluateMatch(EvalContext& context, const Regex& regex, std::string_view text) const override {
        ValueList matches(context.arena());
        Known known;
        std::size_t from = 0;
        while (from <= text.size()) {
            const auto places = regex.find(text, from);
            if (places.empty()) break;
            const std::size_t start = places[0];
            const std::size_t end = places[1];
            matches.push(describeMatch(context, text, places, known));
            // After an empty match the search goes on one character further.
            from = end > start ? end : end < text.size() ? end + characterBytes(text.substr(end)) : end + 1;
        }
        return matches.toArray();
    }
};

template <typename Node>
NodePtr parseRegex(ExpressionParser& parser, std::string_view op, ValueView argument) {
    return std::make_unique<Node>(parseNamed(parser, op, kNamed, argument));
}

NodePtr parseRegexFind(ExpressionParser& parser, ValueView argument) {
    return parseRegex<RegexFindExpression>(parser, "$regexFind", argument);
}
NodePtr parseRegexFindAll(ExpressionParser& parser, ValueView argument) {
    return parseRegex<RegexFindAllExpression>(parser, "$regexFindAll", argument);
}
NodePtr parseRegexMatch(ExpressionParser& parser, ValueView argument) {
    return parseRegex<RegexMatchExpression>(parser, "$regexMatch", argument);
}

}  // namespace

constinit const ExpressionOperator kExpressionRegexFind{.name = "$regexFind", .parse = parseRegexFind};
constinit const ExpressionOperator kExpressionRegexFindAll{.name = "$regexFindAll", .parse = parseRegexFindAll};
constinit const ExpressionOperator kExpressionRegexMatch{.name = "$regexMatch", .parse = parseRegexMatch};

}  // namespace sheaf::query
