// minLength, maxLength, pattern: what strings must be. Lengths are in code points.
//
//   { minLength: <integer from 0>, maxLength: <integer from 0> }    { pattern: <regular expression> }
//
// Errors    14 no number, no string; 9 a negative or broken number; those of the regular expression.

#include "query/filter/regex.h"
#include "query/schema/keywords.h"

#include <algorithm>

namespace sheaf::query {
namespace {

std::int64_t codePoints(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

void parseMinLength(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [least = nonNegativeInteger("minLength", argument)](bson::ValueView value) {
        return !value.isString() || codePoints(value.asString()) >= least;
    });
}

void parseMaxLength(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [most = nonNegativeInteger("maxLength", argument)](bson::ValueView value) {
        return !value.isString() || codePoints(value.asString()) <= most;
    });
}

void parsePattern(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireString("pattern", argument);
    addRule(rules, [regex = std::make_shared<const Regex>(argument.asString(), "")](bson::ValueView value) {
        return !value.isString() || regex->matches(value.asString());
    });
}

}  // namespace

constinit const SchemaKeyword kSchemaMinLength{.name = "minLength", .parse = parseMinLength};
constinit const SchemaKeyword kSchemaMaxLength{.name = "maxLength", .parse = parseMaxLength};
constinit const SchemaKeyword kSchemaPattern{.name = "pattern", .parse = parsePattern};

}  // namespace sheaf::query
