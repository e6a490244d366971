// The ledger: what an operation cost, exactly.
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sheaf {

// Pages that LMDB wrote, by kind, counted at the write. Its free list counts as branch and leaf pages.
struct PageCost {
    std::uint64_t branch = 0;
    std::uint64_t leaf = 0;
    std::uint64_t overflow = 0;
    std::uint64_t meta = 0;
    std::uint64_t total() const { return branch + leaf + overflow + meta; }
};

// Entries of one index, and their key and value bytes.
struct IndexCost {
    std::string name;
    std::uint64_t inserted = 0;
    std::uint64_t removed = 0;
    std::uint64_t bytes = 0;
};

// Figures are sums over the operations that a Cost covers. Page figures (pages, pagesWritten, bytesWritten, syncs)
// belong to whole transactions: when several operations shared one, opsInCommit says how many, and nothing is divided.
struct Cost {
    std::uint64_t roundTrips = 0;       // commands issued
    std::uint64_t docsExamined = 0;     // as in explain
    std::uint64_t keysExamined = 0;
    std::uint64_t nReturned = 0;
    std::uint64_t docBytesRead = 0;     // bytes of the documents examined (not disk traffic)
    std::uint64_t bytesReturned = 0;    // bytes of the reply
    std::uint64_t logicalBytes = 0;     // bytes of the BSON elements that changed, old and new
    std::uint64_t docBytesWritten = 0;  // bytes handed to storage as record values
    std::vector<IndexCost> indexes;     // in order of first use
    PageCost pages;
    std::uint64_t pagesWritten = 0;     // branch + leaf + overflow + meta
    std::uint64_t bytesWritten = 0;     // bytes that LMDB handed to the system
    std::uint64_t syncs = 0;            // syncs that LMDB asked the system for
    std::uint64_t commits = 0;
    std::uint64_t opsInCommit = 0;      // the largest number of operations that shared one of the commits
    std::uint64_t evicted = 0;          // documents that capped inserts pushed out
    bool exact = true;                  // false: page figures come from the page equation, not from counting
    std::vector<std::uint64_t> pageNumbers;  // of the pages written; only on request

    // docBytesWritten / logicalBytes, bytesWritten / logicalBytes, index bytes / (index bytes + docBytesWritten);
    // nothing when the divisor is 0.
    std::optional<double> documentRatio() const;
    std::optional<double> storageRatio() const;
    std::optional<double> indexShare() const;
    std::uint64_t indexBytes() const;

    IndexCost& index(std::string_view name);  // found or added
    Cost& operator+=(const Cost& other);

    // The `cost` field of a reply, and back.
    bson::Document toDocument() const;
    static Cost fromDocument(bson::DocumentView document);
};

}  // namespace sheaf
