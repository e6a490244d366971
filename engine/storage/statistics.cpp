// What a store can say about its file and its readers, and copies of it.
#include "bson/raise.h"
#include "engine/storage/environment_impl.h"

#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace sheaf::storage {
namespace {

struct ReaderSlots {
    std::uint64_t used = 0;
    std::uint64_t oldest = 0;  // 0: nobody reads
};

// LMDB lists its readers as text: "pid thread transaction", with "-" for a reader between transactions.
int readSlot(const char* line, void* context) {
    auto& slots = *static_cast<ReaderSlots*>(context);
    std::string_view text(line);
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    const std::size_t at = text.rfind(' ');
    const std::string_view last = at == std::string_view::npos ? text : text.substr(at + 1);
    std::uint64_t snapshot = 0;
    const auto [after, error] = std::from_chars(last.data(), last.data() + last.size(), snapshot);
    const bool isNumber = error == std::errc{} && after == last.data() + last.size();
    if (!isNumber && last != "-") return 0;  // the heading, or "(no active readers)"
    ++slots.used;
    if (isNumber && (slots.oldest == 0 || snapshot < slots.oldest)) slots.oldest = snapshot;
    return 0;
}

}  // namespace

std::uint64_t Environment::Impl::oldestReader() {
    ReaderSlots slots;
    mdb_reader_list(handle, readSlot, &slots);
    // Looking at this process's readers also orders what those did that have ended before what comes after this.
    const std::uint64_t own = readers.oldest().snapshot;
    const std::uint64_t listed = slots.oldest != 0 ? slots.oldest : ~std::uint64_t{0};
    return own != 0 ? std::min(own, listed) : listed;
}

ReaderStatistics Environment::readerStatistics() const {
    impl_->checkProcess();
    ReaderStatistics result;
    const ReaderPool::Oldest own = impl_->readers.oldest();
    result.liveReaders = own.live;
    result.oldestAgeMs = own.ageMs;
    ReaderSlots slots;
    mdb_reader_list(impl_->handle, readSlot, &slots);
    result.readerSlots = slots.used;
    MDB_envinfo info{};
    mdb_env_info(impl_->handle, &info);
    result.lastCommit = info.me_last_txnid;
    result.oldestSnapshot = slots.oldest != 0 ? slots.oldest : result.lastCommit;
    return result;
}

FileStatistics Environment::fileStatistics() {
    FileStatistics result;
    const ReadTransaction transaction = beginRead();
    MDB_envinfo info{};
    mdb_env_info(impl_->handle, &info);
    result.mapBytes = info.me_mapsize;
    result.pageBytes = impl_->pageBytes;
    result.usedPages = info.me_last_pgno + 1;
    result.trees = impl_->trees.size();
    struct stat status {};
    if (::fstat(impl_->dataDescriptor, &status) == 0) result.fileBytes = static_cast<std::uint64_t>(status.st_size);

    std::vector<std::uint64_t> pages;
    MDB_cursor* cursor = nullptr;
    MDB_txn* const handle = transaction.handle_;
    if (const int error = mdb_cursor_open(handle, kFreeTreeHandle, &cursor)) raiseLmdb(error, "read the free list");
    MDB_val key{}, value{};
    // A record holds the number of its pages, then their numbers.
    for (int found = mdb_cursor_get(cursor, &key, &value, MDB_FIRST); found == 0;
         found = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
        const auto* const bytes = static_cast<const std::uint8_t*>(value.mv_data);
        if (!impl_->liesInFile(bytes, value.mv_size, false) || value.mv_size < sizeof(std::uint64_t)) break;
        std::uint64_t count = 0;
        std::memcpy(&count, bytes, sizeof count);
        count = std::min<std::uint64_t>(count, value.mv_size / sizeof count - 1);
        const std::size_t before = pages.size();
        pages.resize(before + count);
        std::memcpy(pages.data() + before, bytes + sizeof count, count * sizeof count);
    }
    mdb_cursor_close(cursor);
    std::sort(pages.begin(), pages.end());
    result.freePages = pages.size();
    std::uint64_t run = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        run = i != 0 && pages[i] == pages[i - 1] + 1 ? run + 1 : 1;
        result.largestFreeRun = std::max(result.largestFreeRun, run);
    }
    return result;
}

void Environment::copyTo(const std::filesystem::path& path, bool compact) {
    if (writesOnThisThread()) {
        raise(ErrorCode::IllegalOperation, "a store cannot be copied inside a write transaction of the same thread");
    }
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) raise(ErrorCode::StoreInputOutput, "cannot make the folder ", path.string(), ": ", error.message());
    const std::filesystem::path data = path / "data.mdb";
    if (std::filesystem::exists(data)) raise(ErrorCode::IllegalOperation, path.string(), " holds a store already");
    // Keeps the map in its place: LMDB's own transaction for the copy is not among ours.
    const ReadTransaction holdMap = beginRead();
    const IoScope uncounted(nullptr);
    const int result = mdb_env_copy2(impl_->handle, path.c_str(), compact ? MDB_CP_COMPACT : 0u);
    if (result == 0) {
        const Descriptor file(::open(data.c_str(), O_RDONLY | O_CLOEXEC));
        if (file && ::fsync(file.get()) == 0) {
            syncFolder(path);
            return;
        }
    }
    std::filesystem::remove(data, error);
    raiseLmdb(result != 0 ? result : EIO, "copy the store");
}

WriteStats Environment::sync() {
    WriteTransaction transaction = beginWrite();  // keeps other writers, and so the counters, out
    const IoScope scope(&impl_->counters);
    const int result = mdb_env_sync(impl_->handle, 1);
    WriteStats stats;
    stats.syncs = impl_->counters.stats.syncs;
    stats.exact = ioIsCounted();
    transaction.abort();
    if (result != 0) {
        impl_->failed = true;
        raiseLmdb(result, "sync the store");
    }
    return stats;
}

}  // namespace sheaf::storage
