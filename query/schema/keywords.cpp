// The table of $jsonSchema's keywords, in name order, and the checks that they share.

#include "query/schema/keywords.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <algorithm>
#include <optional>
#include <string>

namespace sheaf::query {
namespace {

constexpr const SchemaKeyword* kTable[] = {
    &kSchemaAdditionalItems,
    &kSchemaAdditionalProperties,
    &kSchemaAllOf,
    &kSchemaAnyOf,
    &kSchemaBsonType,
    &kSchemaDependencies,
    &kSchemaDescription,
    &kSchemaEncryptMetadata,
    &kSchemaEnum,
    &kSchemaExclusiveMaximum,
    &kSchemaExclusiveMinimum,
    &kSchemaItems,
    &kSchemaMaxItems,
    &kSchemaMaxLength,
    &kSchemaMaxProperties,
    &kSchemaMaximum,
    &kSchemaMinItems,
    &kSchemaMinLength,
    &kSchemaMinProperties,
    &kSchemaMinimum,
    &kSchemaMultipleOf,
    &kSchemaNot,
    &kSchemaOneOf,
    &kSchemaPattern,
    &kSchemaPatternProperties,
    &kSchemaProperties,
    &kSchemaRequired,
    &kSchemaTitle,
    &kSchemaType,
    &kSchemaUniqueItems,
};

void requireKind(bool holds, std::string_view keyword, const char* kind, bson::ValueView argument) {
    if (!holds) raise(ErrorCode::TypeMismatch, "$jsonSchema keyword '", keyword, "' must be ", kind, ", found ", argument);
}

}  // namespace

const SchemaKeyword* findSchemaKeyword(std::string_view name) {
    const auto found = std::lower_bound(std::begin(kTable), std::end(kTable), name,
                                        [](const SchemaKeyword* entry, std::string_view key) { return entry->name < key; });
    return found != std::end(kTable) && (*found)->name == name ? *found : nullptr;
}

void requireBool(std::string_view keyword, bson::ValueView argument) {
    requireKind(argument.isBool(), keyword, "a boolean", argument);
}

void requireString(std::string_view keyword, bson::ValueView argument) {
    requireKind(argument.isString(), keyword, "a string", argument);
}

void requireDocument(std::string_view keyword, bson::ValueView argument) {
    requireKind(argument.isDocument(), keyword, "an object", argument);
}

void requireNumber(std::string_view keyword, bson::ValueView argument) {
    requireKind(argument.isNumber(), keyword, "a number", argument);
}

void requireArray(std::string_view keyword, bson::ValueView argument) {
    requireKind(argument.isArray(), keyword, "an array", argument);
}

std::int64_t nonNegativeInteger(std::string_view keyword, bson::ValueView argument) {
    requireNumber(keyword, argument);
    const std::optional<std::int64_t> number = bson::exactInt64(argument);
    if (!number || *number < 0) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword '", keyword, "' must be a non-negative integer, found ", argument);
    }
    return *number;
}

std::vector<std::string> distinctStrings(std::string_view keyword, bson::ValueView argument) {
    requireArray(keyword, argument);
    std::vector<std::string> strings;
    for (const bson::ValueView& entry : argument.asArray()) {
        requireString(keyword, entry);
        strings.emplace_back(entry.asString());
    }
    if (strings.empty()) raise(ErrorCode::FailedToParse, "$jsonSchema keyword '", keyword, "' cannot be an empty array");
    std::sort(strings.begin(), strings.end());
    if (std::adjacent_find(strings.begin(), strings.end()) != strings.end()) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword '", keyword, "' cannot hold a string twice: ", argument);
    }
    return strings;
}

}  // namespace sheaf::query
