// The operators of expressions: one constant each, defined in the file of the operator or its family, listed in
// operators.cpp.
#pragma once

#include "query/expression/parser.h"

#include <limits>
#include <span>
#include <string_view>

namespace sheaf::query {

// How many arguments an operator takes in an array. One argument may also stand without the array.
struct Arity {
    std::size_t least = 0;
    std::size_t most = 0;

    static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    static constexpr Arity exactly(std::size_t count) { return {count, count}; }
    static constexpr Arity between(std::size_t least, std::size_t most) { return {least, most}; }
    static constexpr Arity atLeast(std::size_t least) { return {least, kAny}; }
    static constexpr Arity any() { return {0, kAny}; }
};

// Arguments with names: {$op: {input: …, chars: …}}.
struct NamedArguments {
    struct Name {
        std::string_view name;
        std::int32_t missing = 0;  // the error's number when it is left out; 0: it may be
    };
    std::span<const Name> names{};
    std::int32_t notDocument = 0;  // the errors' numbers
    std::int32_t unknown = 0;
};

struct ExpressionOperator {
    std::string_view name;
    Arity arity{};
    // Not empty: the arguments have names, and stand in this order in `arguments`.
    NamedArguments named{};
    ValueView (*evaluate)(EvalContext& context, const Arguments& arguments) = nullptr;
    // Operators that take their arguments in a way of their own have this instead.
    NodePtr (*parse)(ExpressionParser& parser, ValueView argument) = nullptr;
    // The same arguments always give the same result.
    bool isPure = true;
};

// In name order.
std::span<const ExpressionOperator* const> expressionOperators();
// Null when there is none of that name.
const ExpressionOperator* findExpressionOperator(std::string_view name);

// The node of an operator that has `evaluate`, from its argument. Throws location(16020) or location(28667) for a wrong
// number of arguments, and the numbers that its NamedArguments say.
NodePtr parseArguments(ExpressionParser& parser, const ExpressionOperator& op, ValueView argument);
// Throws as parseArguments.
void requireArity(const ExpressionOperator& op, std::size_t count);
// The entries of an array, or the one argument that stands without.
std::vector<NodePtr> parseList(ExpressionParser& parser, ValueView argument);
// The arguments of a document by the order of their names; null where one is left out.
std::vector<NodePtr> parseNamed(ExpressionParser& parser, std::string_view op, const NamedArguments& named, ValueView argument);
// The node itself.
NodePtr makeOperator(const ExpressionOperator& op, std::vector<NodePtr> arguments);

extern const ExpressionOperator kExpressionAbs;
extern const ExpressionOperator kExpressionAcos;
extern const ExpressionOperator kExpressionAcosh;
extern const ExpressionOperator kExpressionAdd;
extern const ExpressionOperator kExpressionAllElementsTrue;
extern const ExpressionOperator kExpressionAnd;
extern const ExpressionOperator kExpressionAnyElementTrue;
extern const ExpressionOperator kExpressionArrayElemAt;
extern const ExpressionOperator kExpressionArrayToObject;
extern const ExpressionOperator kExpressionAsin;
extern const ExpressionOperator kExpressionAsinh;
extern const ExpressionOperator kExpressionAtan;
extern const ExpressionOperator kExpressionAtan2;
extern const ExpressionOperator kExpressionAtanh;
extern const ExpressionOperator kExpressionAvg;
extern const ExpressionOperator kExpressionBinarySize;
extern const ExpressionOperator kExpressionBitAnd;
extern const ExpressionOperator kExpressionBitNot;
extern const ExpressionOperator kExpressionBitOr;
extern const ExpressionOperator kExpressionBitXor;
extern const ExpressionOperator kExpressionBsonSize;
extern const ExpressionOperator kExpressionCeil;
extern const ExpressionOperator kExpressionCmp;
extern const ExpressionOperator kExpressionConcat;
extern const ExpressionOperator kExpressionConcatArrays;
extern const ExpressionOperator kExpressionCond;
extern const ExpressionOperator kExpressionConst;
extern const ExpressionOperator kExpressionConvert;
extern const ExpressionOperator kExpressionCos;
extern const ExpressionOperator kExpressionCosh;
extern const ExpressionOperator kExpressionDateAdd;
extern const ExpressionOperator kExpressionDateDiff;
extern const ExpressionOperator kExpressionDateFromParts;
extern const ExpressionOperator kExpressionDateFromString;
extern const ExpressionOperator kExpressionDateSubtract;
extern const ExpressionOperator kExpressionDateToParts;
extern const ExpressionOperator kExpressionDateToString;
extern const ExpressionOperator kExpressionDateTrunc;
extern const ExpressionOperator kExpressionDayOfMonth;
extern const ExpressionOperator kExpressionDayOfWeek;
extern const ExpressionOperator kExpressionDayOfYear;
extern const ExpressionOperator kExpressionDegreesToRadians;
extern const ExpressionOperator kExpressionDivide;
extern const ExpressionOperator kExpressionEq;
extern const ExpressionOperator kExpressionExp;
extern const ExpressionOperator kExpressionFilter;
extern const ExpressionOperator kExpressionFirst;
extern const ExpressionOperator kExpressionFirstN;
extern const ExpressionOperator kExpressionFloor;
extern const ExpressionOperator kExpressionGetField;
extern const ExpressionOperator kExpressionGt;
extern const ExpressionOperator kExpressionGte;
extern const ExpressionOperator kExpressionHour;
extern const ExpressionOperator kExpressionIfNull;
extern const ExpressionOperator kExpressionIn;
extern const ExpressionOperator kExpressionIndexOfArray;
extern const ExpressionOperator kExpressionIndexOfBytes;
extern const ExpressionOperator kExpressionIndexOfCP;
extern const ExpressionOperator kExpressionIsArray;
extern const ExpressionOperator kExpressionIsNumber;
extern const ExpressionOperator kExpressionIsoDayOfWeek;
extern const ExpressionOperator kExpressionIsoWeek;
extern const ExpressionOperator kExpressionIsoWeekYear;
extern const ExpressionOperator kExpressionLast;
extern const ExpressionOperator kExpressionLastN;
extern const ExpressionOperator kExpressionLet;
extern const ExpressionOperator kExpressionLiteral;
extern const ExpressionOperator kExpressionLn;
extern const ExpressionOperator kExpressionLog;
extern const ExpressionOperator kExpressionLog10;
extern const ExpressionOperator kExpressionLt;
extern const ExpressionOperator kExpressionLte;
extern const ExpressionOperator kExpressionLtrim;
extern const ExpressionOperator kExpressionMap;
extern const ExpressionOperator kExpressionMax;
extern const ExpressionOperator kExpressionMaxN;
extern const ExpressionOperator kExpressionMedian;
extern const ExpressionOperator kExpressionMergeObjects;
extern const ExpressionOperator kExpressionMillisecond;
extern const ExpressionOperator kExpressionMin;
extern const ExpressionOperator kExpressionMinN;
extern const ExpressionOperator kExpressionMinute;
extern const ExpressionOperator kExpressionMod;
extern const ExpressionOperator kExpressionMonth;
extern const ExpressionOperator kExpressionMultiply;
extern const ExpressionOperator kExpressionNe;
extern const ExpressionOperator kExpressionNot;
extern const ExpressionOperator kExpressionObjectToArray;
extern const ExpressionOperator kExpressionOr;
extern const ExpressionOperator kExpressionPercentile;
extern const ExpressionOperator kExpressionPow;
extern const ExpressionOperator kExpressionRadiansToDegrees;
extern const ExpressionOperator kExpressionRand;
extern const ExpressionOperator kExpressionRange;
extern const ExpressionOperator kExpressionReduce;
extern const ExpressionOperator kExpressionRegexFind;
extern const ExpressionOperator kExpressionRegexFindAll;
extern const ExpressionOperator kExpressionRegexMatch;
extern const ExpressionOperator kExpressionReplaceAll;
extern const ExpressionOperator kExpressionReplaceOne;
extern const ExpressionOperator kExpressionReverseArray;
extern const ExpressionOperator kExpressionRound;
extern const ExpressionOperator kExpressionRtrim;
extern const ExpressionOperator kExpressionSecond;
extern const ExpressionOperator kExpressionSetDifference;
extern const ExpressionOperator kExpressionSetEquals;
extern const ExpressionOperator kExpressionSetField;
extern const ExpressionOperator kExpressionSetIntersection;
extern const ExpressionOperator kExpressionSetIsSubset;
extern const ExpressionOperator kExpressionSetUnion;
extern const ExpressionOperator kExpressionSin;
extern const ExpressionOperator kExpressionSinh;
extern const ExpressionOperator kExpressionSize;
extern const ExpressionOperator kExpressionSlice;
extern const ExpressionOperator kExpressionSortArray;
extern const ExpressionOperator kExpressionSplit;
extern const ExpressionOperator kExpressionSqrt;
extern const ExpressionOperator kExpressionStdDevPop;
extern const ExpressionOperator kExpressionStdDevSamp;
extern const ExpressionOperator kExpressionStrLenBytes;
extern const ExpressionOperator kExpressionStrLenCP;
extern const ExpressionOperator kExpressionStrcasecmp;
extern const ExpressionOperator kExpressionSubstr;
extern const ExpressionOperator kExpressionSubstrBytes;
extern const ExpressionOperator kExpressionSubstrCP;
extern const ExpressionOperator kExpressionSubtract;
extern const ExpressionOperator kExpressionSum;
extern const ExpressionOperator kExpressionSwitch;
extern const ExpressionOperator kExpressionTan;
extern const ExpressionOperator kExpressionTanh;
extern const ExpressionOperator kExpressionToBool;
extern const ExpressionOperator kExpressionToDate;
extern const ExpressionOperator kExpressionToDecimal;
extern const ExpressionOperator kExpressionToDouble;
extern const ExpressionOperator kExpressionToInt;
extern const ExpressionOperator kExpressionToLong;
extern const ExpressionOperator kExpressionToLower;
extern const ExpressionOperator kExpressionToObjectId;
extern const ExpressionOperator kExpressionToString;
extern const ExpressionOperator kExpressionToUuid;
extern const ExpressionOperator kExpressionToUpper;
extern const ExpressionOperator kExpressionTrim;
extern const ExpressionOperator kExpressionTrunc;
extern const ExpressionOperator kExpressionTsIncrement;
extern const ExpressionOperator kExpressionTsSecond;
extern const ExpressionOperator kExpressionType;
extern const ExpressionOperator kExpressionUnsetField;
extern const ExpressionOperator kExpressionWeek;
extern const ExpressionOperator kExpressionYear;
extern const ExpressionOperator kExpressionZip;

}  // namespace sheaf::query
