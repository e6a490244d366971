// One operation of a user: its deadline, its kill flag, its entry in the ledger.
#pragma once

#include "engine/store_impl.h"

#include <sheaf/cost.h>
#include <sheaf/session.h>

#include <chrono>

namespace sheaf {
struct Session::Impl {
    Cost cost;
};
}  // namespace sheaf

namespace sheaf::engine {

// A scope on the owner's thread: when it ends, what the operation cost becomes the thread's last cost and is added to
// the session's sum.
class Operation {
public:
    using Clock = std::chrono::steady_clock;

    Operation(StoreImpl& store, Session* session, std::chrono::milliseconds maxTime = {});
    ~Operation();
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    StoreImpl& store() const { return store_; }
    Cost& cost() { return cost_; }

    // maxTimeMS: 0 is none.
    void setMaxTime(std::chrono::milliseconds maxTime);
    Clock::time_point deadline() const { return deadline_; }
    bool hasDeadline() const { return deadline_ != Clock::time_point::max(); }
    // Throws MaxTimeMSExpired (50).
    void checkInterrupt() const;
    // The same now and then, for loops that count their steps.
    void checkInterruptSometimes(std::uint64_t step) const {
        if (step % 128 == 0) checkInterrupt();
    }

private:
    StoreImpl& store_;
    Session* session_;
    Clock::time_point deadline_ = Clock::time_point::max();
    Cost cost_;
};

// Adds one commit to the ledger.
void addCommit(Cost& cost, const WriteResult& result);

}  // namespace sheaf::engine
