// The literal text that every match of a regular expression starts with: it bounds an index scan.

#include "query/filter/regex.h"

#include <cctype>

namespace sheaf::query {
namespace {

// Takes the last UTF-8 character off.
void dropLastCharacter(std::string& text) {
    while (!text.empty()) {
        const bool isContinuation = (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80;
        text.pop_back();
        if (!isContinuation) return;
    }
}

// Reads literals from the start of a pattern whose anchor was taken away.
class PrefixReader {
public:
    explicit PrefixReader(std::string_view rest) : rest_(rest) {}

    Regex::Prefix read() {
        while (!isDone_ && at_ < rest_.size()) step(rest_[at_]);
        const std::string_view left = rest_.substr(std::min(at_, rest_.size()));
        return {std::move(text_), left.empty() || left == ".*"};
    }

private:
    void step(char letter) {
        if (isQuoted_) {
            if (rest_.substr(at_).starts_with("\\E")) {
                isQuoted_ = false;
                at_ += 2;
            } else {
                take(letter);
            }
            return;
        }
        switch (letter) {
            case '\\': escape(); break;
            case '*':
            case '?':
            case '{':  // the character before may be absent
                dropLastCharacter(text_);
                isDone_ = true;
                break;
            case '^': case '$': case '.': case '[': case '(': case ')': case '+':
                isDone_ = true;
                break;
            default: take(letter);
        }
    }

    void escape() {
        if (at_ + 1 >= rest_.size()) {
            isDone_ = true;
            return;
        }
        const char next = rest_[at_ + 1];
        if (next == 'Q') {
            isQuoted_ = true;
            at_ += 2;
        } else if (next == 'E') {
            at_ += 2;
        } else if (std::isalnum(static_cast<unsigned char>(next)) != 0 || (static_cast<unsigned char>(next) & 0x80) != 0) {
            isDone_ = true;
        } else {
            ++at_;
            take(next);
        }
    }

    void take(char letter) {
        text_ += letter;
        ++at_;
    }

    std::string_view rest_;
    std::size_t at_ = 0;
    std::string text_;
    bool isQuoted_ = false;
    bool isDone_ = false;
};

}  // namespace

Regex::Prefix Regex::prefix() const {
    const bool isPlain = options_.find_first_not_of("su") == std::string::npos;
    if (!isPlain || pattern_.find('|') != std::string::npos) return {};
    std::string_view rest = pattern_;
    if (rest.starts_with('^')) {
        rest.remove_prefix(1);
    } else if (rest.starts_with("\\A")) {
        rest.remove_prefix(2);
    } else {
        return {};
    }
    return PrefixReader(rest).read();
}

}  // namespace sheaf::query
