// A progress bar on standard error, when that is a terminal; silence otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf::tools {

// Redrawn at most ten times a second. The destructor wipes the line. One at a time, on one thread.
class ProgressBar {
public:
    explicit ProgressBar(std::string_view what = {});
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // total 0: not known; the bar then shows what is done and how fast.
    void update(std::uint64_t done, std::uint64_t total, std::string_view unit = {});
    void setTask(std::string_view what);
    void clear();

private:
    void draw(std::uint64_t done, std::uint64_t total, std::string_view unit);

    std::string what_;
    bool isTerminal_;
    bool isDrawn_ = false;
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point drawn_;
};

}  // namespace sheaf::tools
