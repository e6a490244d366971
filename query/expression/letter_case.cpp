// $toLower, $toUpper, $strcasecmp: the letters a to z in the other case, and a comparison that ignores it.
//
//   { $toLower: <string> }    { $toUpper: <string> }    { $strcasecmp: [ <string>, <string> ] }
//
// Types     null and missing count as the empty string; numbers and dates as what they print as.
// Result    a string; of $strcasecmp -1, 0 or 1 as int32.
// Errors    16020 while parsing: a wrong number of arguments. 16007 while running: what has no text.

#include "query/expression/text.h"

namespace sheaf::query {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c; }

ValueView mapped(EvalContext& context, std::string_view text, char (*letter)(char)) {
    const ValueView copy = context.make(text);
    char* const at = reinterpret_cast<char*>(const_cast<std::uint8_t*>(copy.data())) + 4;
    for (std::size_t i = 0; i < text.size(); ++i) at[i] = letter(text[i]);
    return copy;
}

ValueView evaluateToLower(EvalContext& context, const Arguments& arguments) {
    return mapped(context, coerceToText(context, arguments[0].evaluate(context)), lower);
}

ValueView evaluateToUpper(EvalContext& context, const Arguments& arguments) {
    return mapped(context, coerceToText(context, arguments[0].evaluate(context)), upper);
}

ValueView evaluateStrcasecmp(EvalContext& context, const Arguments& arguments) {
    const ValueView left = mapped(context, coerceToText(context, arguments[0].evaluate(context)), upper);
    const ValueView right = mapped(context, coerceToText(context, arguments[1].evaluate(context)), upper);
    const int order = left.asString().compare(right.asString());
    return context.make(std::int32_t{order < 0 ? -1 : order > 0 ? 1 : 0});
}

}  // namespace

constinit const ExpressionOperator kExpressionToLower{
    .name = "$toLower", .arity = Arity::exactly(1), .evaluate = evaluateToLower};
constinit const ExpressionOperator kExpressionToUpper{
    .name = "$toUpper", .arity = Arity::exactly(1), .evaluate = evaluateToUpper};
constinit const ExpressionOperator kExpressionStrcasecmp{
    .name = "$strcasecmp", .arity = Arity::exactly(2), .evaluate = evaluateStrcasecmp};

}  // namespace sheaf::query
