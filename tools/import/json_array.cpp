// JSON: an array of documents, or documents one after the other, over any number of lines.
#include "tools/import/formats.h"
#include "tools/import/line_reader.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

namespace sheaf::tools {
namespace {

// Cuts the documents out by their braces, minding strings; the JSON parser judges what is inside.
class JsonReader final : public DocumentReader {
public:
    explicit JsonReader(const ReaderInput& input) : lines_(input.in), place_(input.name) {}

    std::optional<bson::DocumentView> next() override {
        text_.clear();
        while (true) {
            while (at_ < rest_.size()) {
                if (take(rest_[at_++])) return parse();
            }
            if (!text_.empty()) text_ += '\n';
            if (!lines_.next(rest_)) break;
            at_ = 0;
        }
        if (depth_ > 0) lose(started_, "the document that begins here has no end");
        if (where_ == Where::InArray) lose(lines_.line(), "the array has no end");
        return std::nullopt;
    }
    std::uint64_t line() const override { return started_; }

private:
    enum class Where : std::uint8_t { Start, InArray, AfterArray, InSequence };

    [[noreturn]] void lose(std::uint64_t line, const std::string& problem) {
        loseTrack();
        place_.raise(line, problem);
    }

    // One more character; true when it ends a document.
    bool take(char c) {
        if (depth_ == 0) {
            between(c);
            return false;
        }
        text_ += c;
        if (inString_) {
            if (isEscaped_) isEscaped_ = false;
            else if (c == '\\') isEscaped_ = true;
            else if (c == '"') inString_ = false;
            return false;
        }
        if (c == '"') inString_ = true;
        if (c == '{' || c == '[') ++depth_;
        if (c == '}' || c == ']') --depth_;
        return depth_ == 0;
    }

    void between(char c) {
        if (c == ' ' || c == '\t') return;
        if (where_ == Where::AfterArray) lose(lines_.line(), "there is text after the array");
        if (c == '{') {
            if (where_ == Where::InArray && !mayBegin_) lose(lines_.line(), "expected a comma between documents");
            if (where_ == Where::Start) where_ = Where::InSequence;
            begin();
        } else if (c == '[' && where_ == Where::Start) {
            where_ = Where::InArray;
        } else if (c == ',' && where_ == Where::InArray && !mayBegin_) {
            mayBegin_ = true;
            afterComma_ = true;
        } else if (c == ']' && where_ == Where::InArray && !afterComma_) {
            where_ = Where::AfterArray;
        } else {
            lose(lines_.line(), std::string("expected a document, found '") + c + "'");
        }
    }

    void begin() {
        started_ = lines_.line();
        text_ = '{';
        depth_ = 1;
        mayBegin_ = false;
        afterComma_ = false;
    }

    bson::DocumentView parse() {
        buffer_.clear();
        bson::DocumentView document;
        try {
            document = bson::appendFromJson(text_, buffer_);
        } catch (const Error& error) {
            place_.raise(started_, std::string("in the document that begins here: ") + error.what());
        }
        place_.requireValid(started_, document);
        return document;
    }

    LineReader lines_;
    ReadPlace place_;
    std::string_view rest_;  // of the current line
    std::size_t at_ = 0;
    std::string text_;       // of the document so far
    bson::Buffer buffer_;
    std::uint64_t started_ = 0;
    std::size_t depth_ = 0;
    Where where_ = Where::Start;
    bool inString_ = false;
    bool isEscaped_ = false;
    bool mayBegin_ = true;     // in an array: at its start, or after a comma
    bool afterComma_ = false;
};

std::unique_ptr<DocumentReader> open(const ReaderInput& input) { return std::make_unique<JsonReader>(input); }

}  // namespace

const ImportFormat kJsonFormat{.name = "json",
                               .what = "an array of documents in Extended JSON, or one document after the other",
                               .extensions = ".json .geojson",
                               .open = open};

}  // namespace sheaf::tools
