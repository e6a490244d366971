// Scanning the shell's literals.
#include "bson/shell_scanner.h"

#include <sheaf/bson/hex.h>

#include "bson/json_text.h"
#include "bson/raise.h"
#include "bson/utf8.h"

#include <algorithm>

namespace sheaf::bson {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";  // from pasted web pages
constexpr std::string_view kPunctuation = "\xE2\x80";   // how typographic quotes and dashes begin

bool isDigit(char c) { return c >= '0' && c <= '9'; }

void appendUtf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
    } else {
        if (code < 0x10000) {
            out += static_cast<char>(0xE0 | (code >> 12));
        } else {
            out += static_cast<char>(0xF0 | (code >> 18));
            out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        }
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    }
    out += static_cast<char>(0x80 | (code & 0x3F));
}

}  // namespace

void ShellScanner::skipSpace() {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    while (at_ < text_.size()) {
        if (kSpace.find(text_[at_]) != std::string_view::npos) {
            ++at_;
        } else if (text_.substr(at_, 2) == "//") {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (text_.substr(at_, 2) == "/*") {
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == std::string_view::npos) fail("a comment without its end \"*/\"");
            at_ = end + 2;
        } else if (text_.substr(at_, 2) == kNoBreakSpace) {
            at_ += 2;
        } else {
            return;
        }
    }
}

char ShellScanner::peek() {
    skipSpace();
    return current();
}

bool ShellScanner::take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
}

void ShellScanner::require(char c, std::string_view where) {
    if (take(c)) return;
    std::string why = "expected '";
    why.append(1, c).append("' ").append(where);
    if (atEnd()) why += ", but the text ends";
    fail(why);
}

bool ShellScanner::isNameStart() const {
    const char c = current();
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$') return true;
    if (static_cast<unsigned char>(c) < 0x80) return false;
    const std::string_view two = text_.substr(at_, 2);
    return two != kNoBreakSpace && two != kPunctuation;
}

std::string_view ShellScanner::name() {
    peek();
    if (text_.substr(at_, 2) == kPunctuation) fail("typographic quotes or dashes: type plain ones");
    const std::size_t start = at_;
    while (isNameStart() || (at_ > start && isDigit(current()))) ++at_;
    requireUtf8(start);
    return text_.substr(start, at_ - start);
}

// The text from there to here.
void ShellScanner::requireUtf8(std::size_t from) const {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
    const std::size_t good = utf8Prefix(bytes + from, at_ - from);
    if (good != at_ - from) failAt("not UTF-8", from + good);
}

