// $type: the value is of one of some types.
//
//   { <path>: { $type: <alias or number> } }    { <path>: { $type: [ <alias or number>, … ] } }
//
// Aliases are MongoDB's; "number" stands for all four numeric types. An array matches through its elements and,
// as "array", as itself.
// Errors    while parsing: 2 an unknown alias or number; 14 another kind of argument; 9 an empty list.

#include "query/filter/type_set.h"

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

using bson::Type;

constexpr Type kTypes[] = {
    Type::Double,    Type::String,     Type::Document,  Type::Array,  Type::Binary,        Type::Undefined, Type::ObjectId,
    Type::Bool,      Type::Date,       Type::Null,      Type::Regex,  Type::DbPointer,     Type::Code,      Type::Symbol,
    Type::CodeWithScope, Type::Int32,  Type::Timestamp, Type::Int64,  Type::Decimal128,    Type::MaxKey,    Type::MinKey,
};

void addAlias(std::string_view alias, TypeSet& set) {
    if (alias == "number") {
        for (const Type type : {Type::Double, Type::Int32, Type::Int64, Type::Decimal128}) set.add(type);
        return;
    }
    for (const Type type : kTypes) {
        if (bson::typeName(type) == alias) {
            set.add(type);
            return;
        }
    }
    raise(ErrorCode::BadValue, "Unknown type name alias: ", alias);
}

void addNumber(bson::ValueView number, TypeSet& set) {
    const auto code = bson::exactInt64(number);
    for (const Type type : kTypes) {
        const std::int64_t own = type == Type::MinKey ? -1 : static_cast<std::int64_t>(type);
        if (code == own) {
            set.add(type);
            return;
        }
    }
    raise(ErrorCode::BadValue, "Invalid numerical type code: ", number);
}

void addType(bson::ValueView name, TypeSet& set) {
    if (name.isString()) {
        addAlias(name.asString(), set);
    } else if (name.isNumber()) {
        addNumber(name, set);
    } else {
        raise(ErrorCode::TypeMismatch, "type must be represented as a number or a string, found ", name);
    }
}

FilterPtr parseType(const FieldCondition& condition) {
    return std::make_shared<TypeNode>(condition.path, parseTypeSet(condition.argument));
}

}  // namespace

TypeSet parseTypeSet(bson::ValueView argument) {
    TypeSet set;
    if (argument.isArray()) {
        for (const bson::ValueView& name : argument.asArray()) addType(name, set);
        if (set.isEmpty()) raise(ErrorCode::FailedToParse, "$type must match at least one type");
    } else {
        addType(argument, set);
    }
    return set;
}

void TypeNode::describeCondition(bson::Builder& operators) const {
    operators.openArray("$type");
    for (const Type type : kTypes) {
        if (types_.contains(type)) operators.push(type == Type::MinKey ? -1 : static_cast<std::int32_t>(type));
    }
    operators.close();
}

constinit const FilterOperator kFilterType{.name = "$type", .parseOnField = parseType};

}  // namespace sheaf::query
