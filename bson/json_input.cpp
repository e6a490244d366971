// Padding and reuse.
#include "bson/json_input.h"

#include <cstring>

namespace sheaf::bson::json {

JsonInput& JsonInput::ofThread() {
    thread_local JsonInput input;
    return input;
}

simdjson::error_code JsonInput::open(std::string_view text, simdjson::ondemand::document& document) {
    const std::size_t needed = text.size() + simdjson::SIMDJSON_PADDING;
    if (bytes_.size() < needed) bytes_.resize(needed);
    if (!text.empty()) std::memcpy(bytes_.data(), text.data(), text.size());
    std::memset(bytes_.data() + text.size(), ' ', simdjson::SIMDJSON_PADDING);
    return parser_.iterate(simdjson::padded_string_view(bytes_.data(), text.size(), bytes_.size())).get(document);
}

}  // namespace sheaf::bson::json
