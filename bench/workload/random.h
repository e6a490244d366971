// The workload's own random numbers: splitmix64, so that every machine and compiler draws the same data.
#pragma once

#include <cstdint>

namespace sheaf::bench {

class SplitMix64 {
public:
    explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31);
    }

    // Uniform in [0, limit): the high 64 bits of next() * limit.
    constexpr std::uint64_t below(std::uint64_t limit) {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * limit) >> 64);
    }

    // Uniform in [0, 1): the top 53 bits of next().
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    __extension__ using Wide = unsigned __int128;

    std::uint64_t state_;
};

}  // namespace sheaf::bench
