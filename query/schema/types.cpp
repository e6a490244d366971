// type and bsonType: which types a value may have.
//
//   { type: <JSON type> or [ <JSON type>, … ] }       object, array, number, boolean, string, null
//   { bsonType: <alias> or [ <alias>, … ] }           the aliases of $type
//
// Errors    14 no strings; 9 both keywords, an empty list, a name twice, "integer"; 2 an unknown name.

#include "bson/raise.h"
#include "query/filter/type_set.h"
#include "query/schema/keywords.h"

#include <sheaf/bson/builder.h>

#include <optional>
#include <string>

namespace sheaf::query {
namespace {

std::vector<std::string> namesOf(std::string_view keyword, bson::ValueView argument) {
    if (argument.isString()) return {std::string(argument.asString())};
    return distinctStrings(keyword, argument);
}

// The alias of $type for a JSON type.
std::string_view aliasOf(std::string_view jsonType) {
    if (jsonType == "boolean") return "bool";
    for (const std::string_view same : {"object", "array", "number", "string", "null"}) {
        if (jsonType == same) return same;
    }
    if (jsonType == "integer") {
        raise(ErrorCode::FailedToParse, "$jsonSchema type 'integer' is not supported: use bsonType \"int\" or \"long\"");
    }
    raise(ErrorCode::BadValue, "Unknown type name alias: ", jsonType);
}

void addTypes(const std::vector<std::string>& aliases, SchemaRules& rules) {
    bson::Builder builder;
    builder.openArray("types");
    for (const std::string& alias : aliases) builder.push(alias);
    builder.close();
    const bson::Document document = builder.take();
    addRule(rules, [types = parseTypeSet(document["types"])](bson::ValueView value) { return types.contains(value.type()); });
}

void requireAlone(std::string_view other, bson::DocumentView schema) {
    if (schema.contains(other)) {
        raise(ErrorCode::FailedToParse, "Cannot specify both $jsonSchema keywords 'bsonType' and 'type'");
    }
}

void parseType(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules) {
    requireAlone("bsonType", schema);
    std::vector<std::string> aliases;
    for (const std::string& name : namesOf("type", argument)) aliases.emplace_back(aliasOf(name));
    addTypes(aliases, rules);
}

void parseBsonType(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules) {
    requireAlone("type", schema);
    addTypes(namesOf("bsonType", argument), rules);
}

}  // namespace

constinit const SchemaKeyword kSchemaType{.name = "type", .parse = parseType};
constinit const SchemaKeyword kSchemaBsonType{.name = "bsonType", .parse = parseBsonType};

}  // namespace sheaf::query
