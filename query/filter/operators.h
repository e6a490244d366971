// The filter operators: one constant each, defined in the operator's own file, listed in operators.cpp.
#pragma once

#include "query/filter/parser.h"

#include <span>
#include <string_view>

namespace sheaf::query {

// {path: {$name: argument, …}}.
struct FieldCondition {
    FilterParser& parser;
    std::string_view path;
    bson::ValueView argument;
    bson::DocumentView operators;  // the whole operator document
};

struct FilterOperator {
    std::string_view name;
    // The operator on a field. May return nothing where the operator adds no condition ($comment, $options). Null when
    // it does not stand there.
    FilterPtr (*parseOnField)(const FieldCondition& condition) = nullptr;
    // The operator in place of a field name. Null when it does not stand there.
    FilterPtr (*parseAtTop)(FilterParser& parser, bson::ValueView argument) = nullptr;
};

// In name order.
std::span<const FilterOperator* const> filterOperators();
// Null when there is none of that name.
const FilterOperator* findFilterOperator(std::string_view name);

extern const FilterOperator kFilterAll;
extern const FilterOperator kFilterAlwaysFalse;
extern const FilterOperator kFilterAlwaysTrue;
extern const FilterOperator kFilterAnd;
extern const FilterOperator kFilterBitsAllClear;
extern const FilterOperator kFilterBitsAllSet;
extern const FilterOperator kFilterBitsAnyClear;
extern const FilterOperator kFilterBitsAnySet;
extern const FilterOperator kFilterComment;
extern const FilterOperator kFilterElemMatch;
extern const FilterOperator kFilterEq;
extern const FilterOperator kFilterExists;
extern const FilterOperator kFilterExpr;
extern const FilterOperator kFilterGt;
extern const FilterOperator kFilterGte;
extern const FilterOperator kFilterIn;
extern const FilterOperator kFilterJsonSchema;
extern const FilterOperator kFilterLt;
extern const FilterOperator kFilterLte;
extern const FilterOperator kFilterMod;
extern const FilterOperator kFilterNe;
extern const FilterOperator kFilterNin;
extern const FilterOperator kFilterNor;
extern const FilterOperator kFilterNot;
extern const FilterOperator kFilterOptions;
extern const FilterOperator kFilterOr;
extern const FilterOperator kFilterRegex;
extern const FilterOperator kFilterSampleRate;
extern const FilterOperator kFilterSize;
extern const FilterOperator kFilterType;
extern const FilterOperator kFilterWhere;

}  // namespace sheaf::query
