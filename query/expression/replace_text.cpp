// $replaceOne and $replaceAll: a string with its first, or every, occurrence of another replaced.
//
//   { $replaceOne: { input: <string>, find: <string>, replacement: <string> } }
//
// Null      one of them null or missing: null.
// Errors    while parsing: 51751 no document; 51750 another name; 51749, 51748, 51747 input, find or replacement is left out.
//           while running: 51746, 51745, 51744 input, find or replacement is no string.

#include "bson/raise.h"
#include "query/expression/text.h"

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kNames[] = {{"input", 51749}, {"find", 51748}, {"replacement", 51747}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 51751, .unknown = 51750};

ValueView replaced(EvalContext& context, std::string_view op, const Arguments& arguments, bool replacesAll) {
    ValueView values[3];
    bool isNull = false;
    for (std::size_t i = 0; i < 3; ++i) {
        values[i] = arguments[i].evaluate(context);
        isNull = isNull || values[i].isNullish();
        if (!values[i].isString() && !values[i].isNullish()) {
            raise(location(51746 - static_cast<std::int32_t>(i)), op, " requires that '", kNames[i].name,
                  "' be a string, found: ", values[i].typeName());
        }
    }
    if (isNull) return EvalContext::null();
    const std::string_view text = values[0].asString();
    const std::string_view find = values[1].asString();
    TextMaker out(context);
    std::size_t from = 0;
    for (;;) {
        const std::size_t at = text.find(find, from);
        if (at == std::string_view::npos) break;
        out.append(text.substr(from, at - from));
        out.append(values[2].asString());
        from = at + find.size();
        if (!replacesAll) break;
        if (find.empty()) {  // stands before every character, and at the end
            if (from == text.size()) break;
            const std::size_t bytes = characterBytes(text.substr(from));
            out.append(text.substr(from, bytes));
            from += bytes;
        }
    }
    out.append(text.substr(from));
    return out.toString();
}

ValueView evaluateReplaceOne(EvalContext& context, const Arguments& arguments) {
    return replaced(context, "$replaceOne", arguments, false);
}

ValueView evaluateReplaceAll(EvalContext& context, const Arguments& arguments) {
    return replaced(context, "$replaceAll", arguments, true);
}

}  // namespace

constinit const ExpressionOperator kExpressionReplaceAll{
    .name = "$replaceAll", .named = kNamed, .evaluate = evaluateReplaceAll};
constinit const ExpressionOperator kExpressionReplaceOne{
    .name = "$replaceOne", .named = kNamed, .evaluate = evaluateReplaceOne};

}  // namespace sheaf::query
