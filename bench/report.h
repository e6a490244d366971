// The table of a report: a line for each item, for people and for bench/RESULTS.md.
#pragma once

#include "bench/runner.h"

#include <string>
#include <vector>

namespace sheaf::bench {

struct ReportHeading {
    std::string commit;
    int repeats = 0;
    Scale scale;
};

// "1.7 M docs/s", "5 pages", "258 MB".
std::string figureText(const Item& item, const Figures& figures);
std::string reportText(const std::vector<Outcome>& outcomes);
// With machine, processor, commit and the versions of the peers above the table.
std::string reportMarkdown(const std::vector<Outcome>& outcomes, const ReportHeading& heading);

}  // namespace sheaf::bench
