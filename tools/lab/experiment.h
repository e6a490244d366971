// An experiment of the lab, and what it is given to run with.
#pragma once

#include "tools/common/progress.h"
#include "tools/lab/figures.h"

#include <sheaf/store.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::lab {

struct RunOptions {
    std::optional<std::uint64_t> docs;  // size of the data; each experiment says what it means there
    bool quick = false;                 // small sizes, for tests and a first look
    std::uint64_t seed = 42;
    std::string input;                  // a file of real data, where an experiment takes one
    std::filesystem::path folder;       // where temporary stores go; empty: the system's temporary folder
};

// What a run works with. Stores made here are removed when the run ends, however it ends.
class RunContext {
public:
    explicit RunContext(const RunOptions& options);
    ~RunContext();
    RunContext(const RunContext&) = delete;
    RunContext& operator=(const RunContext&) = delete;

    const RunOptions& options() const { return options_; }
    // `docs` when it was given, else one of the defaults.
    std::uint64_t docs(std::uint64_t usual, std::uint64_t quick) const;
    // A new store on disk, in relaxed durability.
    Store makeStore(std::string_view name);
    tools::ProgressBar& progress() { return progress_; }
    // Seed, sizes and the machine's facts, for Figures::parameters; `own` are the experiment's.
    bson::Document parameters(bson::DocumentView own) const;

private:
    RunOptions options_;
    std::filesystem::path folder_;
    tools::ProgressBar progress_;
};

struct Experiment {
    std::string_view name;
    std::string_view group;
    std::string_view question;  // one sentence
    std::string_view docsMean;  // what --docs counts here
    Figures (*run)(RunContext& context);
};

// All experiments, in name order.
std::span<const Experiment* const> experiments();
const Experiment* findExperiment(std::string_view name);  // null when there is none
std::vector<std::string_view> nearestExperiments(std::string_view name);

// splitmix64: the same numbers from the same seed, everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    std::uint64_t below(std::uint64_t bound);  // 0 when bound is 0

private:
    std::uint64_t state_;
};

// Seconds that a call took.
template <typename Call>
double timed(Call&& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values);  // 0 for none

// Throws InternalError when variants do not agree: then their costs cannot be compared.
void requireSame(bool same, std::string_view what);

}  // namespace sheaf::lab
