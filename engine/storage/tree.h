// Handles of trees: LMDB's named databases, each one sorted map from keys to values.
#pragma once

#include <cstdint>

namespace sheaf::storage {

// The number of a tree, never used twice in the life of a store. Numbers below kFirstTreeId are the system's.
using TreeId = std::uint32_t;
inline constexpr TreeId kMetaTree = 1;      // format version, page size, next tree id: storage's own
inline constexpr TreeId kCatalogTree = 2;   // the engine's catalog
inline constexpr TreeId kSessionsTree = 3;  // retryable writes
inline constexpr TreeId kFirstTreeId = 16;

enum class TreeKind : std::uint8_t {
    IntegerKeys,  // native 8-byte keys, for records: named "c<id>" in the file
    Plain,        // byte strings of 1 to 511 bytes in memcmp order: named "i<id>"
};

// A cheap value. Usable in every transaction that began after the tree was opened; the environment opens all trees
// of the file when it is opened, and new ones before anybody learns of them.
class Tree {
public:
    Tree() = default;
    TreeId id() const { return id_; }
    TreeKind kind() const { return kind_; }
    explicit operator bool() const { return handle_ != 0; }
    friend bool operator==(const Tree& a, const Tree& b) { return a.id_ == b.id_; }

private:
    friend class TreeTable;
    friend class Transaction;
    friend class WriteTransaction;
    friend class Cursor;
    friend class PageEquation;
    Tree(std::uint32_t handle, TreeId id, TreeKind kind) : handle_(handle), id_(id), kind_(kind) {}

    std::uint32_t handle_ = 0;  // LMDB's handle; 0 is none
    TreeId id_ = 0;
    TreeKind kind_ = TreeKind::Plain;
};

struct TreeStatistics {
    std::uint64_t entries = 0;
    std::uint64_t branchPages = 0;
    std::uint64_t leafPages = 0;
    std::uint64_t overflowPages = 0;
    std::uint32_t depth = 0;
    std::uint32_t pageBytes = 0;

    std::uint64_t pages() const { return branchPages + leafPages + overflowPages; }
    std::uint64_t bytes() const { return pages() * pageBytes; }
};

}  // namespace sheaf::storage
