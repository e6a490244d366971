// Checks on operands that several filter operators share.
#pragma once

#include "query/filter/operators.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sheaf::query {

enum class RegexOperand : std::uint8_t { Allowed, Refused };

// Throws BadValue (2) for undefined, and for a regular expression where those are refused.
void requireComparable(std::string_view name, const FieldCondition& condition, RegexOperand regexes);

// The members of $in and $nin, and the errors of both. BadValue (2): no array, an operator document or undefined in it.
FilterPtr parseInList(std::string_view name, const FieldCondition& condition);

// A number as MongoDB turns arguments into integers: fractions are cut off. BadValue (2) with `what` in the message for
// NaN, infinity and what int64 cannot hold.
std::int64_t truncatedInteger(std::string_view what, bson::ValueView number);

}  // namespace sheaf::query
