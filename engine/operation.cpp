// Operations: deadlines, and where their costs go.
#include "engine/operation.h"

#include "bson/raise.h"

#include <algorithm>
#include <utility>

namespace sheaf::engine {
namespace {

// What a thread remembers for its stores; the store used last stands at the end.
struct LastCost {
    std::uint64_t instance;
    Cost cost;
};
constexpr std::size_t kMaxRememberedStores = 16;
thread_local std::vector<LastCost> lastCosts;

}  // namespace

Operation::Operation(StoreImpl& store, Session* session, std::chrono::milliseconds maxTime)
    : store_(store), session_(session) {
    setMaxTime(maxTime);
    cost_.roundTrips = 1;
}

Operation::~Operation() {
    if (session_) session_->impl().cost += cost_;
    store_.setLastCost(std::move(cost_));
}

void Operation::setMaxTime(std::chrono::milliseconds maxTime) {
    if (maxTime.count() > 0) deadline_ = Clock::now() + maxTime;
}

void Operation::checkInterrupt() const {
    if (hasDeadline() && Clock::now() >= deadline_) {
        raise(ErrorCode::MaxTimeMSExpired, "operation exceeded time limit");
    }
}

void addCommit(Cost& cost, const WriteResult& result) {
    const storage::WriteStats& stats = result.stats;
    cost.pages.branch += stats.pages.branch;
    cost.pages.leaf += stats.pages.leaf;
    cost.pages.overflow += stats.pages.overflow;
    cost.pages.meta += stats.pages.meta;
    cost.pagesWritten += stats.pages.total();
    cost.bytesWritten += stats.bytesWritten;
    cost.syncs += stats.syncs;
    cost.commits += stats.commits;
    cost.exact = cost.exact && stats.exact;
    if (stats.commits > 0) cost.opsInCommit = std::max<std::uint64_t>(cost.opsInCommit, result.opsInCommit);
    cost.pageNumbers.insert(cost.pageNumbers.end(), stats.pageNumbers.begin(), stats.pageNumbers.end());
}

}  // namespace sheaf::engine

namespace sheaf {

Cost Store::Impl::lastCost() const {
    for (const engine::LastCost& last : engine::lastCosts) {
        if (last.instance == instance) return last.cost;
    }
    return {};
}

void Store::Impl::setLastCost(Cost&& cost) const {
    auto& all = engine::lastCosts;
    if (!all.empty() && all.back().instance == instance) {
        all.back().cost = std::move(cost);
        return;
    }
    std::erase_if(all, [this](const engine::LastCost& last) { return last.instance == instance; });
    if (all.size() >= engine::kMaxRememberedStores) all.erase(all.begin());
    all.push_back({instance, std::move(cost)});
}

}  // namespace sheaf
