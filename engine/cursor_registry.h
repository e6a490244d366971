// The cursors that stay open between a find (or a listing) and its getMore commands, by number.
#pragma once

#include "engine/read/batch_cursor.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace sheaf::engine {

// Safe from many threads. A cursor that is being used is out of the registry's hands until it is put back.
class CursorRegistry {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes kIdleLimit{10};

    // Returns the cursor's number, never 0. Removes cursors that nobody used for kIdleLimit.
    std::int64_t add(std::unique_ptr<BatchCursor> cursor);
    // Throws CursorNotFound (43), OperationFailed (96) when another thread is using it, Unauthorized (13) when it is of
    // another namespace. Follow with putBack() or forget().
    std::unique_ptr<BatchCursor> take(std::int64_t id, std::string_view ns);
    // The cursor is dropped when it was killed meanwhile.
    void putBack(std::int64_t id, std::unique_ptr<BatchCursor> cursor);
    void forget(std::int64_t id);
    // False when there is none. One in use is ended when it comes back.
    bool kill(std::int64_t id, std::string_view ns);

    std::size_t size() const;
    void dropIdle(Clock::time_point now);

private:
    struct Slot {
        std::unique_ptr<BatchCursor> cursor;  // none: in use
        std::string ns;
        Clock::time_point lastUse;
        bool isKilled = false;
    };
    mutable std::mutex mutex_;
    std::unordered_map<std::int64_t, Slot> slots_;
};

}  // namespace sheaf::engine
