// What the string operators share: values as text, and steps over UTF-8.
#pragma once

#include "query/expression/operators.h"

#include <cstddef>
#include <string_view>

namespace sheaf::query {

// A value as the older string operators read it: null and missing as "", numbers, dates and timestamps printed.
// Throws location(16007) for all others.
std::string_view coerceToText(EvalContext& context, ValueView value);
// "2018-03-27T16:58:51.538Z".
std::string_view dateText(EvalContext& context, bson::Date date);
// As MongoDB prints a double: up to 16 digits, no point where none is needed.
std::string_view doubleText(EvalContext& context, double value);

inline bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }
// Characters (code points), and the byte offset of the one at `index`; text.size() beyond the end.
std::size_t countCharacters(std::string_view text);
std::size_t offsetOfCharacter(std::string_view text, std::size_t index);
// Bytes of the character at the start; text is not empty.
std::size_t characterBytes(std::string_view text);

// A string that grows in the arena.
class TextMaker {
public:
    explicit TextMaker(EvalContext& context) : context_(context) {}
    TextMaker(const TextMaker&) = delete;
    TextMaker& operator=(const TextMaker&) = delete;
    void append(std::string_view text);
    void append(char c) { append(std::string_view(&c, 1)); }
    ValueView toString() const { return context_.make(view()); }
    std::string_view view() const { return {text_, size_}; }

private:
    EvalContext& context_;
    char* text_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace sheaf::query
