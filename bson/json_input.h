// What a JSON text passes on its way into simdjson: padding, and a parser that is used again.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace sheaf::bson::json {

// A parser with a copy of the text (simdjson reads a little beyond the end). One text at a time.
class JsonInput {
public:
    // Larger texts are worth an input of their own, which gives its memory back.
    static constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

    // Kept by each thread, so that reading a small text allocates nothing here.
    static JsonInput& ofThread();

    // `document` walks the copy, until the next call here.
    simdjson::error_code open(std::string_view text, simdjson::ondemand::document& document);
    const char* data() const { return bytes_.data(); }

private:
    std::vector<char> bytes_;
    simdjson::ondemand::parser parser_;
};

}  // namespace sheaf::bson::json
