// sheaf_bench: every contestant of every item as a Google Benchmark, for its filters, repetitions and formats.
//
//   sheaf_bench [--tiny] [--benchmark_filter=FindOne …]
#include "bench/items/items.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstring>
#include <string>

using namespace sheaf::bench;

namespace {

void timeContestant(benchmark::State& state, MakeContestant make, const Item& item, const Scale& scale) {
    const std::unique_ptr<Contestant> contestant = make(scale);
    contestant->prepare();
    contestant->run();
    contestant->check();
    std::uint64_t units = 0;
    for ([[maybe_unused]] auto turn : state) {
        contestant->prepare();
        const auto begin = std::chrono::steady_clock::now();
        units += contestant->run();
        state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    if (item.unit == "bytes" && !item.counts) {
        state.SetBytesProcessed(static_cast<std::int64_t>(units));
    } else {
        state.SetItemsProcessed(static_cast<std::int64_t>(units));
    }
    if (item.counts) state.counters[std::string(item.unit)] = contestant->count();
}

void registerContestant(const Item& item, MakeContestant make, const std::string& side, const Scale& scale) {
    if (make == nullptr) return;
    const std::string name = "BM_" + std::string(item.benchmark) + "/side:" + side;
    benchmark::RegisterBenchmark(name.c_str(), [make, &item, scale](benchmark::State& state) {
        timeContestant(state, make, item, scale);
    })->UseManualTime()->Unit(benchmark::kMillisecond);
}

// Whether --tiny was there; it is taken out.
bool takeTiny(int& argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--tiny") != 0) continue;
        std::copy(argv + i + 1, argv + argc, argv + i);
        --argc;
        return true;
    }
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    Scale scale = takeTiny(argc, argv) ? Scale::tiny() : Scale{};
    scale.folder = "/dev/shm";
    for (const Item* item : allItems()) {
        registerContestant(*item, item->floor, "floor", scale);
        registerContestant(*item, item->engine, "engine", scale);
        registerContestant(*item, item->peer, std::string(item->peerName), scale);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
