// Runs an item: its contestants in turn, again and again, so that what slows the machine down slows all of them.
#pragma once

#include "bench/item.h"

#include <optional>
#include <vector>

namespace sheaf::bench {

struct Figures {
    std::vector<double> nsPerUnit;  // one for each repeat, in order
    double count = 0;               // of the last run

    double medianNs() const;
};

struct Outcome {
    const Item* item = nullptr;
    std::optional<Figures> floor;
    std::optional<Figures> engine;
    std::optional<Figures> peer;

    // The engine's time (or count) over the floor's: the median of the repeats' own ratios.
    std::optional<double> ratioToFloor() const;
    // How many times faster than the peer the engine is.
    std::optional<double> timesPeer() const;
    // Whether every limit of the item is kept; none when it has no limit that could be checked.
    std::optional<bool> isReached() const;
};

struct RunOptions {
    int repeats = 5;
    bool floor = true;
    bool engine = true;
    bool peer = true;
};

double median(std::vector<double> values);

// Checks every contestant's answer once, in a run that is not counted. Throws WrongAnswer.
Outcome runItem(const Item& item, const Scale& scale, const RunOptions& options);

}  // namespace sheaf::bench
