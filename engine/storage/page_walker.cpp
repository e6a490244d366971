// The walk over a store's pages.
#include "engine/storage/page_walker.h"

#include "bson/raise.h"
#include "engine/storage/bytes.h"
#include "engine/storage/page_format.h"
#include "engine/storage/store_files.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sheaf::storage {

double WalkedTree::fill() const {
    return pages() == 0 ? 0 : static_cast<double>(usedBytes) / static_cast<double>(pages() * pageBytes);
}

namespace {

using format::loadAt;
using Page = std::vector<std::uint8_t>;

constexpr char kFreeListName[] = "(free list)";
constexpr char kTreesName[] = "(trees)";

enum class Use : std::uint8_t { Unseen, Reachable, Free };

// One entry of a branch or a leaf page, within the page's bounds.
struct Node {
    Bytes key;
    std::uint16_t flags = 0;
    std::uint64_t child = 0;     // of a branch
    std::uint32_t valueSize = 0; // of a leaf
    std::size_t valueOffset = 0;
};

class Walker {
public:
    Walker(int descriptor, const format::MetaPages& metas, const PageWalkOptions& options)
        : descriptor_(descriptor), options_(options), meta_(metas.newest) {
        walk_.pageBytes = meta_.pageBytes();
        walk_.fileBytes = metas.fileBytes;
        walk_.lastPage = meta_.lastPage;
        walk_.transaction = meta_.transaction;
        // Pages beyond the end of the file cannot be reached; they may be free.
        filePages_ = metas.fileBytes / walk_.pageBytes;
        use_.assign(std::min(filePages_, meta_.lastPage + 1), Use::Unseen);
        for (std::size_t page = 0; page < std::min<std::size_t>(2, use_.size()); ++page) use_[page] = Use::Reachable;
    }

    PageWalk run() {
        walkTree(meta_.trees, kTreesName);
        for (const auto& [name, record] : found_) walkTree(record, name);
        walkTree(meta_.freeList, kFreeListName);
        countFree();
        std::sort(walk_.trees.begin(), walk_.trees.end(),
                  [](const WalkedTree& a, const WalkedTree& b) { return a.name < b.name; });
        return std::move(walk_);
    }

private:
    // What a walk over one tree keeps.
    struct Walk {
        WalkedTree tree;
        const format::TreeRecord* record = nullptr;
        std::vector<std::uint8_t> previous;    // the last leaf key seen
        std::vector<std::uint8_t> separator;   // the next leaf key must not be below it
        bool hasPrevious = false;
        bool hasSeparator = false;
        bool isBroken = false;                 // damage was found, so the counts will not match either
    };

    void report(Walk& walk, std::uint64_t page, std::string problem) {
        walk.isBroken = true;
        report(page, walk.tree.name, std::move(problem));
    }
    void report(std::uint64_t page, const std::string& tree, std::string problem) {
        if (walk_.damage.size() >= options_.maxDamage) {
            walk_.tooMuchDamage = true;
            return;
        }
        walk_.damage.push_back({page, tree, std::move(problem)});
    }

    // Marks pages as reachable from a tree; false, with a report, when they cannot be.
    bool claim(Walk& walk, std::uint64_t first, std::uint64_t count, std::uint64_t from) {
        if (first < 2 || first > meta_.lastPage || count > meta_.lastPage + 1 - first) {
            report(walk, from, "points to page " + std::to_string(first) + ", outside of the store's pages");
            return false;
        }
        if (first + count > use_.size()) {
            report(walk, from, "points to page " + std::to_string(first) + ", beyond the end of the file");
            return false;
        }
        for (std::uint64_t page = first; page < first + count; ++page) {
            if (use_[page] == Use::Unseen) continue;
            report(walk, from, "points to page " + std::to_string(page) + ", which is in use elsewhere");
            return false;
        }
        std::fill_n(use_.begin() + static_cast<std::ptrdiff_t>(first), count, Use::Reachable);
        return true;
    }

