// What the benchmarks compare: an item is one operation, done by up to three contestants over the same data.
//
//   floor    a hand-written LMDB program with the same B-tree operations and nothing else (bench/floor/)
//   engine   sheaf, through its public headers
//   peer     another library that does the same job (bench/peers/)
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sheaf::bench {

// How much to do. `tiny` is for the test that keeps the benchmarks alive.
struct Scale {
    std::uint32_t documents = 200'000;
    std::uint32_t operations = 20'000;   // point reads, updates; slower operations do a share of these
    std::uint32_t syncedInserts = 160;
    std::filesystem::path folder;        // where stores are made; a memory file system keeps the disk out
    static Scale tiny();
};

// Not timed: the constructor, prepare() and check(). Timed: run().
class Contestant {
public:
    Contestant() = default;
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;
    virtual ~Contestant() = default;

    virtual void prepare() {}                // before every run
    virtual std::uint64_t run() = 0;         // gives the units of work that were done
    virtual void check() {}                  // after the first run; throws WrongAnswer
    virtual double count() const { return 0; }  // the exact figure of an item that counts instead of timing
};

class WrongAnswer : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
// Throws WrongAnswer unless both are equal.
void requireEqual(std::string_view what, std::uint64_t found, std::uint64_t expected);

using MakeContestant = std::unique_ptr<Contestant> (*)(const Scale&);

struct Item {
    std::string_view number;      // in the table of figures: "1", "3b", "10t/512"
    std::string_view benchmark;   // "InsertMany/indexes:0/sync:0": operation, then dimensions
    std::string_view what;        // for people
    std::string_view unit;        // of the work, or of the count
    bool counts = false;          // compares count() instead of the time of a unit
    double reachFloor = 0;        // the engine may take so many times the floor; 0: no limit
    double reachPeer = 0;         // the engine must be so many times faster than the peer; 0: no limit
    double reachCount = 0;        // the engine's count may be so high; 0: no limit
    std::string_view peerName;
    MakeContestant floor = nullptr;
    MakeContestant engine = nullptr;
    MakeContestant peer = nullptr;
};

template <typename T>
std::unique_ptr<Contestant> contestant(const Scale& scale) {
    return std::make_unique<T>(scale);
}

// A folder of its own below `parent`, removed with everything in it.
class ScratchFolder {
public:
    explicit ScratchFolder(const std::filesystem::path& parent);
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace sheaf::bench
