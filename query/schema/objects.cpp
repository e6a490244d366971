// properties, patternProperties, additionalProperties, required, minProperties, maxProperties, dependencies: what
// documents must be.
//
//   { properties: { <name>: <schema>, … }, patternProperties: { <regex>: <schema>, … },
//     additionalProperties: <bool or schema> }                        the last for fields that the others do not name
//   { required: [ <name>, … ] }
//   { dependencies: { <name>: [ <name>, … ] or <schema>, … } }        for documents that have the field
//
// Errors    14 another kind of argument; 9 a negative or broken number, an empty list, a name twice; those of a regular
//           expression.

#include "bson/raise.h"
#include "query/filter/regex.h"
#include "query/schema/keywords.h"

#include <algorithm>
#include <string>

namespace sheaf::query {
namespace {

struct NamedSchema {
    std::string name;
    Schema schema;
};

struct PatternSchema {
    std::shared_ptr<const Regex> pattern;
    Schema schema;
};

bool isNamed(const NamedSchema& entry, std::string_view name) { return entry.name < name; }

void parseProperties(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireDocument("properties", argument);
    std::vector<NamedSchema> properties;
    for (const bson::Element& property : argument.asDocument()) {
        properties.push_back({std::string(property.name), parser.parseNested("properties", property.value)});
    }
    std::stable_sort(properties.begin(), properties.end(),
                     [](const NamedSchema& a, const NamedSchema& b) { return a.name < b.name; });
    addRule(rules, [properties = std::move(properties)](bson::ValueView value) {
        if (!value.isDocument()) return true;
        for (const bson::Element& field : value.asDocument()) {
            const auto found = std::lower_bound(properties.begin(), properties.end(), field.name, isNamed);
            if (found != properties.end() && found->name == field.name && !found->schema.accepts(field.value)) return false;
        }
        return true;
    });
}

void parsePatternProperties(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireDocument("patternProperties", argument);
    std::vector<PatternSchema> patterns;
    for (const bson::Element& pattern : argument.asDocument()) {
        patterns.push_back({std::make_shared<const Regex>(pattern.name, ""),
                            parser.parseNested("patternProperties", pattern.value)});
    }
    addRule(rules, [patterns = std::move(patterns)](bson::ValueView value) {
        if (!value.isDocument()) return true;
        for (const bson::Element& field : value.asDocument()) {
            for (const PatternSchema& pattern : patterns) {
                if (pattern.pattern->matches(field.name) && !pattern.schema.accepts(field.value)) return false;
            }
        }
        return true;
    });
}

// The fields that a schema's properties and patternProperties speak of.
class KnownFields {
public:
    explicit KnownFields(bson::DocumentView schema) {
        const bson::ValueView properties = schema["properties"];
        if (properties.isDocument()) {
            for (const bson::Element& property : properties.asDocument()) names_.emplace_back(property.name);
        }
        std::sort(names_.begin(), names_.end());
        const bson::ValueView patterns = schema["patternProperties"];
        if (!patterns.isDocument()) return;
        for (const bson::Element& pattern : patterns.asDocument()) {
            patterns_.push_back(std::make_shared<const Regex>(pattern.name, ""));
        }
    }

    bool has(std::string_view name) const {
        return std::binary_search(names_.begin(), names_.end(), name) ||
               std::any_of(patterns_.begin(), patterns_.end(), [&](const auto& pattern) { return pattern->matches(name); });
    }

private:
    std::vector<std::string> names_;
    std::vector<std::shared_ptr<const Regex>> patterns_;
};

void parseAdditionalProperties(SchemaParser& parser, bson::ValueView argument, bson::DocumentView schema,
                               SchemaRules& rules) {
    if (!argument.isBool() && !argument.isDocument()) {
        raise(ErrorCode::TypeMismatch, "$jsonSchema keyword 'additionalProperties' must be a boolean or an object, found ",
              argument);
    }
    if (argument.isBool() && argument.asBool()) return;
    const bool acceptsNone = argument.isBool();
    Schema others;
    if (argument.isDocument()) others = parser.parse(argument.asDocument());
    addRule(rules, [known = KnownFields(schema), acceptsNone, others](bson::ValueView value) {
        if (!value.isDocument()) return true;
        for (const bson::Element& field : value.asDocument()) {
            if (!known.has(field.name) && (acceptsNone || !others.accepts(field.value))) return false;
        }
        return true;
    });
}

bool hasAll(bson::DocumentView document, const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return document.contains(name); });
}

void parseRequired(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [names = distinctStrings("required", argument)](bson::ValueView value) {
        return !value.isDocument() || hasAll(value.asDocument(), names);
    });
}

void parseMinProperties(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [least = static_cast<std::uint64_t>(nonNegativeInteger("minProperties", argument))](bson::ValueView value) {
        return !value.isDocument() || value.asDocument().countElements() >= least;
    });
}

void parseMaxProperties(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    addRule(rules, [most = static_cast<std::uint64_t>(nonNegativeInteger("maxProperties", argument))](bson::ValueView value) {
        return !value.isDocument() || value.asDocument().countElements() <= most;
    });
}

void addDependency(std::string name, std::vector<std::string> needed, SchemaRules& rules) {
    addRule(rules, [name = std::move(name), needed = std::move(needed)](bson::ValueView value) {
        if (!value.isDocument() || !value.asDocument().contains(name)) return true;
        return hasAll(value.asDocument(), needed);
    });
}

void parseDependencies(SchemaParser& parser, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireDocument("dependencies", argument);
    for (const bson::Element& dependency : argument.asDocument()) {
        if (dependency.value.isArray()) {
            addDependency(std::string(dependency.name), distinctStrings("dependencies", dependency.value), rules);
            continue;
        }
        addRule(rules, [name = std::string(dependency.name),
                        schema = parser.parseNested("dependencies", dependency.value)](bson::ValueView value) {
            return !value.isDocument() || !value.asDocument().contains(name) || schema.accepts(value);
        });
    }
}

}  // namespace

constinit const SchemaKeyword kSchemaProperties{.name = "properties", .parse = parseProperties};
constinit const SchemaKeyword kSchemaPatternProperties{.name = "patternProperties", .parse = parsePatternProperties};
constinit const SchemaKeyword kSchemaAdditionalProperties{.name = "additionalProperties",
                                                          .parse = parseAdditionalProperties};
constinit const SchemaKeyword kSchemaRequired{.name = "required", .parse = parseRequired};
constinit const SchemaKeyword kSchemaMinProperties{.name = "minProperties", .parse = parseMinProperties};
constinit const SchemaKeyword kSchemaMaxProperties{.name = "maxProperties", .parse = parseMaxProperties};
constinit const SchemaKeyword kSchemaDependencies{.name = "dependencies", .parse = parseDependencies};

}  // namespace sheaf::query
