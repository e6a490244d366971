// $regex: a string matches a regular expression (Perl's, by PCRE2), or a stored regular expression is the same.
//
//   { <path>: { $regex: <string or regex>, $options: <letters> } }    { <path>: /regex/ }
//
// Options   i, m, s, x; u changes nothing, since patterns and strings are UTF-8 anyway.
// Errors    while parsing: 2 not a string or regex, or a null byte in the pattern; 51091 a broken pattern; 51108 an
//           unknown letter; 51074 and 51075 options in both places.
//           while running: 51156 the match needs more than kMatchLimit steps.

#define PCRE2_CODE_UNIT_WIDTH 8

#include "query/filter/regex.h"

#include "bson/raise.h"
#include "query/filter/operators.h"

#include <pcre2.h>

#include <algorithm>
#include <memory>

namespace sheaf::query {
namespace {

constexpr std::uint32_t kMatchLimit = 10'000'000;
constexpr std::uint32_t kHeapLimitKib = 20'000;

struct FreeMatchData {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
struct FreeMatchContext {
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

// What a thread needs to match; made once per thread.
struct MatchState {
    std::unique_ptr<pcre2_match_data, FreeMatchData> data{pcre2_match_data_create(1, nullptr)};
    std::unique_ptr<pcre2_match_context, FreeMatchContext> context{pcre2_match_context_create(nullptr)};
    MatchState() {
        if (!data || !context) throw std::bad_alloc();
        pcre2_set_match_limit(context.get(), kMatchLimit);
        pcre2_set_heap_limit(context.get(), kHeapLimitKib);
    }
};

std::uint32_t compileFlags(std::string_view options) {
    std::uint32_t flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
    for (const char letter : options) {
        switch (letter) {
            case 'i': flags |= PCRE2_CASELESS; break;
            case 'm': flags |= PCRE2_MULTILINE; break;
            case 's': flags |= PCRE2_DOTALL; break;
            case 'x': flags |= PCRE2_EXTENDED; break;
            case 'u': break;
            default: raise(location(51108), "invalid flag in regex options: ", letter);
        }
    }
    return flags;
}

pcre2_code* codeOf(void* code) { return static_cast<pcre2_code*>(code); }

FilterPtr parseRegex(const FieldCondition& condition) {
    const bson::ValueView argument = condition.argument;
    const bson::ValueView options = condition.operators["$options"];
    const std::string_view letters = options.isString() ? options.asString() : std::string_view{};
    if (argument.isString()) return std::make_shared<RegexNode>(condition.path, argument.asString(), letters);
    if (argument.type() != bson::Type::Regex) raise(ErrorCode::BadValue, "$regex has to be a string, found ", argument);
    const bson::RegexView regex = argument.asRegex();
    if (regex.options.empty() || options.isMissing()) {
        return std::make_shared<RegexNode>(condition.path, regex.pattern,
                                           regex.options.empty() ? letters : regex.options);
    }
    const bool optionsComeFirst = condition.operators.begin()->name == "$options";
    raise(location(optionsComeFirst ? 51074 : 51075), "options set in both $regex and $options: ", condition.operators);
}

}  // namespace

constinit const FilterOperator kFilterRegex{.name = "$regex", .parseOnField = parseRegex};

Regex::Regex(std::string_view pattern, std::string_view options) : pattern_(pattern), options_(options) {
    if (pattern.find('\0') != std::string_view::npos || options.find('\0') != std::string_view::npos) {
        raise(ErrorCode::BadValue, "Regular expression cannot contain an embedded null byte");
    }
    std::sort(options_.begin(), options_.end());
    options_.erase(std::unique(options_.begin(), options_.end()), options_.end());
    int error = 0;
    PCRE2_SIZE offset = 0;
    pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern_.data()), pattern_.size(),
                                     compileFlags(options_), &error, &offset, nullptr);
    if (code == nullptr) {
        char message[256] = "";
        pcre2_get_error_message(error, reinterpret_cast<PCRE2_UCHAR*>(message), sizeof message);
        raise(location(51091), "Regular expression is invalid: ", message, ", at offset ", offset, " of ", pattern_);
    }
    // Where there is no just-in-time compiler the interpreter takes over.
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    code_ = code;
}

Regex::~Regex() { pcre2_code_free(codeOf(code_)); }

std::size_t Regex::captures() const {
    std::uint32_t count = 0;
    pcre2_pattern_info(codeOf(code_), PCRE2_INFO_CAPTURECOUNT, &count);
    return count;
}

std::span<const std::size_t> Regex::find(std::string_view subject, std::size_t from) const {
    thread_local MatchState state;
    const std::size_t pairs = captures() + 1;
    if (pcre2_get_ovector_count(state.data.get()) < pairs) {
        state.data.reset(pcre2_match_data_create(static_cast<std::uint32_t>(pairs), nullptr));
        if (!state.data) throw std::bad_alloc();
    }
    const int result = pcre2_match(codeOf(code_), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), from, 0,
                                   state.data.get(), state.context.get());
    if (result == PCRE2_ERROR_NOMATCH) return {};
    if (result < 0) throwTooMuch(result);
    static_assert(sizeof(PCRE2_SIZE) == sizeof(std::size_t) && PCRE2_UNSET == std::string_view::npos);
    return {pcre2_get_ovector_pointer(state.data.get()), 2 * pairs};
}

void Regex::throwTooMuch(int result) const {
    raise(location(51156), "$regex: matching /", pattern_, "/ needs too many steps or too much memory (PCRE2 error ",
          result, ")");
}

bool Regex::matches(std::string_view subject) const {
    thread_local MatchState state;
    const int result = pcre2_match(codeOf(code_), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(), 0, 0,
                                   state.data.get(), state.context.get());
    if (result >= 0) return true;
    if (result == PCRE2_ERROR_NOMATCH) return false;
    throwTooMuch(result);
}

bool RegexNode::matchesElement(bson::ValueView value) const {
    switch (value.type()) {
        case bson::Type::String:
        case bson::Type::Symbol: return regex_.matches(value.asString());
        case bson::Type::Regex: {
            const bson::RegexView stored = value.asRegex();
            return stored.pattern == regex_.pattern() && stored.options == regex_.options();
        }
        default: return false;
    }
}

void RegexNode::describeCondition(bson::Builder& operators) const {
    operators.append("$regex", regex_.pattern());
    if (!regex_.options().empty()) operators.append("$options", regex_.options());
}

}  // namespace sheaf::query
