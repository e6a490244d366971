// Reads a store's data.mdb with plain reads, without LMDB, and checks its structure: safe on any bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sheaf::storage {

struct PageDamage {
    std::uint64_t page = 0;
    std::string tree;     // the tree's name, "" for the file itself, "(free list)", "(trees)"
    std::string problem;  // a sentence
};

struct WalkedTree {
    std::string name;
    std::uint64_t entries = 0;
    std::uint64_t branchPages = 0;
    std::uint64_t leafPages = 0;
    std::uint64_t overflowPages = 0;
    std::uint32_t depth = 0;
    std::uint64_t usedBytes = 0;  // of its branch and leaf pages and overflow runs, headers included
    double fill() const;          // used / available
    std::uint64_t pageBytes = 0;
    std::uint64_t pages() const { return branchPages + leafPages + overflowPages; }
};

struct PageWalk {
    std::uint64_t pageBytes = 0;
    std::uint64_t fileBytes = 0;
    std::uint64_t lastPage = 0;
    std::uint64_t transaction = 0;  // of the meta page that was used
    std::uint64_t freePages = 0;
    std::uint64_t largestFreeRun = 0;
    std::uint64_t lostPages = 0;    // neither reachable nor free: harmless, but never reused
    std::vector<WalkedTree> trees;  // by name
    std::vector<PageDamage> damage; // at most kMaxDamage
    bool tooMuchDamage = false;
    bool isSound() const { return damage.empty(); }
};

struct PageWalkOptions {
    std::size_t maxDamage = 100;
};

// Walks the newest sane meta page's trees. The file should not be written meanwhile. Throws NotAStore when it is no
// LMDB file at all, StoreInputOutput when it cannot be read; every other fault is in `damage`.
PageWalk walkPages(const std::filesystem::path& store, const PageWalkOptions& options = {});

}  // namespace sheaf::storage
