// Snapshots ready for use: LMDB read transactions that are reset and renewed instead of begun, and what each is doing.
#pragma once

#include "engine/storage/lmdb_api.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace sheaf::storage {

// Milliseconds of a clock that never goes back; coarse, and cheap to read.
std::int64_t coarseMs();
// A number of this thread, not 0.
std::uint64_t threadNumber();

// One LMDB read transaction and its slot in the table of readers.
struct alignas(64) PooledReader {
    MDB_txn* handle = nullptr;                // null until its first use
    std::atomic<bool> live{false};            // a ReadTransaction has it open
    std::atomic<std::uint64_t> snapshot{0};   // the commit it shows, while live
    std::atomic<std::int64_t> sinceMs{0};
    std::atomic<std::uint64_t> thread{0};     // that began it
};

// Readers are handed out through a few slots without a lock, and kept until the environment is closed.
class ReaderPool {
public:
    PooledReader* take();
    void giveBack(PooledReader* reader);

    struct Oldest {
        std::uint64_t snapshot = 0;  // 0: nobody reads
        std::int64_t ageMs = 0;
        std::uint64_t live = 0;
    };
    Oldest oldest() const;
    bool anyLive() const { return oldest().live != 0; }
    bool isLiveOn(std::uint64_t thread) const;

    // Frees LMDB's transactions; nobody may be using one.
    void closeAll();

private:
    static constexpr std::size_t kSlots = 16;
    struct alignas(64) Slot {
        std::atomic<PooledReader*> reader{nullptr};
    };
    std::array<Slot, kSlots> slots_;
    mutable std::mutex mutex_;                          // guards what follows
    std::vector<PooledReader*> spare_;                  // those that found no slot
    std::vector<std::unique_ptr<PooledReader>> all_;
};

}  // namespace sheaf::storage
