// Tables of text that fit a terminal, and numbers as people read them.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools {

// 1234567 -> "1,234,567".
std::string withCommas(std::uint64_t number);
// At most `digits` significant digits, without an exponent and without trailing zeros: 41.23456 -> "41.2".
std::string shortNumber(double number, int digits = 3);
// 8388608 -> "8.0 MB": units of 1024, one decimal below 100.
std::string shortBytes(double bytes);
// 0.00123 -> "1.23 ms".
std::string shortSeconds(double seconds);

enum class Align : std::uint8_t { Left, Right };

// Columns are as wide as their widest cell; a header longer than its column is broken over several lines at spaces.
class TextTable {
public:
    void addColumn(std::string header, Align align = Align::Right);
    void addRow(std::vector<std::string> cells);  // missing cells are empty
    void addRule();                               // a thin line before the next row
    void print(std::ostream& out, std::string_view indent = "") const;

private:
    struct Column {
        std::string header;
        Align align;
    };
    std::vector<std::size_t> widths() const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;  // an empty row is a rule
};

// How many columns a UTF-8 text takes on a terminal (one per code point).
std::size_t displayWidth(std::string_view text);

}  // namespace sheaf::tools
