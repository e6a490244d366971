// The letters of the shell's literals: white space, comments, names, strings, numbers, regular expressions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sheaf::bson {

// Walks a text. Every error is FailedToParse with line, column, the line itself and a caret below the place.
class ShellScanner {
public:
    explicit ShellScanner(std::string_view text) : text_(text) {}

    // Skips white space and comments, then tells the next character; '\0' at the end.
    char peek();
    // peek() is c: consumes it.
    bool take(char c);
    void require(char c, std::string_view where);
    bool atEnd() { return peek() == '\0' && at_ >= text_.size(); }

    // [A-Za-z_$][A-Za-z0-9_$]*, or letters of other scripts; empty when there is none here.
    std::string_view name();
    // A text in ', " or ` with JavaScript's escapes, as UTF-8. The next character must open it.
    std::string string();
    // Digits with fraction and exponent, or 0x and hexadecimal digits, or digits and an n; no sign.
    std::string_view number();
    // /pattern/flags; the next character must be the first slash.
    struct Regex {
        std::string pattern;
        std::string flags;
    };
    Regex regex();

    std::size_t at() const { return at_; }
    void moveTo(std::size_t at) { at_ = at; }
    std::string_view text() const { return text_; }
    [[noreturn]] void fail(std::string_view why) { failAt(why, at_); }
    [[noreturn]] void failAt(std::string_view why, std::size_t at) const;

private:
    char current(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    void skipSpace();
    void escape(std::string& out);
    bool isNameStart() const;
    void requireUtf8(std::size_t from) const;
    unsigned hexDigits(std::size_t count);
    unsigned unicodeEscape();

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace sheaf::bson
