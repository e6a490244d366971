// sheaf's durable single inserts, while every sync of its LMDB takes a fixed millisecond: the one place where a
// benchmark reaches behind the public headers.
#include "bench/engine/engines.h"
#include "bench/engine/loaded_store.h"
#include "bench/workload/corpus.h"
#include "engine/storage/counted_io.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace sheaf::bench::engine {
namespace {

constexpr std::uint32_t kMost = 20'000;

class SlowSyncs {
public:
    SlowSyncs() {
        faults_.syncTime = std::chrono::milliseconds(1);
        storage::setIoFaults(&faults_);
    }
    SlowSyncs(const SlowSyncs&) = delete;
    SlowSyncs& operator=(const SlowSyncs&) = delete;
    ~SlowSyncs() { storage::setIoFaults(nullptr); }
    std::uint64_t syncs() const { return faults_.syncs; }

private:
    storage::IoFaults faults_;
};

class SyncedInsert : public Contestant {
public:
    SyncedInsert(const Scale& scale, std::uint32_t threads)
        : scale_(scale),
          threads_(threads),
          inserts_(threads == 1 ? scale.syncedInserts : scale.syncedInserts * 8),
          corpus_(Corpus::shared(std::min(scale.documents, kMost))) {}

    void prepare() override {
        store_.reset();
        store_ = std::make_unique<LoadedStore>(scale_.folder, Indexes::None, Durability::Durable);
    }
    std::uint64_t run() override {
        const SlowSyncs slow;
        std::atomic<std::uint32_t> next{0};
        const auto insertAll = [&] {
            for (std::uint32_t at = next++; at < inserts_; at = next++) store_->reviews().insertOne(corpus_.document(at));
        };
        if (threads_ == 1) {
            insertAll();
        } else {
            std::vector<std::thread> threads;
            for (std::uint32_t i = 0; i < threads_; ++i) threads.emplace_back(insertAll);
            for (std::thread& thread : threads) thread.join();
        }
        syncs_ = slow.syncs();
        return inserts_;
    }
    void check() override {
        requireEqual("documents", static_cast<std::uint64_t>(store_->reviews().estimatedDocumentCount()), inserts_);
    }
    double count() const override { return static_cast<double>(syncs_) / kSyncsPerCommit / inserts_; }

private:
    static constexpr double kSyncsPerCommit = 2;

    const Scale scale_;
    std::uint32_t threads_;
    std::uint32_t inserts_;
    const Corpus& corpus_;
    std::unique_ptr<LoadedStore> store_;
    std::uint64_t syncs_ = 0;
};

constexpr std::uint32_t kThreads = 16;

}  // namespace

std::unique_ptr<Contestant> syncedInsert(const Scale& scale) { return std::make_unique<SyncedInsert>(scale, 1U); }
std::unique_ptr<Contestant> syncedInsertThreads(const Scale& scale) {
    return std::make_unique<SyncedInsert>(scale, kThreads);
}

}  // namespace sheaf::bench::engine
