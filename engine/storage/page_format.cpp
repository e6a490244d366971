// Reads and judges the two meta pages of a data file.
#include "engine/storage/page_format.h"

#include "bson/raise.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

namespace sheaf::storage::format {

bool readAt(int descriptor, std::uint8_t* into, std::size_t size, std::uint64_t offset) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n = ::pread(descriptor, into + done, size - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) raise(ErrorCode::StoreInputOutput, "cannot read the store's file: ", std::strerror(errno));
        if (n == 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

namespace {

const char* problemOfRoot(const TreeRecord& tree, std::uint64_t lastPage) {
    if (tree.root != kNoPage && (tree.root > lastPage || tree.root < 2)) return "a root lies outside of the file";
    if (tree.depth > kMaxDepth) return "a tree is impossibly deep";
    if ((tree.root == kNoPage) != (tree.depth == 0)) return "a tree's depth does not fit its root";
    return nullptr;
}

// Null when the page is a sane meta page of that page size.
const char* problemOfMeta(const std::uint8_t* page, std::size_t available, std::uint32_t pageBytes, Meta& meta) {
    if (available < kPageHeaderBytes + sizeof(Meta)) return "a meta page is cut off";
    std::memcpy(&meta, page + kPageHeaderBytes, sizeof meta);
    if (meta.magic != kMagic) return "a meta page has no magic number";
    if (meta.version != kDataVersion) return "a meta page has another version";
    if ((pageFlags(page) & kMeta) == 0) return "a meta page is not marked as one";
    if (meta.pageBytes() != pageBytes) return "the meta pages disagree on the page size";
    return nullptr;
}

// Asked of the newer one only: after a failed write LMDB leaves an older number beside newer roots in the other.
const char* problemOfTrees(const Meta& meta) {
    if (meta.lastPage < 1 || meta.lastPage > (std::uint64_t{1} << 50)) return "a meta page's last page is impossible";
    if (const char* problem = problemOfRoot(meta.freeList, meta.lastPage)) return problem;
    return problemOfRoot(meta.trees, meta.lastPage);
}

}  // namespace

MetaPages readMetaPages(int descriptor) {
    MetaPages result;
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) raise(ErrorCode::StoreInputOutput, "cannot stat the store's file");
    result.fileBytes = static_cast<std::uint64_t>(status.st_size);
    if (result.fileBytes == 0) return result;

    std::array<std::uint8_t, kPageHeaderBytes + sizeof(Meta)> first{};
    const std::size_t available = std::min<std::uint64_t>(first.size(), result.fileBytes);
    readAt(descriptor, first.data(), available, 0);
    Meta metas[2]{};
    std::memcpy(&metas[0], first.data() + kPageHeaderBytes, sizeof(Meta));
    result.state = MetaState::NotLmdb;
    result.problem = "the file does not begin as LMDB's do";
    if (available < first.size() || metas[0].magic != kMagic) return result;
    result.state = MetaState::OtherVersion;
    if (metas[0].version != kDataVersion) return result;

    result.state = MetaState::Damaged;
    const std::uint32_t pageBytes = metas[0].pageBytes();
    if (!std::has_single_bit(pageBytes) || pageBytes < 512 || pageBytes > 65536) {
        result.problem = "the page size is impossible";
        return result;
    }
    std::array<std::uint8_t, kPageHeaderBytes + sizeof(Meta)> second{};
    const bool whole = result.fileBytes >= 2 * std::uint64_t{pageBytes} &&
                       readAt(descriptor, second.data(), second.size(), pageBytes);
    const char* problem = problemOfMeta(first.data(), first.size(), pageBytes, metas[0]);
    if (problem == nullptr) problem = problemOfMeta(second.data(), whole ? second.size() : 0, pageBytes, metas[1]);
    result.newest = metas[1].transaction > metas[0].transaction ? metas[1] : metas[0];
    if (problem == nullptr) problem = problemOfTrees(result.newest);
    if (problem != nullptr) {
        result.problem = problem;
        return result;
    }
    // Again, for the pages of a commit that came in between were written before its meta page.
    if (::fstat(descriptor, &status) == 0) result.fileBytes = static_cast<std::uint64_t>(status.st_size);
    // LMDB maps pages of any power of two, but creates and expects the system's own.
    result.state = pageBytes == static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)) ? MetaState::Sane
                                                                                    : MetaState::OtherPageBytes;
    result.problem = "";
    return result;
}

}  // namespace sheaf::storage::format
