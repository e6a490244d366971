// Drawing of the progress bar.
#include "tools/common/progress.h"

#include "tools/common/text_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace sheaf::tools {

using std::chrono::steady_clock;

ProgressBar::ProgressBar(std::string_view what)
    : what_(what), isTerminal_(isatty(STDERR_FILENO) == 1), started_(steady_clock::now()) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::setTask(std::string_view what) {
    if (what == what_) return;
    what_ = what;
    started_ = steady_clock::now();
    drawn_ = {};
}

void ProgressBar::update(std::uint64_t done, std::uint64_t total, std::string_view unit) {
    if (!isTerminal_) return;
    const auto now = steady_clock::now();
    if (now - drawn_ < std::chrono::milliseconds(100)) return;
    drawn_ = now;
    draw(done, total, unit);
}

void ProgressBar::draw(std::uint64_t done, std::uint64_t total, std::string_view unit) {
    const double seconds = std::chrono::duration<double>(steady_clock::now() - started_).count();
    const std::string rate =
        seconds > 0.2 ? fmt::format(", {} {}/s", shortNumber(static_cast<double>(done) / seconds), unit) : std::string();
    std::string line;
    if (total > 0) {
        constexpr std::uint64_t kWidth = 30;
        const std::uint64_t filled = std::min(kWidth, done * kWidth / total);
        std::string bar;
        for (std::uint64_t at = 0; at < kWidth; ++at) bar += at < filled ? "█" : "·";
        line = fmt::format("{} {} {}%{}", what_, bar, std::min<std::uint64_t>(100, done * 100 / total), rate);
    } else {
        line = fmt::format("{} {} {}{}", what_, withCommas(done), unit, rate);
    }
    fmt::print(stderr, "\r\033[K{}", line);
    std::fflush(stderr);
    isDrawn_ = true;
}

void ProgressBar::clear() {
    if (!isDrawn_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    isDrawn_ = false;
}

}  // namespace sheaf::tools
