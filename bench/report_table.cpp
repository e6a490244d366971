// Lays the outcomes out as a table.
#include "bench/report.h"

#include "bench/versions.h"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace sheaf::bench {
namespace {

using Row = std::vector<std::string>;

const Row kHeads{"item", "what", "floor", "engine", "peer", "x floor", "limit", "x peer", "at least", "verdict"};

std::string scaled(double value, std::string_view unit) {
    if (value >= 1e9) return fmt::format("{:.2f} G{}", value / 1e9, unit);
    if (value >= 1e6) return fmt::format("{:.2f} M{}", value / 1e6, unit);
    if (value >= 1e4) return fmt::format("{:.0f} k{}", value / 1e3, unit);
    if (value >= 1e2) return fmt::format("{:.0f} {}", value, unit);
    return fmt::format("{:.3g} {}", value, unit);
}

std::string limitText(double limit) { return limit > 0 ? fmt::format("{:.3g}", limit) : "-"; }
std::string ratioText(const std::optional<double>& ratio) { return ratio ? fmt::format("{:.2f}", *ratio) : "-"; }

std::string verdictOf(const Outcome& outcome) {
    const std::optional<bool> reached = outcome.isReached();
    if (!reached) return "-";
    return *reached ? "reached" : "NOT YET";
}

Row rowOf(const Outcome& outcome) {
    const Item& item = *outcome.item;
    const auto figure = [&](const std::optional<Figures>& figures) {
        return figures ? figureText(item, *figures) : std::string("-");
    };
    std::string peer = figure(outcome.peer);
    if (outcome.peer) peer = fmt::format("{} {}", item.peerName, peer);
    const double limit = item.reachFloor > 0 ? item.reachFloor : item.reachCount;
    return {std::string(item.number),         std::string(item.what),
            figure(outcome.floor),            figure(outcome.engine),
            peer,                             ratioText(outcome.ratioToFloor()),
            limitText(limit),                 ratioText(outcome.timesPeer()),
            limitText(item.reachPeer),        verdictOf(outcome)};
}

std::string processorName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

}  // namespace

std::string figureText(const Item& item, const Figures& figures) {
    if (!item.counts) return scaled(1e9 / figures.medianNs(), fmt::format("{}/s", item.unit));
    return scaled(figures.count, item.unit);
}

std::string reportText(const std::vector<Outcome>& outcomes) {
    std::vector<Row> rows{kHeads};
    for (const Outcome& outcome : outcomes) rows.push_back(rowOf(outcome));
    std::vector<std::size_t> widths(kHeads.size());
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) text += fmt::format("{:<{}}  ", row[i], widths[i]);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

std::string reportMarkdown(const std::vector<Outcome>& outcomes, const ReportHeading& heading) {
    std::string text = fmt::format(
        "# What the benchmarks measured\n\n"
        "Contestants of an item ran in turn in one program; figures are medians of {} repeats, `x floor` is the median\n"
        "of the repeats' own ratios (a ratio of 1.3 is 30 % slower than the floor), `x peer` how many times faster than\n"
        "the peer the engine is. Absolute figures depend on the machine and the hour; ratios much less; counts not at "
        "all.\n\n"
        "- processor: {}, {} threads\n- commit: {}\n- {}\n- documents: {}\n\n",
        heading.repeats, processorName(), std::thread::hardware_concurrency(), heading.commit, versionsText(),
        heading.scale.documents);
    const auto line = [&](const Row& row) {
        for (const std::string& cell : row) text += fmt::format("| {} ", cell);
        text += "|\n";
    };
    line(kHeads);
    line(Row(kHeads.size(), "---"));
    for (const Outcome& outcome : outcomes) line(rowOf(outcome));
    return text;
}

}  // namespace sheaf::bench