unsigned ShellScanner::hexDigits(std::size_t count) {
    unsigned value = 0;
    for (std::size_t k = 0; k < count; ++k, ++at_) {
        const int digit = hexDigit(current());
        if (digit < 0) fail("expected a hexadecimal digit");
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return value;
}

// After \u: four digits, or any number in braces.
unsigned ShellScanner::unicodeEscape() {
    if (current() != '{') return hexDigits(4);
    ++at_;
    unsigned value = 0;
    bool hasDigits = false;
    while (current() != '}' || !hasDigits) {
        hasDigits = true;
        value = value * 16 + hexDigits(1);
        if (value > 0x10FFFF) fail("beyond the last Unicode character");
    }
    ++at_;
    return value;
}

void ShellScanner::escape(std::string& out) {
    const char c = current();
    ++at_;
    switch (c) {
        case 'n': out += '\n'; return;
        case 't': out += '\t'; return;
        case 'r': out += '\r'; return;
        case 'b': out += '\b'; return;
        case 'f': out += '\f'; return;
        case 'v': out += '\v'; return;
        case '0': out += '\0'; return;
        case '\n': return;  // a continued line
        case 'x': appendUtf8(out, hexDigits(2)); return;
        case 'u': {
            unsigned code = unicodeEscape();
            const bool isHigh = code >= 0xD800 && code < 0xDC00;
            if (isHigh && current() == '\\' && current(1) == 'u') {
                at_ += 2;
                const unsigned low = unicodeEscape();
                if (low < 0xDC00 || low > 0xDFFF) fail("half of a surrogate pair");
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            } else if (code >= 0xD800 && code <= 0xDFFF) {
                fail("half of a surrogate pair");
            }
            appendUtf8(out, code);
            return;
        }
        default: out += c;
    }
}

std::string ShellScanner::string() {
    const std::size_t start = at_;
    const char quote = current();
    ++at_;
    std::string out;
    while (current() != quote) {
        if (at_ >= text_.size() || (current() == '\n' && quote != '`')) {
            failAt("a string without its closing quote", start);
        }
        if (quote == '`' && current() == '$' && current(1) == '{') fail("expressions in templates are not supported");
        if (current() == '\\') {
            ++at_;
            escape(out);
        } else {
            out += current();
            ++at_;
        }
    }
    ++at_;
    requireUtf8(start);
    return out;
}

std::string_view ShellScanner::number() {
    const std::size_t start = at_;
    if (current() == '0' && (current(1) == 'x' || current(1) == 'X')) {
        at_ += 2;
        if (hexDigit(current()) < 0) fail("expected a hexadecimal digit");
        while (hexDigit(current()) >= 0) ++at_;
        return text_.substr(start, at_ - start);
    }
    bool hasDigits = false;
    auto digits = [&] {
        for (; isDigit(current()); ++at_) hasDigits = true;
    };
    digits();
    if (hasDigits && current() == 'n') {  // a BigInt
        ++at_;
        return text_.substr(start, at_ - start);
    }
    if (current() == '.') {
        ++at_;
        digits();
    }
    if (!hasDigits) failAt("expected a number", start);
    if (current() == 'e' || current() == 'E') {
        ++at_;
        if (current() == '+' || current() == '-') ++at_;
        if (!isDigit(current())) fail("expected the digits of an exponent");
        digits();
    }
    if (isNameStart()) fail("a number ends in the middle of a name");
    return text_.substr(start, at_ - start);
}

ShellScanner::Regex ShellScanner::regex() {
    const std::size_t start = at_;
    ++at_;
    Regex regex;
    bool inClass = false;
    while (current() != '/' || inClass) {
        if (at_ >= text_.size() || current() == '\n') failAt("a regular expression without its closing slash", start);
        if (current() == '[') inClass = true;
        if (current() == ']') inClass = false;
        if (current() == '\\' && current(1) == '/') {
            ++at_;  // the slash needs no escape inside BSON
        } else if (current() == '\\' && at_ + 1 < text_.size()) {
            regex.pattern += current();
            ++at_;
        }
        regex.pattern += current();
        ++at_;
    }
    ++at_;
    requireUtf8(start);
    for (; isNameStart(); ++at_) regex.flags += current();
    return regex;
}

void ShellScanner::failAt(std::string_view why, std::size_t at) const {
    at = std::min(at, text_.size());
    const json::TextPlace place = json::placeOf(text_, at);
    const std::size_t lineBreak = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    const std::size_t start = lineBreak == std::string_view::npos ? 0 : lineBreak + 1;
    std::string_view line = text_.substr(start, std::min(text_.find('\n', at), text_.size()) - start);
    std::size_t column = place.column - 1;
    constexpr std::size_t kShown = 60;  // of a long line, the part around the place, in whole characters
    auto isInside = [&](std::size_t k) { return k < line.size() && (line[k] & 0xC0) == 0x80; };
    if (line.size() > 2 * kShown && at - start > kShown) {
        std::size_t cut = at - start - kShown;
        while (isInside(cut)) ++cut;
        for (const char c : line.substr(0, cut)) column -= (c & 0xC0) != 0x80 ? 1 : 0;
        line.remove_prefix(cut);
    }
    std::size_t end = std::min(line.size(), 2 * kShown);
    while (isInside(end)) --end;
    std::string shown(line.substr(0, end));
    json::repairUtf8(shown, 0);
    std::replace_if(shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    raise(ErrorCode::FailedToParse, "line ", place.line, ", column ", place.column, ": ", why, "\n  ", shown, "\n  ",
          std::string(column, ' '), "^");
}

}  // namespace sheaf::bson
