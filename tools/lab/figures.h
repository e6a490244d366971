// What an experiment found: tables, charts and a conclusion, in a form that can be printed, saved and drawn.
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

namespace sheaf::lab {

// How a column's numbers are shown. Clock marks what the clock said: it differs from run to run, all else repeats.
enum class Unit : std::uint8_t { Text, Count, Bytes, Ratio, Clock };

struct Column {
    std::string name;
    Unit unit = Unit::Count;
};

using Cell = std::variant<std::monostate, std::string, std::uint64_t, double>;  // monostate: not measured

struct Table {
    std::string title;
    std::string note;  // one line below the table; may be empty
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
};

// Lines over two axes, or bars with names. Log axes skip values that are not positive.
struct Chart {
    std::string title;
    std::string xLabel;
    std::string yLabel;
    Unit xUnit = Unit::Count;
    Unit yUnit = Unit::Count;
    bool logX = false;
    bool logY = false;
    std::vector<Series> series;
    std::vector<std::pair<std::string, double>> bars;  // instead of series: lengths in yUnit
};

// One way to do the thing that the experiment asks about, with a document that shows its shape.
struct Variant {
    std::string name;
    std::string description;
    std::string example;  // a document as text; may be empty
};

struct Figures {
    std::string experiment;
    std::string question;
    bson::Document parameters;      // what the run was told and where it ran
    std::vector<Variant> variants;
    std::string proof;              // how it was shown that all variants give the same answer
    std::vector<Table> tables;
    std::vector<Chart> charts;
    std::string conclusion;         // computed from the figures
    std::string howToRead;
};

std::string cellText(const Cell& cell, Unit unit);
// As tables on a terminal.
void print(std::ostream& out, const Figures& figures);
// With every number exact: {experiment, question, parameters, …}. Clock columns say so.
bson::Document toDocument(const Figures& figures);
// One page that needs nothing else: light and dark, readable on a phone and on paper.
std::string toHtml(const std::vector<Figures>& all);
// The chart as inline SVG, with a text for those who cannot see it.
std::string toSvg(const Chart& chart);
// For text inside HTML and SVG.
std::string escapeHtml(std::string_view text);

}  // namespace sheaf::lab
