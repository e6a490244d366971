// minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: what numbers must be.
//
//   { minimum: <number>, exclusiveMinimum: <bool> }    { multipleOf: <number above 0> }
//
// Multiples are reckoned in decimals, doubles rounded to 15 digits, so that 6.3 is a multiple of 2.1.
// Errors    14 no number, no boolean; 9 exclusiveMinimum without minimum, multipleOf not above 0.

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/node.h"
#include "query/schema/keywords.h"

namespace sheaf::query {
namespace {

void addBound(SchemaRules& rules, FilterKind kind, bson::ValueView bound) {
    addRule(rules, [kind, operand = bson::Value(bound)](bson::ValueView value) {
        return !value.isNumber() || satisfiesComparison(kind, value, operand.view());
    });
}

bool isExclusive(std::string_view keyword, bson::DocumentView schema) {
    const bson::ValueView exclusive = schema[keyword];
    return exclusive.isBool() && exclusive.asBool();
}

void parseMinimum(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules) {
    requireNumber("minimum", argument);
    addBound(rules, isExclusive("exclusiveMinimum", schema) ? FilterKind::Gt : FilterKind::Gte, argument);
}

void parseMaximum(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules& rules) {
    requireNumber("maximum", argument);
    addBound(rules, isExclusive("exclusiveMaximum", schema) ? FilterKind::Lt : FilterKind::Lte, argument);
}

void requireNeighbour(std::string_view keyword, std::string_view neighbour, bson::ValueView argument,
                      bson::DocumentView schema) {
    requireBool(keyword, argument);
    if (!schema.contains(neighbour)) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword '", keyword, "' needs '", neighbour, "' beside it");
    }
}

void parseExclusiveMinimum(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules&) {
    requireNeighbour("exclusiveMinimum", "minimum", argument, schema);
}

void parseExclusiveMaximum(SchemaParser&, bson::ValueView argument, bson::DocumentView schema, SchemaRules&) {
    requireNeighbour("exclusiveMaximum", "maximum", argument, schema);
}

void parseMultipleOf(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules& rules) {
    requireNumber("multipleOf", argument);
    const bson::Decimal128 divisor = bson::toDecimal128(argument);
    if (bson::isNaN(argument) || bson::isNegative(argument) || bson::decimal::isZero(divisor)) {
        raise(ErrorCode::FailedToParse, "$jsonSchema keyword 'multipleOf' must be above 0, found ", argument);
    }
    addRule(rules, [divisor](bson::ValueView value) {
        return !value.isNumber() || bson::decimal::isZero(bson::decimal::remainder(bson::toDecimal128(value), divisor));
    });
}

}  // namespace

constinit const SchemaKeyword kSchemaMinimum{.name = "minimum", .parse = parseMinimum};
constinit const SchemaKeyword kSchemaMaximum{.name = "maximum", .parse = parseMaximum};
constinit const SchemaKeyword kSchemaExclusiveMinimum{.name = "exclusiveMinimum", .parse = parseExclusiveMinimum};
constinit const SchemaKeyword kSchemaExclusiveMaximum{.name = "exclusiveMaximum", .parse = parseExclusiveMaximum};
constinit const SchemaKeyword kSchemaMultipleOf{.name = "multipleOf", .parse = parseMultipleOf};

}  // namespace sheaf::query
