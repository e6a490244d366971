// The map of the file: where it is, what lies in it, and how it is enlarged.
#include "bson/raise.h"
#include "engine/storage/environment_impl.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <thread>

namespace sheaf::storage {

// LMDB does not tell where it mapped the file. The list of trees is never empty and its entries lie in pages that begin
// with their own number.
void Environment::Impl::locateMap() {
    struct stat status {};
    if (::fstat(dataDescriptor, &status) == 0) fileEnd = static_cast<std::uint64_t>(status.st_size);
    MDB_txn* transaction = nullptr;
    if (const int result = mdb_txn_begin(handle, nullptr, MDB_RDONLY, &transaction)) raiseLmdb(result, "read the store");
    MDB_cursor* cursor = nullptr;
    MDB_val key{}, value{};
    int result = mdb_cursor_open(transaction, kMainTreeHandle, &cursor);
    if (result == 0) {
        result = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
        mdb_cursor_close(cursor);
    }
    std::uint64_t offset = 0;
    if (result == 0) {
        const auto address = reinterpret_cast<std::uintptr_t>(value.mv_data);
        const auto* const page = reinterpret_cast<const std::uint8_t*>(address & ~std::uintptr_t{pageBytes - 1});
        std::uint64_t number = 0;
        std::memcpy(&number, page, sizeof number);
        offset = number * pageBytes;
        if (offset < fileEnd.load()) mapStart.store(page - offset);
    }
    mdb_txn_abort(transaction);
    if (result != 0) raiseLmdb(result, "read the store's list of trees");
    if (offset >= fileEnd.load()) raise(ErrorCode::StoreDamaged, "a page of the store does not bear its own number");
    MDB_envinfo info{};
    mdb_env_info(handle, &info);
    mapBytes = info.me_mapsize;
}

bool Environment::Impl::liesInFile(const std::uint8_t* data, std::size_t size, bool inWrite) {
    const auto start = reinterpret_cast<std::uintptr_t>(mapStart.load(std::memory_order_relaxed));
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(data) - start;  // huge when data lies before the map
    std::uint64_t end = fileEnd.load(std::memory_order_relaxed);
    if (offset <= end && size <= end - offset) return true;
    if (inWrite && offset >= mapBytes.load(std::memory_order_relaxed)) return true;  // a page not yet written
    struct stat status {};
    if (::fstat(dataDescriptor, &status) != 0) return false;
    const auto real = static_cast<std::uint64_t>(status.st_size);
    while (end < real && !fileEnd.compare_exchange_weak(end, real, std::memory_order_relaxed)) {
    }
    return offset <= real && size <= real - offset;
}

void Environment::Impl::moveMapTo(std::uint64_t bytes) {
    // LMDB gives the old map up before it asks for the new one, so ask whether there is room.
    if (bytes != 0) {
        void* const probe = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (probe == MAP_FAILED) {
            raise(ErrorCode::MapFull, "the store's map of ", mapBytes.load(),
                  " bytes is full and there is no address space to double it");
        }
        ::munmap(probe, bytes);
    }
    if (const int result = mdb_env_set_mapsize(handle, bytes)) {
        failed = true;
        raiseLmdb(result, "enlarge the map; close the store and open it again");
    }
    locateMap();
}

namespace {

// Sets the flag that keeps new readers out, for a scope.
class Growth {
public:
    explicit Growth(Environment::Impl& impl) : impl_(impl) { impl_.growing.store(true, std::memory_order_seq_cst); }
    ~Growth() {
        {
            const std::lock_guard lock(impl_.growMutex);
            impl_.growing.store(false, std::memory_order_seq_cst);
        }
        impl_.grown.notify_all();
    }
    Growth(const Growth&) = delete;
    Growth& operator=(const Growth&) = delete;

    bool waitForReaders() {
        const auto deadline = std::chrono::steady_clock::now() + kGrowthPatience;
        for (std::chrono::microseconds pause{20}; impl_.readers.anyLive(); pause = std::min(pause * 2, kLongestPause)) {
            if (std::chrono::steady_clock::now() >= deadline) return false;
            std::this_thread::sleep_for(pause);
        }
        return true;
    }

private:
    static constexpr std::chrono::microseconds kLongestPause{2000};
    Environment::Impl& impl_;
};

}  // namespace

void Environment::Impl::growMap() {
    if (readers.isLiveOn(threadNumber())) {
        raise(ErrorCode::MapFull, "the store's map of ", mapBytes.load(),
              " bytes is full and cannot be enlarged while this thread itself holds a snapshot");
    }
    Growth growth(*this);
    if (!growth.waitForReaders()) {
        const ReaderPool::Oldest oldest = readers.oldest();
        raise(ErrorCode::MapFull, "the store's map of ", mapBytes.load(),
              " bytes is full and could not be enlarged: ", oldest.live, " snapshots are open, the oldest since ",
              oldest.ageMs, " ms at commit ", oldest.snapshot, "; end it, or open the store with a larger mapBytes");
    }
    moveMapTo(mapBytes.load() * 2);
}

void Environment::Impl::adoptMap() {
    if (readers.isLiveOn(threadNumber())) {
        raise(ErrorCode::MapFull, "another process has enlarged the store; this thread's older snapshot must end first");
    }
    // Several readers may have found out at once; the first moves the map, the others only look again.
    static std::mutex oneAtATime;
    const std::lock_guard lock(oneAtATime);
    Growth growth(*this);
    if (!growth.waitForReaders()) {
        raise(ErrorCode::MapFull, "another process has enlarged the store; the older snapshots here must end first");
    }
    moveMapTo(0);
}

}  // namespace sheaf::storage
