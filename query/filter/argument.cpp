// Shared checks of operands.

#include "query/filter/argument.h"

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/regex.h"

#include <sheaf/bson/compare.h>

#include <cmath>
#include <limits>

namespace sheaf::query {

void requireComparable(std::string_view name, const FieldCondition& condition, RegexOperand regexes) {
    if (condition.argument.type() == bson::Type::Undefined) {
        raise(ErrorCode::BadValue, name, ": cannot compare to undefined, over field '", condition.path, "'");
    }
    if (regexes == RegexOperand::Refused && condition.argument.type() == bson::Type::Regex) {
        raise(ErrorCode::BadValue, name, ": can't have RegEx as arg to predicate over field '", condition.path, "'");
    }
}

FilterPtr parseInList(std::string_view name, const FieldCondition& condition) {
    if (!condition.argument.isArray()) raise(ErrorCode::BadValue, name, " needs an array, found ", condition.argument);
    std::vector<bson::Value> values;
    std::vector<std::shared_ptr<const RegexNode>> regexes;
    for (const bson::ValueView& member : condition.argument.asArray()) {
        if (isOperatorDocument(member)) raise(ErrorCode::BadValue, "cannot nest $ under ", name, ", found ", member);
        if (member.type() == bson::Type::Undefined) {
            raise(ErrorCode::BadValue, name, ": cannot compare to undefined, over field '", condition.path, "'");
        }
        if (member.type() == bson::Type::Regex) {
            const bson::RegexView regex = member.asRegex();
            regexes.push_back(std::make_shared<RegexNode>(condition.path, regex.pattern, regex.options));
        } else {
            values.emplace_back(member);
        }
    }
    return makeIn(condition.path, std::move(values), std::move(regexes), condition.parser.options().collation);
}

std::int64_t truncatedInteger(std::string_view what, bson::ValueView number) {
    if (number.type() == bson::Type::Double || number.type() == bson::Type::Decimal128) {
        // 2^63 is exact in both types; a Decimal128 next to it is compared exactly, not through a double.
        const bson::Value low(std::numeric_limits<std::int64_t>::min());
        const bson::Value high(9223372036854775808.0);
        if (bson::isNaN(number)) raise(ErrorCode::BadValue, what, " is invalid: unable to coerce NaN to an integer");
        if (bson::compareNumbers(number, low) < 0 || bson::compareNumbers(number, high) >= 0) {
            raise(ErrorCode::BadValue, what, " is invalid: out of bounds coercing to an integer, found ", number);
        }
    }
    return bson::truncatedInt64(number);
}

}  // namespace sheaf::query
