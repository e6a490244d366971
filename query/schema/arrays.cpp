// items, additionalItems, minItems, maxItems, uniqueItems: what arrays must be.
//
//   { items: <schema> }                                           every element
//   { items: [ <schema>, … ], additionalItems: <bool or schema> } the first elements one by one, and those behind them
//
// Errors    14 another kind of argument; 9 a negative or broken number.

#include "bson/raise.h"
#include "query/schema/keywords.h"
#include "query/schema/unordered.h"

namespace sheaf::query {
namespace {

void parseItems(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    if (argument.isDocument()) {
        addRule(rules, [schema = parser.parse(argument.asDocument())](bson::ValueView value) {
            if (!value.isArray()) return true;
            for (const bson::ValueView& element : value.asArray()) {
                if (!schema.accepts(element)) return false;
            }
            return true;
        });
        return;
    }
    requireArray("items", argument);
    std::vector<Schema> schemas;
    for (const bson::ValueView& schema : argument.asArray()) schemas.push_back(parser.parseNested("items", schema));
    addRule(rules, [schemas = std::move(schemas)](bson::ValueView value) {
        if (!value.isArray()) return true;
        std::size_t position = 0;
        for (const bson::ValueView& element : value.asArray()) {
            if (position == schemas.size()) return true;
            if (!schemas[position++].accepts(element)) return false;
        }
        return true;
    });
}

void parseAdditionalItems(SchemaParser& parser, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules) {
    if (!argument.isBool() && !argument.isDocument()) {
        raise(ErrorCode::TypeMismatch, "$jsonSchema keyword 'additionalItems' must be a boolean or an object, found ", argument);
    }
    const bool acceptsAll = argument.isBool() && argument.asBool();
    const bool acceptsNone = argument.isBool() && !acceptsAll;
    Schema behind;
    if (argument.isDocument()) behind = parser.parse(argument.asDocument());
    const bson::ValueView items = schema["items"];
    if (acceptsAll || !items.isArray()) return;
    addRule(rules, [count = items.asArray().countElements(), acceptsNone, behind](bson::ValueView value) {
        if (!value.isArray()) return true;
        std::size_t position = 0;
        for (const bson::ValueView& element : value.asArray()) {
            if (position++ >= count && (acceptsNone || !behind.accepts(element))) return false;
        }
        return true;
    });
}

void parseMinItems(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [least = static_cast<std::uint64_t>(nonNegativeInteger("minItems", argument))](bson::ValueView value) {
        return !value.isArray() || value.asArray().countElements() >= least;
    });
}

void parseMaxItems(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [most = static_cast<std::uint64_t>(nonNegativeInteger("maxItems", argument))](bson::ValueView value) {
        return !value.isArray() || value.asArray().countElements() <= most;
    });
}

void parseUniqueItems(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireBool("uniqueItems", argument);
    if (!argument.asBool()) return;
    addRule(rules, [](bson::ValueView value) {
        if (!value.isArray()) return true;
        UnorderedValues met;
        for (const bson::ValueView& element : value.asArray()) met.add(element);
        return met.finish();
    });
}

}  // namespace

constinit const SchemaKeyword kSchemaItems{.name = "items", .parse = parseItems};
constinit const SchemaKeyword kSchemaAdditionalItems{.name = "additionalItems", .parse = parseAdditionalItems};
constinit const SchemaKeyword kSchemaMinItems{.name = "minItems", .parse = parseMinItems};
constinit const SchemaKeyword kSchemaMaxItems{.name = "maxItems", .parse = parseMaxItems};
constinit const SchemaKeyword kSchemaUniqueItems{.name = "uniqueItems", .parse = parseUniqueItems};

}  // namespace sheaf::query
