// Many threads, one writer, few syncs: operations that wait together are committed together.
//
// A caller that finds no leader leads: it runs the queued operations in its own thread inside one transaction, commits
// once, and wakes their owners. It commits exactly one batch (closed when its commit begins); then the oldest waiter
// leads. A caller that is alone runs straight through, without waking or waiting for anybody.
#pragma once

#include "engine/storage/environment.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace sheaf::engine {

// One unit of work for the queue; derive and implement apply(). Its owner is the thread that calls run().
class WriteOperation {
public:
    virtual ~WriteOperation() = default;

    // Makes the changes. Runs in the leader's thread, so nothing thread-local of the owner's is there; may run again
    // from the start when the batch was aborted, and must then do the same (ids, times and random numbers already
    // drawn are kept by the operation). What it throws is rethrown by run() in its owner: before its first change
    // that costs nothing, after it the batch is replayed without this operation.
    virtual void apply(storage::WriteTransaction& transaction) = 0;

    // After the commit, in the leader's thread, in the order of the batch, before any later transaction begins: the
    // place to publish what was changed to memory. Must not throw.
    virtual void committed(const storage::WriteTransaction&) noexcept {}

    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* killed = nullptr;  // looked at while waiting
    bool alone = false;      // commits by itself: long operations and metered ones
    bool sync = false;       // writeConcern.j: raises the whole group's commit to a sync
    bool listPages = false;  // WriteStats::pageNumbers; implies alone
};

struct WriteResult {
    storage::WriteStats stats;        // of the whole commit
    std::uint32_t opsInCommit = 1;
    std::uint64_t commitNumber = 0;   // the transaction's id; later snapshots with an id at or above it see the work
};

class WriteQueue {
public:
    explicit WriteQueue(storage::Environment& environment);
    ~WriteQueue();
    WriteQueue(const WriteQueue&) = delete;
    WriteQueue& operator=(const WriteQueue&) = delete;

    // Runs the operation and returns when it is committed. Throws what apply() threw, MaxTimeMSExpired (50) or
    // Interrupted (11601) when it was still waiting, and the environment's errors (MapFull, OutOfDiskSpace,
    // StoreInputOutput, StoreReadOnly); nothing of it is then in the store.
    WriteResult run(WriteOperation& operation);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sheaf::engine
