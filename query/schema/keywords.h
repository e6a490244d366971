// The keywords of $jsonSchema: what one is, and the table of them.
#pragma once

#include "query/schema/schema.h"

#include <sheaf/bson/view.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace sheaf::query {

// What one keyword says about a value. A keyword for strings accepts everything else, and so on.
class SchemaRule {
public:
    virtual ~SchemaRule() = default;
    virtual bool accepts(bson::ValueView value) const = 0;
};

using SchemaRules = std::vector<std::shared_ptr<const SchemaRule>>;

// A rule made of a function of a value.
template <typename Accepts>
class FunctionRule final : public SchemaRule {
public:
    explicit FunctionRule(Accepts accepts) : accepts_(std::move(accepts)) {}
    bool accepts(bson::ValueView value) const override { return accepts_(value); }

private:
    Accepts accepts_;
};

template <typename Accepts>
void addRule(SchemaRules& rules, Accepts accepts) {
    rules.push_back(std::make_shared<FunctionRule<Accepts>>(std::move(accepts)));
}

// Reads nested schemas, with a bound on their depth.
class SchemaParser {
public:
    Schema parse(bson::DocumentView schema);
    // The argument of `keyword` as a schema. Throws TypeMismatch (14) when it is no document.
    Schema parseNested(std::string_view keyword, bson::ValueView schema);
    // A non-empty array of schemas.
    std::vector<Schema> parseList(std::string_view keyword, bson::ValueView schemas);

private:
    int depth_ = 0;
};

struct SchemaKeyword {
    std::string_view name;
    // Adds the keyword's rules. `schema` is the document that holds the keyword: some depend on their neighbours.
    void (*parse)(SchemaParser& parser, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules);
};

// In name order. Null when there is none of that name.
const SchemaKeyword* findSchemaKeyword(std::string_view name);

// Checks that the keywords share. All throw TypeMismatch (14); the last FailedToParse (9) too.
void requireBool(std::string_view keyword, bson::ValueView argument);
void requireString(std::string_view keyword, bson::ValueView argument);
void requireDocument(std::string_view keyword, bson::ValueView argument);
void requireNumber(std::string_view keyword, bson::ValueView argument);
void requireArray(std::string_view keyword, bson::ValueView argument);
std::int64_t nonNegativeInteger(std::string_view keyword, bson::ValueView argument);
// A non-empty array of strings, none of them twice.
std::vector<std::string> distinctStrings(std::string_view keyword, bson::ValueView argument);

extern const SchemaKeyword kSchemaAdditionalItems;
extern const SchemaKeyword kSchemaAdditionalProperties;
extern const SchemaKeyword kSchemaAllOf;
extern const SchemaKeyword kSchemaAnyOf;
extern const SchemaKeyword kSchemaBsonType;
extern const SchemaKeyword kSchemaDependencies;
extern const SchemaKeyword kSchemaDescription;
extern const SchemaKeyword kSchemaEncryptMetadata;
extern const SchemaKeyword kSchemaEnum;
extern const SchemaKeyword kSchemaExclusiveMaximum;
extern const SchemaKeyword kSchemaExclusiveMinimum;
extern const SchemaKeyword kSchemaItems;
extern const SchemaKeyword kSchemaMaxItems;
extern const SchemaKeyword kSchemaMaxLength;
extern const SchemaKeyword kSchemaMaxProperties;
extern const SchemaKeyword kSchemaMaximum;
extern const SchemaKeyword kSchemaMinItems;
extern const SchemaKeyword kSchemaMinLength;
extern const SchemaKeyword kSchemaMinProperties;
extern const SchemaKeyword kSchemaMinimum;
extern const SchemaKeyword kSchemaMultipleOf;
extern const SchemaKeyword kSchemaNot;
extern const SchemaKeyword kSchemaOneOf;
extern const SchemaKeyword kSchemaPattern;
extern const SchemaKeyword kSchemaPatternProperties;
extern const SchemaKeyword kSchemaProperties;
extern const SchemaKeyword kSchemaRequired;
extern const SchemaKeyword kSchemaTitle;
extern const SchemaKeyword kSchemaType;
extern const SchemaKeyword kSchemaUniqueItems;

}  // namespace sheaf::query
