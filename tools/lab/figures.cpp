// Printing figures on a terminal and saving them as a document.
#include "tools/lab/figures.h"

#include "tools/common/text_table.h"

#include <sheaf/bson/builder.h>

#include <ostream>

namespace sheaf::lab {
namespace {

std::string_view unitName(Unit unit) {
    switch (unit) {
        case Unit::Text: return "text";
        case Unit::Count: return "count";
        case Unit::Bytes: return "bytes";
        case Unit::Ratio: return "ratio";
        case Unit::Clock: return "seconds";
    }
    return "";
}

std::string numberText(double number, Unit unit) {
    switch (unit) {
        case Unit::Clock: return tools::shortSeconds(number);
        case Unit::Ratio: return "×" + tools::shortNumber(number);
        default: return tools::shortNumber(number, 4);
    }
}

void pushCell(bson::Builder& builder, const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        builder.push(*text);
    } else if (const auto* count = std::get_if<std::uint64_t>(&cell)) {
        builder.push(static_cast<std::int64_t>(*count));
    } else if (const auto* number = std::get_if<double>(&cell)) {
        builder.push(*number);
    } else {
        builder.push(nullptr);
    }
}

void appendTables(bson::Builder& builder, const std::vector<Table>& tables) {
    builder.openArray("tables");
    for (const Table& table : tables) {
        builder.pushDocument().append("title", table.title).openArray("columns");
        for (const Column& column : table.columns) {
            builder.pushDocument().append("name", column.name).append("unit", unitName(column.unit));
            builder.append("clock", column.unit == Unit::Clock).close();
        }
        builder.close().openArray("rows");
        for (const auto& row : table.rows) {
            builder.pushArray();
            for (const Cell& cell : row) pushCell(builder, cell);
            builder.close();
        }
        builder.close().close();
    }
    builder.close();
}

}  // namespace

std::string cellText(const Cell& cell, Unit unit) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* count = std::get_if<std::uint64_t>(&cell)) return tools::withCommas(*count);
    if (const auto* number = std::get_if<double>(&cell)) return numberText(*number, unit);
    return "–";
}

void print(std::ostream& out, const Figures& figures) {
    out << "\n" << figures.experiment << ": " << figures.question << "\n\n";
    for (const Variant& variant : figures.variants) out << "  " << variant.name << "  " << variant.description << "\n";
    if (!figures.proof.empty()) out << "\n  Same answers: " << figures.proof << "\n";
    for (const Table& table : figures.tables) {
        out << "\n  " << table.title << "\n\n";
        tools::TextTable text;
        for (const Column& column : table.columns) {
            text.addColumn(column.unit == Unit::Clock ? column.name + " (clock)" : column.name,
                           column.unit == Unit::Text ? tools::Align::Left : tools::Align::Right);
        }
        for (const auto& row : table.rows) {
            std::vector<std::string> cells;
            for (std::size_t at = 0; at < row.size(); ++at) cells.push_back(cellText(row[at], table.columns[at].unit));
            text.addRow(std::move(cells));
        }
        text.print(out, "  ");
        if (!table.note.empty()) out << "  " << table.note << "\n";
    }
    out << "\n  => " << figures.conclusion << "\n";
}

bson::Document toDocument(const Figures& figures) {
    bson::Builder builder;
    builder.append("experiment", figures.experiment).append("question", figures.question);
    builder.append("parameters", figures.parameters).openArray("variants");
    for (const Variant& variant : figures.variants) {
        builder.pushDocument().append("name", variant.name).append("description", variant.description);
        builder.append("example", variant.example).close();
    }
    builder.close().append("proof", figures.proof);
    appendTables(builder, figures.tables);
    builder.openArray("charts");
    for (const Chart& chart : figures.charts) {
        builder.pushDocument().append("title", chart.title).append("x", chart.xLabel).append("y", chart.yLabel);
        builder.openArray("series");
        for (const Series& series : chart.series) {
            builder.pushDocument().append("name", series.name).openArray("points");
            for (const auto& [x, y] : series.points) builder.pushArray().push(x).push(y).close();
            builder.close().close();
        }
        builder.close().openArray("bars");
        for (const auto& [name, length] : chart.bars) builder.pushDocument().append("name", name).append("length", length).close();
        builder.close().close();
    }
    builder.close().append("conclusion", figures.conclusion);
    return builder.take();
}

}  // namespace sheaf::lab
