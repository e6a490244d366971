// The one place of the writer within this process: taken before LMDB's own lock, so that waiting can end at a deadline
// and be watched.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace sheaf::storage {

class WriterGate {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    // False when the deadline passed, or when this very thread holds the gate: it would wait for itself.
    bool enter(TimePoint deadline, std::uint64_t thread) {
        std::unique_lock lock(mutex_);
        if (owner_ == thread) return false;
        const auto isFree = [this] { return owner_ == 0; };
        if (!isFree()) {
            if (deadline == TimePoint::max()) {
                free_.wait(lock, isFree);
            } else if (!free_.wait_until(lock, deadline, isFree)) {
                return false;
            }
        }
        owner_ = thread;
        return true;
    }
    void leave() noexcept {
        {
            const std::lock_guard lock(mutex_);
            owner_ = 0;
        }
        free_.notify_one();
    }
    std::uint64_t owner() const {
        const std::lock_guard lock(mutex_);
        return owner_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable free_;
    std::uint64_t owner_ = 0;  // the thread's number; 0: nobody writes
};

}  // namespace sheaf::storage
