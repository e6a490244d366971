// What one commit cost: the physical half of the ledger.
#pragma once

#include <cstdint>
#include <vector>

namespace sheaf::storage {

struct PageCounts {
    std::uint64_t branch = 0;
    std::uint64_t leaf = 0;      // with the pages of LMDB's free list and of its list of trees
    std::uint64_t overflow = 0;  // pages, not runs
    std::uint64_t meta = 0;

    std::uint64_t total() const { return branch + leaf + overflow + meta; }
    friend bool operator==(const PageCounts&, const PageCounts&) = default;
};

// Counted at the write, not estimated: bytes and syncs are those that LMDB handed to the system.
struct WriteStats {
    PageCounts pages;
    std::uint64_t bytesWritten = 0;
    std::uint64_t syncs = 0;
    std::uint64_t commits = 0;               // 1, or 0 when nothing had changed
    bool exact = true;                       // false with a shared LMDB: pages.leaf then holds all pages but meta
    std::vector<std::uint64_t> pageNumbers;  // in the order written, only when asked for

    WriteStats& operator+=(const WriteStats& other);
};

}  // namespace sheaf::storage
