// Regular expressions in filters, through PCRE2.
#pragma once

#include "query/filter/node.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::query {

// A compiled regular expression. Safe to use from many threads.
class Regex {
public:
    // `options`: letters of i, m, s, u, x; u is the default. Throws location(51108) for another letter, location(51091)
    // for a broken pattern, BadValue (2) for a null byte in the pattern.
    Regex(std::string_view pattern, std::string_view options);
    ~Regex();
    Regex(const Regex&) = delete;
    Regex& operator=(const Regex&) = delete;

    // False also for subjects that are no UTF-8. Throws location(51156) when a match limit is reached.
    bool matches(std::string_view subject) const;

    // The first match at or after byte `from` as pairs of byte offsets: of the match, then of each capture; npos for a
    // capture that took no part. Empty when there is none. Valid until this thread's next call. Throws as matches().
    std::span<const std::size_t> find(std::string_view subject, std::size_t from) const;
    std::size_t captures() const;

    const std::string& pattern() const { return pattern_; }
    const std::string& options() const { return options_; }  // sorted

    // The text that every match must start with, and whether the expression says no more than that: "^abc" and
    // "^abc.*". Empty when there is none.
    struct Prefix {
        std::string text;
        bool isExact = false;
    };
    Prefix prefix() const;

private:
    [[noreturn]] void throwTooMuch(int result) const;

    std::string pattern_;
    std::string options_;
    void* code_ = nullptr;
};

// {path: /re/}, {$regex: …}, and the regular expressions in $in.
class RegexNode final : public PathNode {
public:
    RegexNode(std::string_view path, std::string_view pattern, std::string_view options)
        : PathNode(FilterKind::Regex, path), regex_(pattern, options) {}
    const Regex& regex() const { return regex_; }
    bool matchesElement(bson::ValueView value) const override;
    void describeCondition(bson::Builder& operators) const override;

private:
    Regex regex_;
};

}  // namespace sheaf::query
