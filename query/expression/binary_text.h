// Binary data as text and back: base64, base64url, hex, utf8, uuid.
#pragma once

#include "query/expression/node.h"

#include <optional>
#include <string_view>

namespace sheaf::query {

bool isBinaryFormat(std::string_view format);

// "auto" is uuid for subtype 4 and base64 for all others. Nothing when the data cannot be written so; `why` says the reason.
std::optional<ValueView> binaryToText(EvalContext& context, bson::BinaryView binary, std::string_view format,
                                      std::string_view& why);
std::optional<ValueView> textToBinary(EvalContext& context, std::string_view text, std::uint8_t subtype,
                                      std::string_view format, std::string_view& why);

}  // namespace sheaf::query
