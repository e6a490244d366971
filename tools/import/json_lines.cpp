// JSON Lines: one document in Extended JSON on each line; empty lines are passed over.
#include "tools/import/formats.h"
#include "tools/import/line_reader.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

namespace sheaf::tools {
namespace {

class JsonLinesReader final : public DocumentReader {
public:
    explicit JsonLinesReader(const ReaderInput& input) : lines_(input.in), place_(input.name) {}

    std::optional<bson::DocumentView> next() override {
        std::string_view line;
        while (lines_.next(line)) {
            if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
            return parse(line);
        }
        return std::nullopt;
    }
    std::uint64_t line() const override { return lines_.line(); }

private:
    bson::DocumentView parse(std::string_view line) {
        buffer_.clear();
        bson::DocumentView document;
        try {
            document = bson::appendFromJson(line, buffer_);
        } catch (const Error& error) {
            place_.raise(lines_.line(), error.what());
        }
        place_.requireValid(lines_.line(), document);
        return document;
    }

    LineReader lines_;
    ReadPlace place_;
    bson::Buffer buffer_;
};

std::unique_ptr<DocumentReader> open(const ReaderInput& input) { return std::make_unique<JsonLinesReader>(input); }

}  // namespace

const ImportFormat kJsonLinesFormat{.name = "jsonl",
                                    .what = "one document in Extended JSON on each line",
                                    .extensions = ".jsonl .ndjson",
                                    .open = open};

}  // namespace sheaf::tools
