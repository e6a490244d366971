// allOf, anyOf, oneOf, not, enum: schemas joined, and values listed.
//
//   { allOf: [ <schema>, … ] }    { not: <schema> }    { enum: [ <value>, … ] }
//
// In enum the order of fields does not count and numbers are equal whatever their type.
// Errors    14 another kind of argument; 2 an empty list of schemas; 9 an enum that is empty or has a value twice.

#include "bson/raise.h"
#include "query/schema/keywords.h"
#include "query/schema/unordered.h"

#include <algorithm>

namespace sheaf::query {
namespace {

std::ptrdiff_t countAccepting(const std::vector<Schema>& schemas, bson::ValueView value) {
    return std::count_if(schemas.begin(), schemas.end(), [&](const Schema& schema) { return schema.accepts(value); });
}

void parseAllOf(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [schemas = parser.parseList("allOf", argument)](bson::ValueView value) {
        return std::all_of(schemas.begin(), schemas.end(), [&](const Schema& schema) { return schema.accepts(value); });
    });
}

void parseAnyOf(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [schemas = parser.parseList("anyOf", argument)](bson::ValueView value) {
        return std::any_of(schemas.begin(), schemas.end(), [&](const Schema& schema) { return schema.accepts(value); });
    });
}

void parseOneOf(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [schemas = parser.parseList("oneOf", argument)](bson::ValueView value) {
        return countAccepting(schemas, value) == 1;
    });
}

void parseNot(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [schema = parser.parseNested("not", argument)](bson::ValueView value) { return !schema.accepts(value); });
}

void parseEnum(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireArray("enum", argument);
    if (argument.asArray().isEmpty()) raise(ErrorCode::FailedToParse, "$jsonSchema keyword 'enum' cannot be an empty array");
    UnorderedValues values;
    for (const bson::ValueView& value : argument.asArray()) values.add(value);
    if (!values.finish()) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword 'enum' cannot hold a value twice: ", argument);
    }
    addRule(rules, [values = std::move(values)](bson::ValueView value) { return values.contains(value); });
}

}  // namespace

constinit const SchemaKeyword kSchemaAllOf{.name = "allOf", .parse = parseAllOf};
constinit const SchemaKeyword kSchemaAnyOf{.name = "anyOf", .parse = parseAnyOf};
constinit const SchemaKeyword kSchemaOneOf{.name = "oneOf", .parse = parseOneOf};
constinit const SchemaKeyword kSchemaNot{.name = "not", .parse = parseNot};
constinit const SchemaKeyword kSchemaEnum{.name = "enum", .parse = parseEnum};

}  // namespace sheaf::query
