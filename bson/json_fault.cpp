// A strict walk over JSON that keeps nothing but its place.
#include "bson/json_fault.h"

#include <sheaf/bson/hex.h>

#include "bson/json_text.h"
#include "bson/utf8.h"

#include <cstdint>
#include <vector>

namespace sheaf::bson::json {
namespace {

class FaultFinder {
public:
    explicit FaultFinder(std::string_view text) : text_(text) {}

    std::optional<JsonFault> find() {
        const std::size_t good = utf8Prefix(reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size());
        if (good != text_.size()) return JsonFault{good, "not UTF-8"};
        skipSpace();
        if (current() != '{') {
            report(at_, atEnd() ? "a text without a document" : "a document must be an object, in braces");
            return fault_;
        }
        openLevel();
        while (!fault_ && !open_.empty()) step();
        skipSpace();
        if (!fault_ && !atEnd()) report(at_, "more text after the document");
        return fault_;
    }

private:
    struct Level {
        std::size_t start;
        bool isObject;
        bool isFresh;  // nothing in it yet
    };

    char current() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool atEnd() const { return at_ >= text_.size(); }
    bool isDigit() const { return current() >= '0' && current() <= '9'; }
    void report(std::size_t offset, std::string what) {
        if (!fault_) fault_ = JsonFault{offset, std::move(what)};
    }
    void skipSpace() {
        while (!atEnd() && std::string_view(" \t\r\n").find(current()) != std::string_view::npos) ++at_;
    }

    void openLevel() {
        open_.push_back({at_, current() == '{', true});
        ++at_;
    }

    // One member or element of the innermost level, or its end.
    void step() {
        const std::string_view name = open_.back().isObject ? "object" : "array";
        const char close = open_.back().isObject ? '}' : ']';
        skipSpace();
        if (atEnd()) {
            const TextPlace place = placeOf(text_, open_.back().start);
            return report(at_, "the text ends inside the " + std::string(name) + " that starts in line " +
                                   std::to_string(place.line) + ", column " + std::to_string(place.column));
        }
        if (current() == close && open_.back().isFresh) return closeLevel();
        if (!open_.back().isFresh) {
            if (current() == close) return closeLevel();
            if (current() != ',') return report(at_, std::string("expected ',' or '") + close + "'");
            ++at_;
            skipSpace();
        }
        if (open_.back().isObject && !member()) return;
        open_.back().isFresh = false;
        value();
    }

    void closeLevel() {
        ++at_;
        open_.pop_back();
    }

    bool member() {
        if (current() != '"') report(at_, "expected a field name in double quotes");
        if (!fault_) string();
        skipSpace();
        if (!fault_ && current() != ':') report(at_, "expected ':' after the field name");
        ++at_;
        skipSpace();
        return !fault_;
    }

    void value() {
        switch (current()) {
            case '{':
            case '[': return openLevel();
            case '"': return string();
            case 't': return word("true");
            case 'f': return word("false");
            case 'n': return word("null");
            default: break;
        }
        if (current() == '-' || isDigit()) return number();
        report(at_, atEnd() ? "expected a value, but the text ends" : "expected a value");
    }

    bool isWordEnd() const {
        return atEnd() || std::string_view(" \t\r\n,:]}[{\"").find(current()) != std::string_view::npos;
    }

    void word(std::string_view expected) {
        const std::size_t start = at_;
        const bool isGood = text_.substr(at_, expected.size()) == expected;
        at_ += isGood ? expected.size() : 0;
        if (!isGood || !isWordEnd()) report(start, "expected a value");
    }

    void digits() {
        if (!isDigit()) report(at_, "expected a digit");
        while (isDigit()) ++at_;
    }

    void number() {
        const std::size_t start = at_;
        if (current() == '-') ++at_;
        if (current() == '0') {
            ++at_;
            if (isDigit()) report(start, "a number may not start with 0");
        } else {
            digits();
        }
        if (current() == '.') {
            ++at_;
            digits();
        }
        if (current() == 'e' || current() == 'E') {
            ++at_;
            if (current() == '+' || current() == '-') ++at_;
            digits();
        }
        if (!isWordEnd()) report(at_, "unexpected character in a number");
    }

    void string() {
        const std::size_t start = at_++;
        while (!fault_ && current() != '"') {
            if (atEnd()) return report(start, "a string without its closing quote");
            if (static_cast<unsigned char>(current()) < 0x20) {
                return report(at_, "a control character in a string needs an escape");
            }
            if (current() == '\\') {
                escape();
            } else {
                ++at_;
            }
        }
        ++at_;
    }

    void escape() {
        const std::size_t start = at_++;
        const char c = current();
        ++at_;
        if (std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos && c != '\0') return;
        if (c != 'u') return report(start, "no such escape in JSON");
        const unsigned code = fourDigits(start);
        if (code < 0xD800 || code > 0xDFFF) return;
        const bool hasSecond = code < 0xDC00 && text_.substr(at_, 2) == "\\u";
        at_ += hasSecond ? 2 : 0;
        const unsigned second = hasSecond ? fourDigits(start) : 0;
        if (second < 0xDC00 || second > 0xDFFF) report(start, "half of a surrogate pair");
    }

    unsigned fourDigits(std::size_t start) {
        unsigned code = 0;
        for (int k = 0; k < 4; ++k, ++at_) {
            const int digit = hexDigit(current());
            if (digit < 0) {
                report(start, "\\u needs four hexadecimal digits");
                return 0;
            }
            code = code * 16 + static_cast<unsigned>(digit);
        }
        return code;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Level> open_;
    std::optional<JsonFault> fault_;
};

}  // namespace

std::optional<JsonFault> findJsonFault(std::string_view text) { return FaultFinder(text).find(); }

}  // namespace sheaf::bson::json
