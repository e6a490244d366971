// $jsonSchema: the document satisfies a JSON Schema (query/schema/schema.h).
//
//   { $jsonSchema: <schema> }
//
// Errors    14 while parsing: no document; and the schema's own.

#include "bson/raise.h"
#include "query/filter/operators.h"
#include "query/schema/schema.h"

namespace sheaf::query {
namespace {

class JsonSchemaNode final : public FilterNode {
public:
    explicit JsonSchemaNode(bson::DocumentView schema)
        : FilterNode(FilterKind::Other), schema_(Schema::parse(schema)), document_(schema) {}
    bool matches(bson::DocumentView document, MatchDetails*) const override { return schema_.accepts(document.asValue()); }
    bool matchesField(bson::ValueView value) const override { return schema_.accepts(value); }
    bool matchesElement(bson::ValueView value) const override { return schema_.accepts(value); }
    void describe(bson::Builder& filter) const override { describeCondition(filter); }
    void describeCondition(bson::Builder& operators) const override { operators.append("$jsonSchema", document_); }

private:
    Schema schema_;
    bson::Document document_;
};

FilterPtr parseJsonSchema(FilterParser&, bson::ValueView argument) {
    if (!argument.isDocument()) raise(ErrorCode::TypeMismatch, "$jsonSchema must be an object, found ", argument);
    return std::make_shared<JsonSchemaNode>(argument.asDocument());
}

}  // namespace

constinit const FilterOperator kFilterJsonSchema{.name = "$jsonSchema", .parseAtTop = parseJsonSchema};

}  // namespace sheaf::query
