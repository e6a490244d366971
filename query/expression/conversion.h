// Conversions between BSON types, as $convert and its short forms make them.
#pragma once

#include "query/expression/operators.h"

#include <optional>
#include <string_view>

namespace sheaf::query {

// What is asked for.
struct ConversionTarget {
    bson::Type type = bson::Type::Missing;
    std::optional<std::uint8_t> subtype;  // of binary data
    std::string_view format;              // of binary data as text: "base64", "base64url", "hex", "utf8", "uuid", "auto"
};

// Nothing when the value cannot be converted; `why` then says the reason. Does not throw for that. `value` is not null.
std::optional<ValueView> tryConvert(EvalContext& context, ValueView value, const ConversionTarget& target,
                                    std::string_view& why);

}  // namespace sheaf::query
