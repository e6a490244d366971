// The report: one HTML page with everything in it.
#include "tools/lab/figures.h"

#include <sheaf/bson/json.h>

namespace sheaf::lab {
namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1c1c1e; --soft: #6b6b70; --paper: #fff; --line: #d9d9de; --box: #f5f5f7;
  --c0: #0b62d6; --c1: #c2410c; --c2: #15803d; --c3: #7e22ce; --c4: #b91c1c; --c5: #0e7490; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --soft: #a0a0a8; --paper: #17171a; --line: #3a3a40;
  --box: #222226; --c0: #6aa8ff; --c1: #fb923c; --c2: #4ade80; --c3: #c084fc; --c4: #f87171; --c5: #22d3ee; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin-top: 2rem; overflow-wrap: anywhere; }
.question { font-size: 1.1rem; } .note, .meta { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.conclusion { background: var(--box); border-left: 4px solid var(--c0); padding: .8rem 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { vertical-align: bottom; white-space: normal; } td.text, th.text { text-align: left; } td.clock { color: var(--soft); font-style: italic; }
pre { background: var(--box); padding: .6rem; overflow-x: auto; font-size: .8rem; }
dt { font-weight: 600; } dd { margin: 0 0 .6rem 0; }
figure { margin: 0; } svg { width: 100%; min-width: 34rem; height: auto; } svg text { font-size: 12px; fill: var(--ink); }
svg .grid { stroke: var(--line); stroke-width: 1; } svg polyline { fill: none; stroke-width: 2; }
.legend span { margin-right: 1rem; white-space: nowrap; } .legend i { display: inline-block; width: 1.2em; height: .25em; vertical-align: middle; margin-right: .3em; }
polyline.s0 { stroke: var(--c0); } circle.s0, rect.s0, .b0 { fill: var(--c0); background: var(--c0); }
polyline.s1 { stroke: var(--c1); } circle.s1, .b1 { fill: var(--c1); background: var(--c1); }
polyline.s2 { stroke: var(--c2); } circle.s2, .b2 { fill: var(--c2); background: var(--c2); }
polyline.s3 { stroke: var(--c3); } circle.s3, .b3 { fill: var(--c3); background: var(--c3); }
polyline.s4 { stroke: var(--c4); } circle.s4, .b4 { fill: var(--c4); background: var(--c4); }
polyline.s5 { stroke: var(--c5); } circle.s5, .b5 { fill: var(--c5); background: var(--c5); }
@media print { body { max-width: none; } h2 { break-before: page; } table { font-size: .7rem; } .scroll { overflow: visible; } }
)css";

std::string tableHtml(const Table& table) {
    std::string out = "<h3>" + escapeHtml(table.title) + "</h3><div class='scroll'><table><thead><tr>";
    for (const Column& column : table.columns) {
        out += column.unit == Unit::Text ? "<th class='text'>" : "<th>";
        out += escapeHtml(column.name) + (column.unit == Unit::Clock ? " (clock)" : "") + "</th>";
    }
    out += "</tr></thead><tbody>";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t at = 0; at < row.size(); ++at) {
            const Unit unit = table.columns[at].unit;
            out += unit == Unit::Text ? "<td class='text'>" : unit == Unit::Clock ? "<td class='clock'>" : "<td>";
            out += escapeHtml(cellText(row[at], unit)) + "</td>";
        }
        out += "</tr>";
    }
    out += "</tbody></table></div>";
    if (!table.note.empty()) out += "<p class='note'>" + escapeHtml(table.note) + "</p>";
    return out;
}

std::string chartHtml(const Chart& chart) {
    std::string out = "<h3>" + escapeHtml(chart.title) + "</h3><figure><div class='scroll'>" + toSvg(chart) + "</div><figcaption class='legend'>";
    for (std::size_t at = 0; at < chart.series.size(); ++at) {
        out += "<span><i class='b" + std::to_string(at % 6) + "'></i>" + escapeHtml(chart.series[at].name) + "</span>";
    }
    return out + "</figcaption></figure>";
}

std::string variantsHtml(const std::vector<Variant>& variants) {
    std::string out = "<h3>What is compared</h3><dl>";
    for (const Variant& variant : variants) {
        out += "<dt>" + escapeHtml(variant.name) + "</dt><dd>" + escapeHtml(variant.description);
        if (!variant.example.empty()) out += "<pre>" + escapeHtml(variant.example) + "</pre>";
        out += "</dd>";
    }
    return out + "</dl>";
}

std::string sectionHtml(const Figures& figures) {
    std::string out = "<section><h2 id='" + escapeHtml(figures.experiment) + "'>" + escapeHtml(figures.experiment) + "</h2>";
    out += "<p class='question'>" + escapeHtml(figures.question) + "</p>";
    out += "<p class='conclusion'>" + escapeHtml(figures.conclusion) + "</p>";
    for (const Chart& chart : figures.charts) out += chartHtml(chart);
    for (const Table& table : figures.tables) out += tableHtml(table);
    out += variantsHtml(figures.variants);
    if (!figures.proof.empty()) out += "<h3>Same answers</h3><p>" + escapeHtml(figures.proof) + "</p>";
    if (!figures.howToRead.empty()) out += "<h3>How to read it</h3><p>" + escapeHtml(figures.howToRead) + "</p>";
    out += "<p class='meta'>" + escapeHtml(figures.parameters.toJson(bson::JsonMode::Relaxed)) + "</p>";
    return out + "</section>\n";
}

}  // namespace

std::string escapeHtml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '\'': out += "&#39;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string toHtml(const std::vector<Figures>& all) {
    std::string out = "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
                      "<meta name='viewport' content='width=device-width, initial-scale=1'>"
                      "<title>sheaf lab</title><style>";
    out += kStyle;
    out += "</style></head><body><h1>What it costs</h1>"
           "<p>Counts and bytes are exact and repeat from run to run. What the clock said is set in italics: it depends "
           "on the machine and on what else it was doing.</p>\n";
    for (const Figures& figures : all) out += sectionHtml(figures);
    return out + "</body></html>\n";
}

}  // namespace sheaf::lab
