// The functions that LMDB's private copy calls instead of the system's.
#include "engine/storage/counted_io.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>

namespace sheaf::storage {

WriteStats& WriteStats::operator+=(const WriteStats& other) {
    pages.branch += other.pages.branch;
    pages.leaf += other.pages.leaf;
    pages.overflow += other.pages.overflow;
    pages.meta += other.pages.meta;
    bytesWritten += other.bytesWritten;
    syncs += other.syncs;
    commits += other.commits;
    exact = exact && other.exact;
    pageNumbers.insert(pageNumbers.end(), other.pageNumbers.begin(), other.pageNumbers.end());
    return *this;
}

namespace {

std::atomic<IoFaults*> activeFaults{nullptr};

// Page header: number 8 bytes, pad 2, flags 2, then 4 bytes that hold the length of an overflow run in pages.
constexpr std::size_t kFlagsOffset = 10;
enum PageFlag : std::uint16_t { kBranch = 1, kLeaf = 2, kOverflow = 4, kMeta = 8 };

// Counts one buffer of a write: one page, or a run of overflow pages, or a part of a meta page.
void countPages(IoCounters& counters, const void* data, std::size_t size, std::uint64_t offset) {
    const std::uint64_t pages = std::max<std::uint64_t>(1, size / counters.pageBytes);
    PageCounts& kinds = counters.stats.pages;
    std::uint64_t number = offset / counters.pageBytes;
    if (size < counters.pageBytes) {
        ++kinds.meta;
    } else {
        std::uint16_t flags = 0;
        std::memcpy(&flags, static_cast<const char*>(data) + kFlagsOffset, sizeof flags);
        if (flags & kMeta) {
            kinds.meta += pages;
        } else {
            std::memcpy(&number, data, sizeof number);
            (flags & kOverflow ? kinds.overflow : flags & kBranch ? kinds.branch : kinds.leaf) += pages;
        }
    }
    counters.highestEnd = std::max(counters.highestEnd, number * counters.pageBytes + size);
    if (counters.listPages) {
        for (std::uint64_t i = 0; i < pages; ++i) counters.stats.pageNumbers.push_back(number + i);
    }
}

bool countsDown(std::atomic<std::int64_t>& counter, bool onward) {
    std::int64_t left = counter.load(std::memory_order_relaxed);
    if (left <= 0) return false;
    if (left == 1) {
        if (!onward) counter.store(0, std::memory_order_relaxed);
        return true;
    }
    counter.store(left - 1, std::memory_order_relaxed);
    return false;
}

// 0, or the error with which this write or sync has to fail.
int faultOfWrite(IoFaults* faults) {
    if (faults == nullptr) return 0;
    faults->writes.fetch_add(1, std::memory_order_relaxed);
    return countsDown(faults->failWrite, faults->onward) ? faults->writeError : 0;
}

int faultOfSync(IoFaults* faults) {
    if (faults == nullptr) return 0;
    faults->syncs.fetch_add(1, std::memory_order_relaxed);
    if (faults->syncTime.count() > 0) std::this_thread::sleep_for(faults->syncTime);
    return countsDown(faults->failSync, faults->onward) ? faults->syncError : 0;
}

// pwrite that goes on after a short write, so that the reason (a full disk) is not lost. Returns the bytes written;
// fewer than asked means errno is set.
std::size_t writeAllAt(int fd, const void* data, std::size_t size, off_t offset) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n =
            ::pwrite(fd, static_cast<const char*>(data) + done, size - done, offset + static_cast<off_t>(done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

void countBytes(std::size_t size) {
    if (currentIoCounters != nullptr) currentIoCounters->stats.bytesWritten += size;
}

bool isSynchronous(int fd) {
    const IoCounters* counters = currentIoCounters;
    return counters != nullptr && counters->dataDescriptor >= 0 && fd != counters->dataDescriptor;
}

void tell(IoFaults* faults, int fd, const void* data, std::size_t size, off_t offset, bool synchronous) {
    if (faults == nullptr || faults->observer == nullptr) return;
    faults->observer->wrote(fd, data, size, static_cast<std::uint64_t>(offset), synchronous);
}

ssize_t countedPwrite(int fd, const void* data, std::size_t size, off_t offset) {
    IoFaults* faults = activeFaults.load(std::memory_order_acquire);
    const bool synchronous = isSynchronous(fd);
    int fault = faultOfWrite(faults);
    if (synchronous) {
        ++currentIoCounters->stats.syncs;
        if (const int syncFault = faultOfSync(faults); fault == 0) fault = syncFault;
    }
    const std::size_t wanted = fault == 0 ? size : std::min(size, faults->shortBytes);
    const std::size_t done = writeAllAt(fd, data, wanted, offset);
    countBytes(done);
    if (fault == 0 && done == size) {
        tell(faults, fd, data, size, offset, synchronous);
        if (currentIoCounters != nullptr) {
            countPages(*currentIoCounters, data, size, static_cast<std::uint64_t>(offset));
        }
        return static_cast<ssize_t>(size);
    }
    if (fault != 0) errno = fault;
    if (synchronous) currentIoCounters->syncFailed = true;
    return -1;
}

ssize_t countedWritev(int fd, const struct iovec* parts, int count) {
    const off_t start = ::lseek(fd, 0, SEEK_CUR);
    if (start < 0) return -1;
    IoFaults* faults = activeFaults.load(std::memory_order_acquire);
    const int fault = faultOfWrite(faults);
    std::size_t size = 0;
    for (int i = 0; i < count; ++i) size += parts[i].iov_len;
    std::size_t done = 0;
    if (fault == 0) {
        const ssize_t n = ::writev(fd, parts, count);
        if (n > 0) done = static_cast<std::size_t>(n);
        if (n < 0) return -1;
    }
    // A short write, by the system or by order: the rest one part after the other, to learn why.
    std::size_t allowed = fault == 0 ? size : std::min(size, faults->shortBytes);
    std::size_t before = 0;
    for (int i = 0; i < count && done < allowed; ++i) {
        const std::size_t end = before + parts[i].iov_len;
        if (done < end) {
            const std::size_t skip = done - before;
            const std::size_t part = std::min(end, allowed) - done;
            const std::size_t n = writeAllAt(fd, static_cast<const char*>(parts[i].iov_base) + skip, part,
                                             start + static_cast<off_t>(done));
            done += n;
            if (n < part) allowed = done;
        }
        before = end;
    }
    countBytes(done);
    if (done < size) {
        if (fault != 0) errno = fault;
        return -1;
    }
    off_t offset = start;
    for (int i = 0; i < count; offset += static_cast<off_t>(parts[i].iov_len), ++i) {
        tell(faults, fd, parts[i].iov_base, parts[i].iov_len, offset, false);
        if (currentIoCounters == nullptr) continue;
        countPages(*currentIoCounters, parts[i].iov_base, parts[i].iov_len, static_cast<std::uint64_t>(offset));
    }
    return static_cast<ssize_t>(size);
}

ssize_t countedWrite(int fd, const void* data, std::size_t size) {
    if (const int fault = faultOfWrite(activeFaults.load(std::memory_order_acquire)); fault != 0) {
        errno = fault;
        return -1;
    }
    const ssize_t n = ::write(fd, data, size);
    if (n > 0) countBytes(static_cast<std::size_t>(n));
    return n;
}

int countedSync(int fd, int (*sync)(int)) {
    if (currentIoCounters != nullptr) ++currentIoCounters->stats.syncs;
    IoFaults* const faults = activeFaults.load(std::memory_order_acquire);
    const int fault = faultOfSync(faults);
    int result = 0;
    if (fault != 0) {
        errno = fault;
        result = -1;
    } else {
        do {
            result = sync(fd);
        } while (result != 0 && errno == EINTR);
        if (result == 0 && faults != nullptr && faults->observer != nullptr) faults->observer->synced(fd);
    }
    if (result != 0 && currentIoCounters != nullptr) currentIoCounters->syncFailed = true;
    return result;
}

}  // namespace

bool ioIsCounted() {
#ifdef SHEAF_PRIVATE_LMDB
    return true;
#else
    return false;
#endif
}

void setIoFaults(IoFaults* faults) { activeFaults.store(faults, std::memory_order_release); }

}  // namespace sheaf::storage

#define SHEAF_IO extern "C" __attribute__((visibility("hidden")))

SHEAF_IO ssize_t sheaf_io_pwrite(int fd, const void* data, std::size_t size, off_t offset);
SHEAF_IO ssize_t sheaf_io_pwrite64(int fd, const void* data, std::size_t size, off_t offset);
SHEAF_IO ssize_t sheaf_io_writev(int fd, const struct iovec* parts, int count);
SHEAF_IO ssize_t sheaf_io_write(int fd, const void* data, std::size_t size);
SHEAF_IO int sheaf_io_fdatasync(int fd);
SHEAF_IO int sheaf_io_fsync(int fd);
SHEAF_IO std::FILE* sheaf_io_stderr;

ssize_t sheaf_io_pwrite(int fd, const void* data, std::size_t size, off_t offset) {
    return sheaf::storage::countedPwrite(fd, data, size, offset);
}
ssize_t sheaf_io_pwrite64(int fd, const void* data, std::size_t size, off_t offset) {
    return sheaf::storage::countedPwrite(fd, data, size, offset);
}
ssize_t sheaf_io_writev(int fd, const struct iovec* parts, int count) {
    return sheaf::storage::countedWritev(fd, parts, count);
}
// Used by copies of the whole file only.
ssize_t sheaf_io_write(int fd, const void* data, std::size_t size) {
    return sheaf::storage::countedWrite(fd, data, size);
}
int sheaf_io_fdatasync(int fd) { return sheaf::storage::countedSync(fd, ::fdatasync); }
int sheaf_io_fsync(int fd) { return sheaf::storage::countedSync(fd, ::fsync); }
std::FILE* sheaf_io_stderr = stderr;
