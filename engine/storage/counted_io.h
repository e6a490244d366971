// Where LMDB meets the system: its private copy writes and syncs through functions of ours, which count exactly what
// it hands over, and can be told to fail.
#pragma once

#include "engine/storage/write_stats.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sheaf::storage {

// What was written while an IoScope of it was open on the writing thread.
struct IoCounters {
    WriteStats stats;
    std::size_t pageBytes = 4096;
    int dataDescriptor = -1;         // a write to another descriptor is LMDB's synchronous one, for the meta page
    bool listPages = false;
    std::uint64_t highestEnd = 0;    // one past the highest byte written
    bool syncFailed = false;         // a sync (or a synchronous write) has failed: what is on the disk is unknown

    void reset(bool list) {
        stats = WriteStats{};
        listPages = list;
        highestEnd = 0;
    }
};

// The counters that this thread's writes go to now; null: not counted.
inline thread_local constinit IoCounters* currentIoCounters = nullptr;

class IoScope {
public:
    explicit IoScope(IoCounters* counters) : before_(currentIoCounters) { currentIoCounters = counters; }
    ~IoScope() { currentIoCounters = before_; }
    IoScope(const IoScope&) = delete;
    IoScope& operator=(const IoScope&) = delete;

private:
    IoCounters* before_;
};

// Whether LMDB's writes come through here at all: the private copy is linked.
bool ioIsCounted();

// For tests: sees what reaches the system, in order, after it succeeded.
class IoObserver {
public:
    virtual ~IoObserver() = default;
    // `synchronous`: on the disk when it returned.
    virtual void wrote(int descriptor, const void* data, std::size_t size, std::uint64_t offset, bool synchronous) = 0;
    virtual void synced(int descriptor) = 0;
};

// For tests and benchmarks: makes the writes and syncs of all environments fail or take their time. Numbers count from
// the moment it is set: 1 is the next one, 0 is never.
struct IoFaults {
    std::atomic<std::int64_t> failWrite{0};
    std::atomic<std::int64_t> failSync{0};  // a synchronous write counts as a write and as a sync
    int writeError = ENOSPC;
    int syncError = EIO;
    std::size_t shortBytes = 0;             // of the failing write that still reach the file
    bool onward = false;                    // all later ones fail too
    std::chrono::microseconds syncTime{0};  // every sync takes at least that long
    IoObserver* observer = nullptr;
    std::atomic<std::uint64_t> writes{0};   // seen
    std::atomic<std::uint64_t> syncs{0};
};
// Null: none. The object must live until it is replaced and no write is under way.
void setIoFaults(IoFaults* faults);

}  // namespace sheaf::storage
