// The floors of durable single inserts: one transaction each, or one for all that wait. A sync takes a fixed
// millisecond, and LMDB makes two a commit: real ones vary tenfold.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sheaf::bench::floor {
namespace {

constexpr std::chrono::milliseconds kSyncTime{1};
constexpr std::uint32_t kThreads = 16;

void put(MDB_txn* transaction, const FloorStore& store, const FloorInput& input, std::uint32_t at,
         std::uint64_t recordId) {
    MDB_val key = valueOf(recordId);
    MDB_val value = valueOf(input.record(at));
    require(mdb_put(transaction, store.records(), &key, &value, MDB_APPEND));
    key = valueOf(input.idEntry(at).key);
    value = valueOf(input.idEntry(at).value);
    require(mdb_put(transaction, store.ids(), &key, &value, MDB_NOOVERWRITE));
}

void commitSynced(Transaction& transaction) {
    std::this_thread::sleep_for(kSyncTime);  // the data
    std::this_thread::sleep_for(kSyncTime);  // the meta page
    transaction.commit();
}

class SyncedInsert : public Contestant {
public:
    explicit SyncedInsert(const Scale& scale)
        : scale_(scale), input_(FloorInput::shared(std::min(scale.documents, kMost))) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<FloorStore>(scale_.folder, Indexes::None);
    }
    std::uint64_t run() override {
        for (std::uint32_t at = 0; at < scale_.syncedInserts; ++at) {
            Transaction transaction(store_->environment(), 0);
            put(transaction, *store_, input_, at, at + 1);
            commitSynced(transaction);
        }
        return scale_.syncedInserts;
    }
    void check() override { requireEqual("records", store_->countEntries(store_->records()), scale_.syncedInserts); }

protected:
    static constexpr std::uint32_t kMost = 20'000;

    const Scale scale_;
    const FloorInput& input_;
    std::unique_ptr<FloorStore> store_;
};

// Threads that find no leader lead: they commit what waits, once, and wake the others.
class GroupCommit : public SyncedInsert {
public:
    using SyncedInsert::SyncedInsert;

    std::uint64_t run() override {
        commits_ = 0;
        nextRecordId_ = 1;
        std::atomic<std::uint32_t> next{0};
        std::vector<std::thread> threads;
        for (std::uint32_t i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                for (std::uint32_t at = next++; at < inserts(); at = next++) insert(at);
            });
        }
        for (std::thread& thread : threads) thread.join();
        return inserts();
    }
    void check() override { requireEqual("records", store_->countEntries(store_->records()), inserts()); }
    double count() const override { return static_cast<double>(commits_) / inserts(); }

private:
    struct Waiter {
        std::uint32_t at;
        bool isDone = false;
        std::condition_variable wake{};
    };

    std::uint32_t inserts() const { return scale_.syncedInserts * 8; }

    void insert(std::uint32_t at) {
        Waiter self{at};
        std::unique_lock lock(mutex_);
        queue_.push_back(&self);
        self.wake.wait(lock, [&] { return self.isDone || !hasLeader_; });
        if (self.isDone) return;
        hasLeader_ = true;
        std::vector<Waiter*> batch;
        Transaction transaction(store_->environment(), 0);
        while (!queue_.empty()) {  // those that came meanwhile still go along
            const std::size_t first = batch.size();
            batch.insert(batch.end(), queue_.begin(), queue_.end());
            queue_.clear();
            lock.unlock();
            for (std::size_t i = first; i < batch.size(); ++i) {
                put(transaction, *store_, input_, batch[i]->at, nextRecordId_++);
            }
            std::this_thread::yield();
            lock.lock();
        }
        lock.unlock();
        commitSynced(transaction);
        lock.lock();
        ++commits_;
        hasLeader_ = false;
        for (Waiter* waiter : batch) {
            waiter->isDone = true;
            waiter->wake.notify_one();
        }
        if (!queue_.empty()) queue_.front()->wake.notify_one();
    }

    std::mutex mutex_;
    std::vector<Waiter*> queue_;
    bool hasLeader_ = false;
    std::uint64_t nextRecordId_ = 1;
    std::uint64_t commits_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> syncedInsert(const Scale& scale) { return std::make_unique<SyncedInsert>(scale); }
std::unique_ptr<Contestant> syncedInsertThreads(const Scale& scale) { return std::make_unique<GroupCommit>(scale); }

}  // namespace sheaf::bench::floor
