// Parses schemas keyword by keyword, and asks their rules.

#include "query/schema/schema.h"

#include "bson/raise.h"
#include "query/schema/keywords.h"

#include <algorithm>

namespace sheaf::query {
namespace {

// Keywords of draft 4 that MongoDB knows and does not support, and the one that needs client-side encryption.
constexpr std::string_view kUnsupported[] = {"$ref", "$schema", "default", "definitions", "format", "id", "encrypt"};

[[noreturn]] void refuseKeyword(std::string_view name) {
    if (std::find(std::begin(kUnsupported), std::end(kUnsupported), name) != std::end(kUnsupported)) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword '", name, "' is not supported");
    }
    raise(ErrorCode::FailedToParse, "Unknown $jsonSchema keyword: ", name);
}

}  // namespace

Schema Schema::parse(bson::DocumentView schema) {
    SchemaParser parser;
    return parser.parse(schema);
}

bool Schema::accepts(bson::ValueView value) const {
    return std::all_of(rules_.begin(), rules_.end(), [&](const auto& rule) { return rule->accepts(value); });
}

Schema SchemaParser::parse(bson::DocumentView schema) {
    if (depth_ >= Schema::kMaxDepth) {
        raise(ErrorCode::BadValue, "a $jsonSchema is nested deeper than ", Schema::kMaxDepth, " levels");
    }
    ++depth_;
    Schema parsed;
    for (auto element = schema.begin(); element != schema.end(); ++element) {
        for (auto before = schema.begin(); before != element; ++before) {
            if (before->name == element->name) {
                raise(ErrorCode::FailedToParse, "Duplicate $jsonSchema keyword: ", element->name);
            }
        }
        const SchemaKeyword* keyword = findSchemaKeyword(element->name);
        if (keyword == nullptr) refuseKeyword(element->name);
        keyword->parse(*this, element->value, schema, parsed.rules_);
    }
    --depth_;
    return parsed;
}

Schema SchemaParser::parseNested(std::string_view keyword, bson::ValueView schema) {
    requireDocument(keyword, schema);
    return parse(schema.asDocument());
}

std::vector<Schema> SchemaParser::parseList(std::string_view keyword, bson::ValueView schemas) {
    requireArray(keyword, schemas);
    std::vector<Schema> parsed;
    for (const bson::ValueView& schema : schemas.asArray()) parsed.push_back(parseNested(keyword, schema));
    if (parsed.empty()) raise(ErrorCode::BadValue, "$jsonSchema keyword '", keyword, "' must be a non-empty array");
    return parsed;
}

}  // namespace sheaf::query