    void walkTree(const format::TreeRecord& record, const std::string& name) {
        Walk walk;
        walk.record = &record;
        walk.tree.name = name;
        walk.tree.depth = record.depth;
        walk.tree.pageBytes = walk_.pageBytes;
        if ((record.flags & (format::kReverseKeys | format::kDuplicateKeys)) != 0) {
            report(walk, 0, "the tree is of a kind that sheaf does not make");
        } else if (record.depth > format::kMaxDepth || (record.root == format::kNoPage) != (record.depth == 0)) {
            report(walk, 0, "the tree's depth does not fit its root");
        } else if (record.root != format::kNoPage && claim(walk, record.root, 1, 0)) {
            walkPage(walk, record.root, 1);
        }
        if (!walk.isBroken) compareCounts(walk);
        walk_.trees.push_back(std::move(walk.tree));
    }

    void compareCounts(Walk& walk) {
        const format::TreeRecord& record = *walk.record;
        const WalkedTree& tree = walk.tree;
        if (tree.entries != record.entries) {
            report(walk, record.root, "the tree has " + std::to_string(tree.entries) + " entries, its record says " +
                                          std::to_string(record.entries));
        }
        if (tree.branchPages != record.branchPages || tree.leafPages != record.leafPages ||
            tree.overflowPages != record.overflowPages) {
            report(walk, record.root, "the tree's pages are not as many as its record says");
        }
    }

    void walkPage(Walk& walk, std::uint64_t number, unsigned level) {
        Page page(walk_.pageBytes);
        if (!format::readAt(descriptor_, page.data(), page.size(), number * walk_.pageBytes)) {
            report(walk, number, "the page is cut off");
            return;
        }
        const std::uint16_t kind = format::pageFlags(page.data()) & ~std::uint16_t{0x10};  // "dirty" may stay
        const bool isLeaf = kind == format::kLeaf;
        if (format::pageNumber(page.data()) != number) {
            report(walk, number, "the page bears the number " + std::to_string(format::pageNumber(page.data())));
            return;
        }
        if (!isLeaf && kind != format::kBranch) {
            report(walk, number, "the page is neither a branch nor a leaf");
            return;
        }
        if (isLeaf != (level == walk.record->depth)) {
            report(walk, number, "the page lies at the wrong depth");
            return;
        }
        std::vector<Node> nodes;
        if (!readNodes(walk, number, page, isLeaf, nodes)) return;
        ++(isLeaf ? walk.tree.leafPages : walk.tree.branchPages);
        walk.tree.usedBytes += walk_.pageBytes - (format::pageUpper(page.data()) - format::pageLower(page.data()));
        if (isLeaf) {
            walk.tree.entries += nodes.size();
            for (const Node& node : nodes) walkLeafNode(walk, number, page, node);
            return;
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (i > 0) passSeparator(walk, number, nodes[i].key);
            if (claim(walk, nodes[i].child, 1, number)) walkPage(walk, nodes[i].child, level + 1);
        }
    }

    bool readNodes(Walk& walk, std::uint64_t number, const Page& page, bool isLeaf, std::vector<Node>& nodes) {
        const std::size_t lower = format::pageLower(page.data());
        const std::size_t upper = format::pageUpper(page.data());
        if (lower < format::kPageHeaderBytes || lower > upper || upper > page.size() || lower % 2 != 0) {
            report(walk, number, "the page's bounds are impossible");
            return false;
        }
        const std::size_t count = (lower - format::kPageHeaderBytes) / 2;
        if (count < (isLeaf ? 1u : 2u)) {
            report(walk, number, "the page has too few entries");
            return false;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = loadAt<std::uint16_t>(page.data(), format::kPageHeaderBytes + 2 * i);
            Node node;
            if (!readNode(page, at, upper, isLeaf, node)) {
                report(walk, number, "entry " + std::to_string(i) + " does not lie within the page");
                return false;
            }
            const bool isFirstOfBranch = !isLeaf && i == 0;  // stands for everything below the second; its key is unused
            if (!isFirstOfBranch && !isKeyPossible(walk, node.key)) {
                report(walk, number, "entry " + std::to_string(i) + " has a key of an impossible length");
                return false;
            }
            nodes.push_back(node);
        }
        return true;
    }

