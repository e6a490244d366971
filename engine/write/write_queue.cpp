// Leader and followers.
#include "engine/write/write_queue.h"

#include "bson/raise.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace sheaf::engine {
namespace {

using Clock = std::chrono::steady_clock;
using storage::WriteTransaction;

constexpr std::size_t kMaxBatchOperations = 1024;
constexpr std::uint64_t kMaxBatchBytes = std::uint64_t{64} << 20;
// A waiter that may be killed looks that often; kills are rare and need not be prompt.
constexpr std::chrono::milliseconds kKillInterval{20};

std::exception_ptr errorOf(const WriteOperation& operation) {
    try {
        if (operation.killed != nullptr && operation.killed->load(std::memory_order_relaxed)) {
            raise(ErrorCode::Interrupted, "operation was interrupted while it waited to write");
        }
        if (operation.deadline != Clock::time_point::max() && Clock::now() >= operation.deadline) {
            raise(ErrorCode::MaxTimeMSExpired, "operation exceeded time limit while it waited to write");
        }
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

// An Error of its own for each owner: it may be given labels there.
std::exception_ptr copyOf(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& known) {
        return std::make_exception_ptr(known);
    } catch (...) {
        return error;
    }
}

// One call of run(), in the frame of its owner.
struct Entry {
    explicit Entry(WriteOperation& of) : operation(&of) {}

    enum class State : std::uint8_t { Waiting, Lead, Done };

    WriteOperation* operation;
    std::exception_ptr error;
    WriteResult result;

    std::mutex mutex;  // guards state
    std::condition_variable changed;
    State state = State::Waiting;

    // Notifies under the lock: the owner's frame may go as soon as it is released.
    void become(State next) {
        const std::lock_guard lock(mutex);
        state = next;
        changed.notify_one();
    }
    bool mayStandAlone() const { return operation->alone || operation->listPages; }
};

}  // namespace

struct WriteQueue::Impl {
    explicit Impl(storage::Environment& of) : environment(of) {}

    storage::Environment& environment;
    std::mutex mutex;  // guards the next two
    std::deque<Entry*> waiting;
    bool isLed = false;
    std::vector<Entry*> batch;  // the leader's
    std::exception_ptr ended;   // why the storage has ended the leader's transaction: it holds for the whole batch

    // Queues the entry, or makes it the leader.
    bool enter(Entry& entry) {
        const std::lock_guard lock(mutex);
        if (isLed) {
            waiting.push_back(&entry);
            return false;
        }
        isLed = true;
        return true;
    }

    // Whether the entry could still be taken out of the queue.
    bool leave(Entry& entry) {
        const std::lock_guard lock(mutex);
        const auto found = std::find(waiting.begin(), waiting.end(), &entry);
        if (found == waiting.end()) return false;
        waiting.erase(found);
        return true;
    }

    // The next that may join a batch, or null.
    Entry* takeFollower() {
        const std::lock_guard lock(mutex);
        if (waiting.empty() || waiting.front()->mayStandAlone()) return nullptr;
        Entry* const entry = waiting.front();
        waiting.pop_front();
        return entry;
    }

    void passLead() {
        Entry* next = nullptr;
        {
            const std::lock_guard lock(mutex);
            if (waiting.empty()) {
                isLed = false;
                return;
            }
            next = waiting.front();
            waiting.pop_front();
        }
        next->become(Entry::State::Lead);
    }

    // Waits until somebody has done the entry's work, or it has to lead (true), or it gave up (its error is set).
    bool wait(Entry& entry) {
        const WriteOperation& operation = *entry.operation;
        const bool isBounded = operation.deadline != Clock::time_point::max() || operation.killed != nullptr;
        bool mayLeave = isBounded;
        std::unique_lock lock(entry.mutex);
        while (entry.state == Entry::State::Waiting) {
            if (!mayLeave) {
                entry.changed.wait(lock);
                continue;
            }
            Clock::time_point until = operation.deadline;
            if (operation.killed != nullptr) until = std::min(until, Clock::now() + kKillInterval);
            if (entry.changed.wait_until(lock, until) == std::cv_status::no_timeout) continue;
            std::exception_ptr error = errorOf(operation);
            if (!error) continue;
            lock.unlock();
            if (leave(entry)) {
                entry.error = std::move(error);
                return false;
            }
            mayLeave = false;  // taken: it will be done, or has to lead
            lock.lock();
        }
        return entry.state == Entry::State::Lead;
    }

