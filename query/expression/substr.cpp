// $substrBytes ($substr is its older name) and $substrCP: a part of a string, in bytes or in characters.
//
//   { $substrBytes: [ <string>, <start>, <length> ] }    { $substrCP: [ <string>, <start>, <length> ] }
//
// A start beyond the end gives the empty string. A negative length of $substrBytes means all the rest.
// Null      null and missing count as the empty string.
// Errors    16020 while parsing: not three arguments. While running: 16007 what has no text; $substrBytes: 16034, 16035 start
//           or length is no number, 50752 a negative start, 28656, 28657 start or end inside a character; $substrCP: 34450,
//           34452 no numbers, 34451, 34453 not whole int32s, 34455, 34454 negative.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/text.h"

#include <algorithm>
#include <limits>

namespace sheaf::query {
namespace {

ValueView evaluateSubstrBytes(EvalContext& context, const Arguments& arguments) {
    const std::string_view text = coerceToText(context, arguments[0].evaluate(context));
    const ValueView startValue = arguments[1].evaluate(context);
    const ValueView lengthValue = arguments[2].evaluate(context);
    if (!startValue.isNumber()) {
        raise(location(16034), "$substrBytes:  starting index must be a numeric type (is BSON type ", startValue.typeName(), ")");
    }
    if (!lengthValue.isNumber()) {
        raise(location(16035), "$substrBytes:  length must be a numeric type (is BSON type ", lengthValue.typeName(), ")");
    }
    const std::int64_t start = bson::truncatedInt64(startValue);
    const std::int64_t length = bson::truncatedInt64(lengthValue);
    if (start < 0) raise(location(50752), "$substrBytes:  starting index must be non-negative (got: ", start, ")");
    if (static_cast<std::uint64_t>(start) >= text.size()) return context.make(std::string_view());
    const auto from = static_cast<std::size_t>(start);
    const std::size_t count = length < 0 ? text.size() - from
                                         : std::min<std::uint64_t>(static_cast<std::uint64_t>(length), text.size() - from);
    if (isContinuationByte(text[from])) {
        raise(location(28656), "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
    }
    if (from + count < text.size() && isContinuationByte(text[from + count])) {
        raise(location(28657), "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.");
    }
    return context.make(text.substr(from, count));
}

// A whole number that an int32 holds.
std::int64_t smallInteger(ValueView value, std::string_view what, std::int32_t notNumber, std::int32_t notInt32) {
    if (!value.isNumber()) {
        raise(location(notNumber), "$substrCP: ", what, " must be a numeric type (is BSON type ", value.typeName(), ")");
    }
    const auto whole = bson::exactInt64(value);
    if (!whole || *whole < std::numeric_limits<std::int32_t>::min() || *whole > std::numeric_limits<std::int32_t>::max()) {
        raise(location(notInt32), "$substrCP: ", what, " cannot be represented as a 32-bit integral value: ", value);
    }
    return *whole;
}

ValueView evaluateSubstrCP(EvalContext& context, const Arguments& arguments) {
    const std::string_view text = coerceToText(context, arguments[0].evaluate(context));
    const std::int64_t start = smallInteger(arguments[1].evaluate(context), "starting index", 34450, 34451);
    const std::int64_t length = smallInteger(arguments[2].evaluate(context), "length", 34452, 34453);
    if (length < 0) raise(location(34454), "$substrCP: length must be a nonnegative integer.");
    if (start < 0) raise(location(34455), "$substrCP: the starting index must be nonnegative integer.");
    const std::string_view rest = text.substr(offsetOfCharacter(text, static_cast<std::size_t>(start)));
    return context.make(rest.substr(0, offsetOfCharacter(rest, static_cast<std::size_t>(length))));
}

}  // namespace

constinit const ExpressionOperator kExpressionSubstr{
    .name = "$substr", .arity = Arity::exactly(3), .evaluate = evaluateSubstrBytes};
constinit const ExpressionOperator kExpressionSubstrBytes{
    .name = "$substrBytes", .arity = Arity::exactly(3), .evaluate = evaluateSubstrBytes};
constinit const ExpressionOperator kExpressionSubstrCP{
    .name = "$substrCP", .arity = Arity::exactly(3), .evaluate = evaluateSubstrCP};

}  // namespace sheaf::query
