// $trim, $ltrim, $rtrim: a string without certain characters at its ends.
//
//   { $trim: { input: <string>, chars: <string> } }
//
// Without `chars`: white space and the null character.
// Null      null or missing as input or chars: null.
// Errors    while parsing: 50696 no document; 50694 another name; 50695 no input. While running: 50699, 50700 input or chars is
//           no string.

#include "bson/raise.h"
#include "query/expression/text.h"

namespace sheaf::query {
namespace {

constexpr std::string_view kSpaces[] = {
    {"\0", 1}, "\x20", "\x09", "\x0A", "\x0B", "\x0C", "\x0D", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88",
    "\xE2\x80\x89", "\xE2\x80\x8A",
};

constexpr NamedArguments::Name kNames[] = {{"input", 50695}, {"chars"}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 50696, .unknown = 50694};

struct Characters {
    bool isDefault = true;
    std::string_view given;

    bool contain(std::string_view character) const {
        if (isDefault) {
            for (const std::string_view space : kSpaces) {
                if (space == character) return true;
            }
            return false;
        }
        std::string_view rest = given;
        while (!rest.empty()) {
            const std::size_t bytes = characterBytes(rest);
            if (rest.substr(0, bytes) == character) return true;
            rest.remove_prefix(bytes);
        }
        return false;
    }
};

std::string_view withoutStart(std::string_view text, const Characters& characters) {
    while (!text.empty()) {
        const std::size_t bytes = characterBytes(text);
        if (!characters.contain(text.substr(0, bytes))) break;
        text.remove_prefix(bytes);
    }
    return text;
}

std::string_view withoutEnd(std::string_view text, const Characters& characters) {
    while (!text.empty()) {
        std::size_t at = text.size() - 1;
        while (at > 0 && isContinuationByte(text[at])) --at;
        if (!characters.contain(text.substr(at))) break;
        text.remove_suffix(text.size() - at);
    }
    return text;
}

enum class Ends : std::uint8_t { Left, Right, Both };

ValueView trimmed(EvalContext& context, std::string_view op, const Arguments& arguments, Ends ends) {
    const ValueView input = arguments[0].evaluate(context);
    if (input.isNullish()) return EvalContext::null();
    if (!input.isString()) raise(location(50699), op, " requires its input to be a string, got ", input.typeName());
    Characters characters;
    if (arguments.has(1)) {
        const ValueView chars = arguments[1].evaluate(context);
        if (chars.isNullish()) return EvalContext::null();
        if (!chars.isString()) raise(location(50700), op, " requires 'chars' to be a string, got ", chars.typeName());
        characters = {false, chars.asString()};
    }
    std::string_view text = input.asString();
    if (ends != Ends::Right) text = withoutStart(text, characters);
    if (ends != Ends::Left) text = withoutEnd(text, characters);
    return context.make(text);
}

ValueView evaluateTrim(EvalContext& context, const Arguments& arguments) {
    return trimmed(context, "$trim", arguments, Ends::Both);
}
ValueView evaluateLtrim(EvalContext& context, const Arguments& arguments) {
    return trimmed(context, "$ltrim", arguments, Ends::Left);
}
ValueView evaluateRtrim(EvalContext& context, const Arguments& arguments) {
    return trimmed(context, "$rtrim", arguments, Ends::Right);
}

}  // namespace

constinit const ExpressionOperator kExpressionTrim{.name = "$trim", .named = kNamed, .evaluate = evaluateTrim};
constinit const ExpressionOperator kExpressionLtrim{.name = "$ltrim", .named = kNamed, .evaluate = evaluateLtrim};
constinit const ExpressionOperator kExpressionRtrim{.name = "$rtrim", .named = kNamed, .evaluate = evaluateRtrim};

}  // namespace sheaf::query
