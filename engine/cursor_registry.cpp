// Open cursors by number.
#include "engine/cursor_registry.h"

#include "bson/raise.h"

#include <random>
#include <vector>

namespace sheaf::engine {
namespace {

std::int64_t randomId() {
    thread_local std::mt19937_64 generator{std::random_device{}()};
    return static_cast<std::int64_t>(generator() >> 1);
}

}  // namespace

std::int64_t CursorRegistry::add(std::unique_ptr<BatchCursor> cursor) {
    const Clock::time_point now = Clock::now();
    dropIdle(now);
    std::string ns(cursor->ns());
    const std::lock_guard lock(mutex_);
    std::int64_t id = randomId();
    while (id == 0 || slots_.contains(id)) id = randomId();
    slots_.emplace(id, Slot{.cursor = std::move(cursor), .ns = std::move(ns), .lastUse = now});
    return id;
}

std::unique_ptr<BatchCursor> CursorRegistry::take(std::int64_t id, std::string_view ns) {
    dropIdle(Clock::now());
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end() || found->second.isKilled) {
        raise(ErrorCode::CursorNotFound, "cursor id ", id, " not found");
    }
    if (found->second.ns != ns) {
        raise(ErrorCode::Unauthorized, "Requested getMore on namespace '", ns, "', but cursor belongs to a different namespace ",
              found->second.ns);
    }
    if (!found->second.cursor) raise(ErrorCode::OperationFailed, "cursor id ", id, " is already in use");
    return std::move(found->second.cursor);
}

void CursorRegistry::putBack(std::int64_t id, std::unique_ptr<BatchCursor> cursor) {
    std::unique_ptr<BatchCursor> dropped;  // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end()) return;
    if (found->second.isKilled) {
        dropped = std::move(cursor);
        slots_.erase(found);
        return;
    }
    found->second.cursor = std::move(cursor);
    found->second.lastUse = Clock::now();
}

void CursorRegistry::forget(std::int64_t id) {
    const std::lock_guard lock(mutex_);
    slots_.erase(id);
}

bool CursorRegistry::kill(std::int64_t id, std::string_view ns) {
    std::unique_ptr<BatchCursor> dropped;
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end() || found->second.isKilled || found->second.ns != ns) return false;
    if (found->second.cursor) {
        dropped = std::move(found->second.cursor);
        slots_.erase(found);
    } else {
        found->second.isKilled = true;
    }
    return true;
}

std::size_t CursorRegistry::size() const {
    const std::lock_guard lock(mutex_);
    return slots_.size();
}

void CursorRegistry::dropIdle(Clock::time_point now) {
    std::vector<std::unique_ptr<BatchCursor>> dropped;
    const std::lock_guard lock(mutex_);
    for (auto slot = slots_.begin(); slot != slots_.end();) {
        if (slot->second.cursor && now - slot->second.lastUse > kIdleLimit) {
            dropped.push_back(std::move(slot->second.cursor));
            slot = slots_.erase(slot);
        } else {
            ++slot;
        }
    }
}

}  // namespace sheaf::engine
