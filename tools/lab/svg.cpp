// Charts as inline SVG: lines over axes with round ticks, or bars with names, log scales, a legend, and a title for screen readers.
#include "tools/lab/figures.h"

#include "tools/common/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sheaf::lab {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 400;
constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 16;
constexpr double kBottom = 52;
constexpr std::array kDashes{"", "6 3", "2 3", "9 3 2 3", "1 4"};

std::string tickText(double value, Unit unit) {
    if (unit == Unit::Bytes) return tools::shortBytes(value);
    if (unit == Unit::Clock) return tools::shortSeconds(value);
    if (unit == Unit::Ratio) return "×" + tools::shortNumber(value);
    return tools::shortNumber(value);
}

struct Range {
    double low = 1e300;
    double high = -1e300;
    void include(double value, bool isLog) {
        if (isLog && value <= 0) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

// Maps values to pixels along one axis, and knows its ticks.
class Axis {
public:
    Axis(const Range& range, bool isLog, Unit unit, double from, double to)
        : base_(isLog ? (unit == Unit::Bytes ? 16 : 10) : 0), low_(isLog ? log(range.low) : std::min(0.0, range.low)),
          high_(isLog ? log(range.high) : range.high), from_(from), to_(to) {
        if (isLog) {
            low_ = std::floor(low_ + 1e-9);
            high_ = std::ceil(high_ - 1e-9);
        }
        if (high_ <= low_) high_ = low_ + 1;
    }

    bool shows(double value) const { return base_ == 0 || value > 0; }
    double place(double value) const {
        const double scaled = base_ != 0 ? log(value) : value;
        return from_ + (scaled - low_) / (high_ - low_) * (to_ - from_);
    }
    std::vector<double> ticks() const {
        std::vector<double> result;
        if (base_ != 0) {
            const int step = std::max(1, static_cast<int>(high_ - low_) / 8);
            for (int power = static_cast<int>(low_); power <= static_cast<int>(high_); power += step) {
                result.push_back(std::pow(base_, power));
            }
            return result;
        }
        const double rough = (high_ - low_) / 5;
        const double power = std::pow(10.0, std::floor(std::log10(rough)));
        double step = power;
        for (const double factor : {2.0, 5.0, 10.0}) {
            if (step < rough) step = power * factor;
        }
        for (double at = low_; at <= high_ + step / 2; at += step) result.push_back(at);
        return result;
    }

private:
    double log(double value) const { return std::log(value) / std::log(base_); }

    double base_;  // of a log axis: 16 for bytes, so that ticks are round in units of 1024; 0: linear
    double low_;
    double high_;
    double from_;
    double to_;
};

std::string axes(const Chart& chart, const Axis& x, const Axis& y) {
    std::string out;
    for (const double tick : x.ticks()) {
        const double at = x.place(tick);
        if (at > kWidth - kRight + 1) continue;
        out += fmt::format("<line class='grid' x1='{0:.1f}' x2='{0:.1f}' y1='{1}' y2='{2}'/>"
                           "<text x='{0:.1f}' y='{3}' text-anchor='middle'>{4}</text>",
                           at, kTop, kHeight - kBottom, kHeight - kBottom + 18, tickText(tick, chart.xUnit));
    }
    for (const double tick : y.ticks()) {
        const double at = y.place(tick);
        if (at < kTop - 1) continue;
        out += fmt::format("<line class='grid' x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}'/>"
                           "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5}</text>",
                           kLeft, kWidth - kRight, at, kLeft - 6, at + 4, tickText(tick, chart.yUnit));
    }
    out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>", (kLeft + kWidth - kRight) / 2, kHeight - 8,
                       escapeHtml(chart.xLabel));
    out += fmt::format("<text transform='rotate(-90)' x='{}' y='14' text-anchor='middle'>{}</text>",
                       -(kTop + kHeight - kBottom) / 2, escapeHtml(chart.yLabel));
    return out;
}

std::string line(const Series& series, std::size_t number, const Chart& chart, const Axis& x, const Axis& y) {
    std::string points;
    std::string dots;
    for (const auto& [px, py] : series.points) {
        if (!x.shows(px) || !y.shows(py)) continue;
        points += fmt::format("{:.1f},{:.1f} ", x.place(px), y.place(py));
        dots += fmt::format("<circle class='s{}' cx='{:.1f}' cy='{:.1f}' r='3'><title>{}: {}, {}</title></circle>",
                            number % 6, x.place(px), y.place(py), escapeHtml(series.name), tickText(px, chart.xUnit),
                            tickText(py, chart.yUnit));
    }
    return fmt::format("<polyline class='s{}' stroke-dasharray='{}' points='{}'/>{}", number % 6,
                       kDashes[number % kDashes.size()], points, dots);
}

// One bar below the other, each with its name and its value.
std::string barsSvg(const Chart& chart) {
    constexpr double kRow = 30;
    constexpr double kNames = 170;
    constexpr double kValues = 90;
    double longest = 1e-300;
    std::string description;
    for (const auto& [name, length] : chart.bars) {
        longest = std::max(longest, length);
        description += fmt::format("{}: {}. ", name, tickText(length, chart.yUnit));
    }
    std::string out = fmt::format("<svg viewBox='0 0 {} {}' role='img'><title>{}</title><desc>{}</desc>", kWidth,
                                  kRow * static_cast<double>(chart.bars.size()), escapeHtml(chart.title), escapeHtml(description));
    double top = 0;
    for (const auto& [name, length] : chart.bars) {
        const double width = std::max(1.0, length / longest * (kWidth - kNames - kValues));
        out += fmt::format("<text x='{}' y='{:.0f}' text-anchor='end'>{}</text><rect class='s0' x='{}' y='{:.0f}' width='{:.1f}' "
                           "height='{}'/><text x='{:.1f}' y='{:.0f}'>{}</text>",
                           kNames - 8, top + 19, escapeHtml(name), kNames, top + 5, width, kRow - 10, kNames + width + 6, top + 19,
                           tickText(length, chart.yUnit));
        top += kRow;
    }
    return out + "</svg>";
}

}  // namespace

std::string toSvg(const Chart& chart) {
    if (!chart.bars.empty()) return barsSvg(chart);
    Range xs;
    Range ys;
    for (const Series& series : chart.series) {
        for (const auto& [x, y] : series.points) {
            xs.include(x, chart.logX);
            ys.include(y, chart.logY);
        }
    }
    if (xs.high < xs.low || ys.high < ys.low) return {};
    const Axis x(xs, chart.logX, chart.xUnit, kLeft, kWidth - kRight);
    const Axis y(ys, chart.logY, chart.yUnit, kHeight - kBottom, kTop);
    std::string description = chart.yLabel + " against " + chart.xLabel + ". ";
    for (const Series& series : chart.series) {
        if (series.points.empty()) continue;
        const auto& [x0, y0] = series.points.front();
        const auto& [x1, y1] = series.points.back();
        description += fmt::format("{}: from {} at {} to {} at {}. ", series.name, tickText(y0, chart.yUnit),
                                   tickText(x0, chart.xUnit), tickText(y1, chart.yUnit), tickText(x1, chart.xUnit));
    }
    std::string out = fmt::format("<svg viewBox='0 0 {} {}' role='img'><title>{}</title><desc>{}</desc>", kWidth,
                                  kHeight, escapeHtml(chart.title), escapeHtml(description));
    out += axes(chart, x, y);
    for (std::size_t at = 0; at < chart.series.size(); ++at) out += line(chart.series[at], at, chart, x, y);
    return out + "</svg>";
}

}  // namespace sheaf::lab
