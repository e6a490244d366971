// LMDB's file format (its data version 1), as far as checking a file without LMDB needs it. All numbers are native.
//
//   file  := page*                      pages 0 and 1 are meta pages, the newer sane one counts
//   page  := number 8, pad 2, flags 2, lower 2, upper 2, body     an overflow run has its length in lower/upper's place
//   body  := offsets 2 each, up to lower; room; nodes from upper on        of branch and leaf pages
//   node  := low 2, high 2, flags 2, key size 2, key, value
//            branch: the child's number is low | high << 16 | flags << 32; leaf: the value's size is low | high << 16
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace sheaf::storage::format {

inline constexpr std::uint32_t kMagic = 0xBEEFC0DE;
inline constexpr std::uint32_t kDataVersion = 1;
inline constexpr std::uint64_t kNoPage = ~std::uint64_t{0};
inline constexpr std::size_t kPageHeaderBytes = 16;
inline constexpr std::size_t kNodeHeaderBytes = 8;
inline constexpr std::size_t kMaxKeyBytes = 511;
inline constexpr unsigned kMaxDepth = 32;

enum PageFlag : std::uint16_t { kBranch = 0x01, kLeaf = 0x02, kOverflow = 0x04, kMeta = 0x08, kLeaf2 = 0x20, kSubPage = 0x40 };
enum NodeFlag : std::uint16_t { kBigData = 0x01, kSubTree = 0x02, kDuplicates = 0x04 };
enum TreeFlag : std::uint16_t { kReverseKeys = 0x02, kDuplicateKeys = 0x04, kIntegerKeys = 0x08 };

// The root of one tree, as it stands in the meta page and in the list of trees.
struct TreeRecord {
    std::uint32_t pad;  // the page size, in the free list's record
    std::uint16_t flags;
    std::uint16_t depth;
    std::uint64_t branchPages;
    std::uint64_t leafPages;
    std::uint64_t overflowPages;
    std::uint64_t entries;
    std::uint64_t root;
};
static_assert(sizeof(TreeRecord) == 48);

struct Meta {
    std::uint32_t magic;
    std::uint32_t version;
    std::uint64_t address;
    std::uint64_t mapBytes;
    TreeRecord freeList;
    TreeRecord trees;
    std::uint64_t lastPage;
    std::uint64_t transaction;

    std::uint32_t pageBytes() const { return freeList.pad; }
};
static_assert(sizeof(Meta) == 136);

template <typename T>
T loadAt(const std::uint8_t* bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes + offset, sizeof value);
    return value;
}

inline std::uint64_t pageNumber(const std::uint8_t* page) { return loadAt<std::uint64_t>(page, 0); }
inline std::uint16_t pageFlags(const std::uint8_t* page) { return loadAt<std::uint16_t>(page, 10); }
inline std::uint16_t pageLower(const std::uint8_t* page) { return loadAt<std::uint16_t>(page, 12); }
inline std::uint16_t pageUpper(const std::uint8_t* page) { return loadAt<std::uint16_t>(page, 14); }
inline std::uint32_t overflowLength(const std::uint8_t* page) { return loadAt<std::uint32_t>(page, 12); }

// What the two meta pages say.
enum class MetaState : std::uint8_t {
    Empty,           // no bytes at all
    NotLmdb,         // no magic number in either
    OtherVersion,    // LMDB's, of another data version
    OtherPageBytes,  // sane, but of a page size that this machine does not map
    Damaged,
    Sane,
};
struct MetaPages {
    MetaState state = MetaState::Empty;
    Meta newest{};
    std::uint64_t fileBytes = 0;
    const char* problem = "";
};
// Reads them from an open data file. Throws StoreInputOutput when it cannot be read.
MetaPages readMetaPages(int descriptor);

// Reads exactly size bytes at the offset, or false at the end of the file. Throws StoreInputOutput.
bool readAt(int descriptor, std::uint8_t* into, std::size_t size, std::uint64_t offset);

}  // namespace sheaf::storage::format