    static bool readNode(const Page& page, std::size_t at, std::size_t upper, bool isLeaf, Node& node) {
        if (at < upper || at % 2 != 0 || at + format::kNodeHeaderBytes > page.size()) return false;
        const std::uint64_t low = loadAt<std::uint16_t>(page.data(), at);
        const std::uint64_t high = loadAt<std::uint16_t>(page.data(), at + 2);
        node.flags = loadAt<std::uint16_t>(page.data(), at + 4);
        const std::size_t keySize = loadAt<std::uint16_t>(page.data(), at + 6);
        const std::size_t keyAt = at + format::kNodeHeaderBytes;
        if (keySize > page.size() - keyAt) return false;
        node.key = {page.data() + keyAt, keySize};
        if (!isLeaf) {
            node.child = low | high << 16 | std::uint64_t{node.flags} << 32;
            return true;
        }
        node.valueSize = static_cast<std::uint32_t>(low | high << 16);
        node.valueOffset = keyAt + keySize;
        const std::size_t inPage = node.flags & format::kBigData ? sizeof(std::uint64_t) : node.valueSize;
        return inPage <= page.size() - node.valueOffset;
    }

    static bool isKeyPossible(const Walk& walk, Bytes key) {
        if ((walk.record->flags & format::kIntegerKeys) != 0) return key.size() == sizeof(std::uint64_t);
        return !key.empty() && key.size() <= format::kMaxKeyBytes;
    }

    static int compareKeys(const Walk& walk, Bytes a, Bytes b) {
        if ((walk.record->flags & format::kIntegerKeys) == 0) return compareBytes(a, b);
        const auto x = loadAt<std::uint64_t>(a.data(), 0);
        const auto y = loadAt<std::uint64_t>(b.data(), 0);
        return x < y ? -1 : x > y ? 1 : 0;
    }

    // Between two subtrees: all keys so far lie below the separator, those that follow do not.
    void passSeparator(Walk& walk, std::uint64_t number, Bytes separator) {
        if (walk.hasPrevious && compareKeys(walk, walk.previous, separator) >= 0) {
            report(walk, number, "the keys are out of order");
        }
        walk.separator.assign(separator.begin(), separator.end());
        walk.hasSeparator = true;
    }

    void walkLeafNode(Walk& walk, std::uint64_t number, const Page& page, const Node& node) {
        const bool belowSeparator = walk.hasSeparator && compareKeys(walk, node.key, walk.separator) < 0;
        if (belowSeparator || (walk.hasPrevious && compareKeys(walk, walk.previous, node.key) >= 0)) {
            report(walk, number, "the keys are out of order");
        }
        walk.hasSeparator = false;
        walk.hasPrevious = true;
        walk.previous.assign(node.key.begin(), node.key.end());
        std::uint64_t overflow = 0;
        if (node.flags & format::kBigData) {
            overflow = loadAt<std::uint64_t>(page.data(), node.valueOffset);
            if (!walkOverflow(walk, number, overflow, node.valueSize)) return;
        }
        const bool isTree = (node.flags & format::kSubTree) != 0;
        if ((node.flags & ~(format::kBigData | format::kSubTree)) != 0 || isTree != (walk.tree.name == kTreesName)) {
            report(walk, number, "an entry is of a kind that does not belong here");
            return;
        }
        if (isTree) noteTree(walk, number, page, node);
        if (walk.tree.name == kFreeListName) readFreeRecord(walk, number, page, node, overflow);
    }

    bool walkOverflow(Walk& walk, std::uint64_t from, std::uint64_t first, std::uint32_t size) {
        std::uint8_t header[format::kPageHeaderBytes];
        if (!claim(walk, first, 1, from)) return false;
        if (!format::readAt(descriptor_, header, sizeof header, first * walk_.pageBytes)) {
            report(walk, first, "the page is cut off");
            return false;
        }
        // A value that was replaced by a smaller one in the same transaction keeps its longer run.
        const std::uint64_t needed = (format::kPageHeaderBytes + std::uint64_t{size} + walk_.pageBytes - 1) / walk_.pageBytes;
        const std::uint64_t count = format::overflowLength(header);
        if (format::pageNumber(header) != first || (format::pageFlags(header) & format::kOverflow) == 0 || count < needed) {
            report(walk, first, "the page does not begin a value of " + std::to_string(size) + " bytes");
            return false;
        }
        if (count > 1 && !claim(walk, first + 1, count - 1, first)) return false;
        walk.tree.overflowPages += count;
        walk.tree.usedBytes += format::kPageHeaderBytes + std::uint64_t{size};
        return true;
    }