    // The writer's place for the leader; not open, with the leader's error set, when it had to give up.
    WriteTransaction begin(Entry& leader) {
        const WriteOperation& operation = *leader.operation;
        storage::WriteOptions options;
        options.listPages = operation.listPages;
        for (;;) {
            options.deadline = operation.deadline;
            if (operation.killed != nullptr) options.deadline = std::min(options.deadline, Clock::now() + kKillInterval);
            WriteTransaction transaction = environment.tryBeginWrite(options);
            if (transaction.isOpen()) return transaction;
            if (environment.writesOnThisThread()) {
                raise(ErrorCode::LockTimeout, "this thread has a write transaction of its own open");
            }
            leader.error = errorOf(operation);
            if (leader.error) return {};
        }
    }

    // Runs one operation. True: it is in the transaction, or has failed without a trace. False: the transaction is of
    // no more use; `entry.error` says whether because of this operation.
    bool apply(Entry& entry, WriteTransaction& transaction) {
        if (entry.error) return true;  // failed in an earlier try
        const std::uint64_t before = transaction.changes();
        try {
            entry.operation->apply(transaction);
        } catch (const storage::MapGrown&) {
            return false;
        } catch (...) {
            entry.error = std::current_exception();
            if (!transaction.isOpen()) ended = entry.error;
            return transaction.isOpen() && !transaction.isBroken() && transaction.changes() == before;
        }
        if (entry.operation->sync) transaction.requestSync();
        return true;
    }

    // One try to run and commit the batch, taking followers at its end while it is open. False: try again.
    bool attempt(WriteTransaction& transaction, bool mayGrow) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (!apply(*batch[i], transaction)) return false;
            if (i + 1 != batch.size() || !mayGrow || batch.front()->mayStandAlone()) continue;
            if (batch.size() >= kMaxBatchOperations || transaction.bytesPut() >= kMaxBatchBytes) continue;
            if (Entry* follower = takeFollower()) {
                follower->error = errorOf(*follower->operation);
                batch.push_back(follower);
            }
        }
        return commit(transaction);
    }

    bool commit(WriteTransaction& transaction) {
        std::uint32_t done = 0;
        for (const Entry* entry : batch) done += entry->error ? 0 : 1;
        if (done == 0) return true;  // the destructor aborts what is nothing
        storage::WriteStats stats;
        try {
            stats = transaction.commitHoldingWriter();
        } catch (const storage::MapGrown&) {
            return false;
        } catch (...) {
            const std::exception_ptr error = std::current_exception();
            for (Entry* entry : batch) {
                if (!entry->error) entry->error = copyOf(error);
            }
            return true;
        }
        const std::uint64_t number = stats.commits != 0 ? transaction.id() : transaction.id() - 1;
        for (Entry* entry : batch) {
            if (entry->error) continue;
            entry->result = {stats, done, number};
            entry->operation->committed(transaction);
        }
        transaction.releaseWriter();
        return true;
    }

    // After a batch that broke its transaction (it grew too large, a write failed): each operation by itself.
    void runSingly() {
        const std::vector<Entry*> entries = std::exchange(batch, {});
        for (Entry* entry : entries) {
            batch.assign(1, entry);
            runBatch(false);
        }
        batch = entries;
    }

    // Runs the batch until it is committed or every operation has its error.
    void runBatch(bool mayGrow) {
        for (;;) {
            try {
                WriteTransaction transaction = begin(*batch.front());
                if (!transaction.isOpen()) return;
                if (attempt(transaction, mayGrow)) return;
                if (ended) std::rethrow_exception(std::exchange(ended, nullptr));
                mayGrow = false;  // a replay is of the same operations
                if (transaction.isOpen() && transaction.isBroken() && batch.size() > 1) {
                    transaction.abort();
                    for (Entry* entry : batch) entry->error = nullptr;
                    runSingly();
                    return;
                }
            } catch (...) {
                const std::exception_ptr error = std::current_exception();
                for (Entry* entry : batch) {
                    if (!entry->error) entry->error = copyOf(error);
                }
                return;
            }
        }
    }

    void lead(Entry& leader) {
        batch.assign(1, &leader);
        runBatch(true);
        for (Entry* entry : batch) {
            if (entry != &leader) entry->become(Entry::State::Done);
        }
        batch.clear();
        passLead();
    }
};

WriteQueue::WriteQueue(storage::Environment& environment) : impl_(std::make_unique<Impl>(environment)) {}
WriteQueue::~WriteQueue() = default;

WriteResult WriteQueue::run(WriteOperation& operation) {
    Entry entry(operation);
    if (impl_->enter(entry) || impl_->wait(entry)) impl_->lead(entry);
    if (entry.error) std::rethrow_exception(entry.error);
    return std::move(entry.result);
}

}  // namespace sheaf::engine
