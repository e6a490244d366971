// Says where and why a text is no JSON, in words for people. Slow and exact: for texts that were refused already.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sheaf::bson::json {

struct JsonFault {
    std::size_t offset;
    std::string what;
};

// The first breach of JSON's grammar for a text that should be one object; nothing when there is none.
std::optional<JsonFault> findJsonFault(std::string_view text);

}  // namespace sheaf::bson::json
