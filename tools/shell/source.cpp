// Errors with a caret, and guesses of what was meant.
#include "tools/shell/source.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace sheaf::tools::shell {
namespace {

constexpr std::size_t kMaxShownLine = 120;

bool isContinuationByte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t countCharacters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !isContinuationByte(c); }));
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return lower;
}

// How many letters must be inserted, removed or replaced.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
            diagonal = row[k];
            row[k] = std::min({row[k] + 1, row[k - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string describeAt(std::string_view text, std::size_t at, std::string_view why) {
    at = std::min(at, text.size());
    const std::size_t lineNumber = static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t column = countCharacters(text.substr(start, at - start)) + 1;
    if (at - start > kMaxShownLine / 2) start = at - kMaxShownLine / 2;
    while (start < at && isContinuationByte(text[start])) ++start;
    std::size_t end = std::min(text.find('\n', at), text.size());
    end = std::min(end, start + kMaxShownLine);
    while (end < text.size() && end > at && isContinuationByte(text[end])) --end;
    std::string line(text.substr(start, end - start));
    std::replace_if(line.begin(), line.end(), [](char c) { return c == '\t' || c == '\r'; }, ' ');
    std::string result = "line " + std::to_string(lineNumber) + ", column " + std::to_string(column) + ": ";
    result.append(why).append("\n  ").append(line).append("\n  ");
    result.append(countCharacters(text.substr(start, at - start)), ' ');
    return result + "^";
}

std::string ScriptError::describe() const {
    return place_ ? describeAt(*place_->source, place_->at, what()) : what();
}

std::string didYouMean(std::string_view name, const std::vector<std::string_view>& known) {
    const std::string wanted = lowerCase(name);
    const std::size_t tolerance = std::max<std::size_t>(1, name.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const std::string_view candidate : known) {
        const std::string lower = lowerCase(candidate);
        std::size_t distance = editDistance(wanted, lower);
        if (wanted.size() >= 3 && lower.rfind(wanted, 0) == 0) distance = std::min(distance, tolerance);
        if (distance <= tolerance) near.emplace_back(distance, candidate);
    }
    if (near.empty()) return {};
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (near.size() > 3) near.resize(3);
    std::string result = "; did you mean ";
    for (std::size_t k = 0; k < near.size(); ++k) {
        if (k > 0) result += k + 1 == near.size() ? " or " : ", ";
        result += near[k].second;
    }
    return result + "?";
}

}  // namespace sheaf::tools::shell
