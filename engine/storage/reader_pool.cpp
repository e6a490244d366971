// The pool of read transactions.
#include "engine/storage/reader_pool.h"

#include <time.h>

#include <algorithm>

namespace sheaf::storage {

std::int64_t coarseMs() {
    struct timespec now {};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

std::uint64_t threadNumber() {
    static std::atomic<std::uint64_t> counter{0};
    thread_local const std::uint64_t number = counter.fetch_add(1, std::memory_order_relaxed) + 1;
    return number;
}

PooledReader* ReaderPool::take() {
    const std::size_t start = threadNumber() % kSlots;
    for (std::size_t i = 0; i < kSlots; ++i) {
        std::atomic<PooledReader*>& slot = slots_[(start + i) % kSlots].reader;
        if (slot.load(std::memory_order_relaxed) == nullptr) continue;
        if (PooledReader* reader = slot.exchange(nullptr, std::memory_order_acquire)) return reader;
    }
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
        PooledReader* reader = spare_.back();
        spare_.pop_back();
        return reader;
    }
    all_.push_back(std::make_unique<PooledReader>());
    return all_.back().get();
}

void ReaderPool::giveBack(PooledReader* reader) {
    const std::size_t start = threadNumber() % kSlots;
    for (std::size_t i = 0; i < kSlots; ++i) {
        std::atomic<PooledReader*>& slot = slots_[(start + i) % kSlots].reader;
        PooledReader* none = nullptr;
        if (slot.load(std::memory_order_relaxed) == nullptr &&
            slot.compare_exchange_strong(none, reader, std::memory_order_release, std::memory_order_relaxed)) {
            return;
        }
    }
    const std::lock_guard lock(mutex_);
    spare_.push_back(reader);
}

ReaderPool::Oldest ReaderPool::oldest() const {
    Oldest result;
    const std::int64_t now = coarseMs();
    const std::lock_guard lock(mutex_);
    for (const auto& reader : all_) {
        if (!reader->live.load(std::memory_order_seq_cst)) continue;
        ++result.live;
        const std::uint64_t snapshot = reader->snapshot.load(std::memory_order_relaxed);
        if (result.snapshot == 0 || snapshot < result.snapshot) result.snapshot = snapshot;
        result.ageMs = std::max(result.ageMs, now - reader->sinceMs.load(std::memory_order_relaxed));
    }
    return result;
}

bool ReaderPool::isLiveOn(std::uint64_t thread) const {
    const std::lock_guard lock(mutex_);
    return std::any_of(all_.begin(), all_.end(), [thread](const auto& reader) {
        return reader->live.load(std::memory_order_seq_cst) && reader->thread.load(std::memory_order_relaxed) == thread;
    });
}

void ReaderPool::closeAll() {
    const std::lock_guard lock(mutex_);
    for (const auto& reader : all_) {
        if (reader->handle != nullptr) mdb_txn_abort(reader->handle);
        reader->handle = nullptr;
    }
}

}  // namespace sheaf::storage
