// Layout of text tables and the short forms of numbers.
#include "tools/common/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <sstream>

namespace sheaf::tools {
namespace {

// Breaks a header at spaces so that no line is longer than `width`, when its words allow that.
std::vector<std::string> wrap(const std::string& text, std::size_t width) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        std::string& line = lines.back();
        if (line.empty()) {
            line = word;
        } else if (displayWidth(line) + 1 + displayWidth(word) <= width) {
            line += ' ' + word;
        } else {
            lines.push_back(word);
        }
    }
    return lines;
}

std::size_t longestWord(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream words(text);
    for (std::string word; words >> word;) longest = std::max(longest, displayWidth(word));
    return longest;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
    const std::size_t used = displayWidth(text);
    const std::string space(width > used ? width - used : 0, ' ');
    return align == Align::Right ? space + text : text + space;
}

}  // namespace

std::string withCommas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string shortNumber(double number, int digits) {
    if (!std::isfinite(number)) return "-";
    if (number == 0) return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(number)))) + 1;
    if (magnitude >= digits) {
        const std::string text = withCommas(static_cast<std::uint64_t>(std::llround(std::fabs(number))));
        return number < 0 ? "-" + text : text;
    }
    std::string text = fmt::format("{:.{}f}", number, digits - magnitude);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string shortBytes(double bytes) {
    constexpr std::array units{"B", "KB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    if (unit == 0) return fmt::format("{:.0f} B", bytes);
    return fmt::format("{:.{}f} {}", bytes, bytes < 100 ? 1 : 0, units[unit]);
}

std::string shortSeconds(double seconds) {
    if (seconds >= 1) return shortNumber(seconds) + " s";
    if (seconds >= 1e-3) return shortNumber(seconds * 1e3) + " ms";
    return shortNumber(seconds * 1e6) + " us";
}

std::size_t displayWidth(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void TextTable::addColumn(std::string header, Align align) { columns_.push_back({std::move(header), align}); }

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

void TextTable::addRule() { rows_.emplace_back(); }

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> result;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        std::size_t width = longestWord(columns_[column].header);
        for (const auto& row : rows_) {
            if (!row.empty()) width = std::max(width, displayWidth(row[column]));
        }
        result.push_back(width);
    }
    return result;
}

void TextTable::print(std::ostream& out, std::string_view indent) const {
    const std::vector<std::size_t> width = widths();
    std::vector<std::vector<std::string>> headers;
    std::size_t headerLines = 0;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        headers.push_back(wrap(columns_[column].header, width[column]));
        headerLines = std::max(headerLines, headers.back().size());
    }
    auto printLine = [&](auto&& cellOf) {
        std::string line(indent);
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            if (column > 0) line += "  ";
            line += padded(cellOf(column), width[column], columns_[column].align);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    };
    auto printRule = [&] {
        printLine([&](std::size_t column) {
            std::string rule;
            for (std::size_t at = 0; at < width[column]; ++at) rule += "─";
            return rule;
        });
    };
    for (std::size_t at = 0; at < headerLines; ++at) {
        printLine([&](std::size_t column) {
            const std::size_t missing = headerLines - headers[column].size();
            return at < missing ? std::string() : headers[column][at - missing];
        });
    }
    printRule();
    for (const auto& row : rows_) {
        if (row.empty()) {
            printRule();
        } else {
            printLine([&](std::size_t column) { return row[column]; });
        }
    }
}

}  // namespace sheaf::tools