    void noteTree(Walk& walk, std::uint64_t number, const Page& page, const Node& node) {
        if (node.valueSize != sizeof(format::TreeRecord) || (node.flags & format::kBigData) != 0) {
            report(walk, number, "a tree's record has an impossible size");
            return;
        }
        found_.emplace_back(std::string(asText(node.key)),
                            loadAt<format::TreeRecord>(page.data(), node.valueOffset));
    }

    // Page numbers that a commit has freed: their count, then the numbers, falling.
    void readFreeRecord(Walk& walk, std::uint64_t number, const Page& page, const Node& node, std::uint64_t overflow) {
        std::vector<std::uint8_t> value(node.valueSize);
        if (overflow != 0) {
            if (!format::readAt(descriptor_, value.data(), value.size(),
                                overflow * walk_.pageBytes + format::kPageHeaderBytes)) {
                report(walk, overflow, "the value is cut off");
                return;
            }
        } else {
            std::memcpy(value.data(), page.data() + node.valueOffset, value.size());
        }
        const std::uint64_t count = value.size() >= 8 ? loadAt<std::uint64_t>(value.data(), 0) : 0;
        if (value.size() < 8 || count > value.size() / 8 - 1) {
            report(walk, number, "a record of free pages is longer than it can be");
            return;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            free_.emplace_back(loadAt<std::uint64_t>(value.data(), 8 * (i + 1)), number);
        }
    }

    void countFree() {
        for (const auto& [page, from] : free_) {
            if (page < 2 || page > meta_.lastPage) {
                report(from, kFreeListName, "page " + std::to_string(page) + " is said to be free and is none of the store's");
            } else if (page < use_.size() && use_[page] != Use::Unseen) {
                report(from, kFreeListName, "page " + std::to_string(page) +
                                                (use_[page] == Use::Free ? " is free twice" : " is free and in use"));
            } else if (page < use_.size()) {
                use_[page] = Use::Free;
            }
        }
        std::sort(free_.begin(), free_.end());
        std::uint64_t run = 0;
        for (std::size_t i = 0; i < free_.size(); ++i) {
            run = i != 0 && free_[i].first == free_[i - 1].first + 1 ? run + 1 : 1;
            walk_.largestFreeRun = std::max(walk_.largestFreeRun, run);
        }
        walk_.freePages = free_.size();
        walk_.lostPages = static_cast<std::uint64_t>(std::count(use_.begin(), use_.end(), Use::Unseen));
    }

    int descriptor_;
    PageWalkOptions options_;
    format::Meta meta_;
    PageWalk walk_;
    std::uint64_t filePages_ = 0;
    std::vector<Use> use_;
    std::vector<std::pair<std::string, format::TreeRecord>> found_;  // the named trees
    std::vector<std::pair<std::uint64_t, std::uint64_t>> free_;      // page, and where it is said to be free
};

}  // namespace

PageWalk walkPages(const std::filesystem::path& store, const PageWalkOptions& options) {
    const std::filesystem::path path = store / "data.mdb";
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        raise(errno == ENOENT ? ErrorCode::NotAStore : ErrorCode::StoreInputOutput, "cannot open ", path.string(), ": ",
              std::strerror(errno));
    }
    const format::MetaPages metas = format::readMetaPages(file.get());
    if (metas.state == format::MetaState::Empty || metas.state == format::MetaState::NotLmdb) {
        raise(ErrorCode::NotAStore, path.string(), " is not a store: ",
              metas.state == format::MetaState::Empty ? "it is empty" : metas.problem);
    }
    if (metas.state == format::MetaState::OtherVersion) {
        raise(ErrorCode::StoreVersionUnknown, path.string(), " was written by another version of LMDB");
    }
    if (metas.state == format::MetaState::Damaged) {
        PageWalk walk;
        walk.fileBytes = metas.fileBytes;
        walk.damage.push_back({0, "", metas.problem});
        return walk;
    }
    return Walker(file.get(), metas, options).run();
}

}  // namespace sheaf::storage
