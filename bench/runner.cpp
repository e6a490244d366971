// Times the contestants of an item, interleaved.
#include "bench/runner.h"

#include <algorithm>
#include <chrono>

namespace sheaf::bench {
namespace {

// The exact counts of two programs may differ by this share and still be called equal.
constexpr double kCountTolerance = 1e-9;

// A contestant may leave millions of freed pieces behind, which the C library joins in the next one's first large
// allocation (150 ms were seen): let that happen now.
void settleHeap() {
    constexpr std::size_t kLarge = 96 * 1024;  // beyond what is kept in lists of small pieces, below what is mapped
    volatile char* const block = new char[kLarge];
    block[0] = 0;
    delete[] block;
}

struct Lane {
    std::unique_ptr<Contestant> contestant;
    std::optional<Figures>* figures;

    void warmUp() {
        contestant->prepare();
        contestant->run();
        contestant->check();
        figures->emplace();
    }
    void repeat() {
        contestant->prepare();
        settleHeap();
        const auto begin = std::chrono::steady_clock::now();
        const std::uint64_t units = contestant->run();
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
        (*figures)->nsPerUnit.push_back(spent.count() / static_cast<double>(std::max<std::uint64_t>(units, 1)));
        (*figures)->count = contestant->count();
    }
};

std::vector<double> ratios(const Figures& a, const Figures& b) {
    std::vector<double> all;
    for (std::size_t i = 0; i < a.nsPerUnit.size() && i < b.nsPerUnit.size(); ++i) {
        all.push_back(a.nsPerUnit[i] / b.nsPerUnit[i]);
    }
    return all;
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double Figures::medianNs() const { return median(nsPerUnit); }

std::optional<double> Outcome::ratioToFloor() const {
    if (!floor || !engine) return std::nullopt;
    if (!item->counts) return median(ratios(*engine, *floor));
    if (floor->count == 0) return std::nullopt;
    return engine->count / floor->count;
}

std::optional<double> Outcome::timesPeer() const {
    if (!peer || !engine) return std::nullopt;
    if (!item->counts) return median(ratios(*peer, *engine));
    if (engine->count == 0) return std::nullopt;
    return peer->count / engine->count;
}

std::optional<bool> Outcome::isReached() const {
    std::optional<bool> reached;
    const auto require = [&](bool kept) { reached = reached.value_or(true) && kept; };
    if (const auto ratio = ratioToFloor(); ratio && item->reachFloor > 0) {
        require(*ratio <= item->reachFloor + kCountTolerance);
    }
    if (const auto times = timesPeer(); times && item->reachPeer > 0) require(*times >= item->reachPeer);
    if (engine && item->reachCount > 0) require(engine->count <= item->reachCount + kCountTolerance);
    return reached;
}

Outcome runItem(const Item& item, const Scale& scale, const RunOptions& options) {
    Outcome outcome;
    outcome.item = &item;
    std::vector<Lane> lanes;
    const auto add = [&](bool wanted, MakeContestant make, std::optional<Figures>& figures) {
        if (wanted && make != nullptr) lanes.push_back({make(scale), &figures});
    };
    add(options.floor, item.floor, outcome.floor);
    add(options.engine, item.engine, outcome.engine);
    add(options.peer, item.peer, outcome.peer);
    for (Lane& lane : lanes) lane.warmUp();
    const int repeats = item.counts ? 1 : options.repeats;
    for (int i = 0; i < repeats; ++i) {
        for (Lane& lane : lanes) lane.repeat();
    }
    return outcome;
}

}  // namespace sheaf::bench
