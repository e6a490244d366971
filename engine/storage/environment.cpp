// Transactions begin here; trees are made, spared and dropped here.
#include "engine/storage/environment.h"

#include "bson/raise.h"
#include "engine/storage/environment_impl.h"

#include <algorithm>
#include <unordered_set>

namespace sheaf::storage {

Environment::Environment(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

const std::filesystem::path& Environment::path() const { return impl_->path; }
const EnvironmentOptions& Environment::options() const { return impl_->options; }
bool Environment::isTemporary() const { return impl_->isTemporary; }
bool Environment::isNew() const { return impl_->isNew; }
std::uint32_t Environment::formatVersion() const { return impl_->formatVersion; }
std::uint32_t Environment::pageBytes() const { return impl_->pageBytes; }
bool Environment::countsExactly() const { return ioIsCounted(); }
bool Environment::hasWriter() const { return impl_->gate.owner() != 0; }
bool Environment::isGrowing() const { return impl_->growing.load(std::memory_order_relaxed); }
std::uint64_t Environment::lastCommit() const { return impl_->lastCommit.load(std::memory_order_acquire); }
std::uint64_t Environment::fileBytes() const { return impl_->fileEnd.load(std::memory_order_relaxed); }
Tree Environment::metaTree() const { return impl_->metaTree; }
Tree Environment::catalogTree() const { return impl_->catalogTree; }
Tree Environment::sessionsTree() const { return impl_->sessionsTree; }

void Environment::Impl::checkProcess() const {
    if (storage::forkGeneration() != forkGeneration) {
        raise(ErrorCode::WrongProcess, "the store ", path.string(),
              " was opened before this process was forked; a child opens stores of its own, after exec");
    }
}

void Environment::Impl::checkWritable() const {
    checkProcess();
    if (options.readOnly) raise(ErrorCode::StoreReadOnly, "the store ", path.string(), " is open for reading only");
    if (failed.load(std::memory_order_relaxed)) {
        raise(ErrorCode::StoreInputOutput, "the store ", path.string(),
              " could not be synced earlier, so what is on the disk is not known; close it and open it again");
    }
}

// --- snapshots

void Environment::Impl::waitWhileGrowing() {
    std::unique_lock lock(growMutex);
    const bool ended = grown.wait_for(lock, kGrowthPatience + std::chrono::seconds(1), [this] { return !growing; });
    if (!ended) raise(ErrorCode::MapFull, "the store's map is being enlarged and that does not end");
}

void Environment::Impl::startReader(PooledReader& reader) {
    checkProcess();
    const std::uint64_t thread = threadNumber();
    bool resized = false;
    for (;;) {
        // Either the grower sees this reader, or this reader sees the grower.
        reader.live.store(true, std::memory_order_seq_cst);
        if (growing.load(std::memory_order_seq_cst)) {
            reader.live.store(false, std::memory_order_seq_cst);
            // With another snapshot of this thread open the growth cannot begin anyhow, so do not wait for it here.
            if (!readers.isLiveOn(thread)) {
                waitWhileGrowing();
                continue;
            }
            reader.live.store(true, std::memory_order_seq_cst);
        }
        reader.thread.store(thread, std::memory_order_relaxed);
        reader.sinceMs.store(coarseMs(), std::memory_order_relaxed);
        int result = reader.handle != nullptr ? mdb_txn_renew(reader.handle)
                                              : mdb_txn_begin(handle, nullptr, MDB_RDONLY, &reader.handle);
        if (result == 0) break;
        reader.live.store(false, std::memory_order_seq_cst);
        if (result == MDB_MAP_RESIZED && !resized) {
            resized = true;
            adoptMap();
            continue;
        }
        raiseLmdb(result, "take a snapshot");
    }
    reader.snapshot.store(mdb_txn_id(reader.handle), std::memory_order_relaxed);
}

void Environment::Impl::stopReader(PooledReader& reader) noexcept {
    mdb_txn_reset(reader.handle);
    reader.live.store(false, std::memory_order_seq_cst);
}

ReadTransaction Environment::beginRead() {
    PooledReader* const reader = impl_->readers.take();
    try {
        impl_->startReader(*reader);
    } catch (...) {
        impl_->readers.giveBack(reader);
        throw;
    }
    return ReadTransaction(this, reader);
}

// --- the writer

WriteTransaction Environment::beginWrite(const WriteOptions& options) {
    WriteTransaction transaction = tryBeginWrite(options);
    if (!transaction.isOpen()) {
        raise(ErrorCode::LockTimeout, writesOnThisThread() ? "this thread has a write transaction open already"
                                                           : "another write transaction was open until the deadline");
    }
    return transaction;
}

bool Environment::writesOnThisThread() const { return impl_->gate.owner() == threadNumber(); }

WriteTransaction Environment::tryBeginWrite(const WriteOptions& options) {
    impl_->checkWritable();
    if (!impl_->gate.enter(options.deadline, threadNumber())) return {};
    MDB_txn* transaction = nullptr;
    impl_->counters.reset(options.listPages);
    if (const int result = mdb_txn_begin(impl_->handle, nullptr, 0, &transaction)) {
        impl_->gate.leave();
        raiseLmdb(result, "begin to write");
    }
    if (!ioIsCounted()) impl_->equation.before(*impl_, transaction);
    return WriteTransaction(this, transaction, &impl_->counters, options.sync);
}

void Environment::Impl::noteCommit(std::uint64_t id) {
    lastCommit.store(id, std::memory_order_release);
    std::uint64_t end = counters.highestEnd;
    if (!ioIsCounted()) {
        std::error_code ignored;
        end = std::filesystem::file_size(path / "data.mdb", ignored);
    }
    if (end <= fileEnd.load(std::memory_order_relaxed)) return;
    fileEnd.store(end, std::memory_order_relaxed);
    // The file grew: perhaps because a reader that died holds old pages.
    const std::int64_t now = coarseMs();
    if (now - readersCheckedMs.load(std::memory_order_relaxed) >= 1000) clearDeadReaders();
}

void Environment::Impl::clearDeadReaders() {
    readersCheckedMs.store(coarseMs(), std::memory_order_relaxed);
    int dead = 0;
    mdb_reader_check(handle, &dead);
}

// --- trees

namespace {

constexpr char kNextTreeKey[] = "nextTree";

std::uint32_t readNextTree(const Transaction& transaction, Tree meta) {
    const std::optional<Bytes> value = transaction.get(meta, asBytes(kNextTreeKey));
    if (!value || value->size() != sizeof(std::uint32_t)) {
        raise(ErrorCode::StoreDamaged, "the store's own record of the next tree's number is missing or broken");
    }
    std::uint32_t next = 0;
    std::memcpy(&next, value->data(), sizeof next);
    return next;
}

void writeNextTree(WriteTransaction& transaction, Tree meta, std::uint32_t next) {
    transaction.put(meta, asBytes(kNextTreeKey), {reinterpret_cast<const std::uint8_t*>(&next), sizeof next});
}

// Runs work in write transactions of their own until it was not interrupted by a growing map.
template <typename Work>
void inOwnTransaction(Environment& environment, Work work) {
    for (;;) {
        try {
            WriteTransaction transaction = environment.beginWrite();
            work(transaction);
            return;
        } catch (const MapGrown&) {
            continue;
        }
    }
}

}  // namespace

std::optional<Tree> Environment::tree(TreeId id) {
    if (std::optional<Tree> found = impl_->trees.find(id)) return found;
    if (!impl_->options.readOnly) return std::nullopt;
    // Another process may have made it since.
    const std::lock_guard lock(impl_->growMutex);
    if (std::optional<Tree> found = impl_->trees.find(id)) return found;
    impl_->checkProcess();
    MDB_txn* transaction = nullptr;
    if (const int result = mdb_txn_begin(impl_->handle, nullptr, MDB_RDONLY, &transaction)) {
        if (result == MDB_MAP_RESIZED) return std::nullopt;  // the next snapshot takes the new size over
        raiseLmdb(result, "look for a tree");
    }
    try {
        impl_->trees.openAll(transaction);
    } catch (...) {
        mdb_txn_commit(transaction);
        throw;
    }
    mdb_txn_commit(transaction);
    return impl_->trees.find(id);
}

std::vector<Tree> Environment::listTrees() const { return impl_->trees.list(); }

void Environment::reserveTrees(TreeKind kind, std::size_t count, WriteStats* stats) {
    TreeTable& trees = impl_->trees;
    if (trees.spareCount(kind) >= count) return;
    inOwnTransaction(*this, [&](WriteTransaction& transaction) {
        const std::size_t have = trees.spareCount(kind);
        const std::size_t wanted = std::max(count, trees.wantedSpares(kind));
        if (have >= count) return;
        std::uint32_t next = readNextTree(transaction, impl_->metaTree);
        std::vector<Tree> made;
        const IoScope scope(&impl_->counters);
        try {
            for (std::size_t i = have; i < wanted; ++i) {
                made.push_back(TreeTable::create(transaction.handle_, next++, kind));
            }
        } catch (const Error& error) {
            // What was made before the handles ran out is enough when it is as many as asked for.
            if (error.code() != ErrorCode::TooManyTrees || have + made.size() < count) throw;
            --next;
        }
        writeNextTree(transaction, impl_->metaTree, next);
        const WriteStats cost = transaction.commitHoldingWriter();
        if (stats != nullptr) *stats += cost;
        for (Tree tree : made) trees.addSpare(tree);
        transaction.releaseWriter();
    });
}

void Environment::dropTree(Tree tree) {
    impl_->trees.dropLater(tree, lastCommit());
}

std::size_t Environment::dropWaitingTrees(WriteStats* stats) {
    impl_->checkWritable();
    TreeTable& trees = impl_->trees;
    if (trees.waitingToDrop() == 0) return 0;
    impl_->clearDeadReaders();
    std::vector<Tree> ready = trees.droppable(impl_->oldestReader());
    if (!ready.empty()) {
        inOwnTransaction(*this, [&](WriteTransaction& transaction) {
            const IoScope scope(&impl_->counters);
            for (Tree& tree : ready) {
                trees.dropFailed(tree.id());  // until the commit
                if (const int result = TreeTable::drop(transaction.handle_, tree)) transaction.fail(result, "drop a tree");
                transaction.noteChange(0);
            }
            const WriteStats cost = transaction.commitHoldingWriter();
            if (stats != nullptr) *stats += cost;
            for (const Tree& tree : ready) trees.dropped(tree.id());
        });
    }
    return trees.waitingToDrop();
}

std::size_t Environment::maintain(WriteStats* stats) {
    impl_->checkWritable();
    impl_->clearDeadReaders();
    // Before the drops: a commit after them begins to use up what they free, and writes that list anew.
    for (TreeKind kind : {TreeKind::IntegerKeys, TreeKind::Plain}) {
        // Only pools that were used: a store nobody adds collections to needs no spares.
        if (impl_->trees.wasUsed(kind)) reserveTrees(kind, impl_->trees.wantedSpares(kind), stats);
    }
    return dropWaitingTrees(stats);
}

void Environment::reclaimTrees(std::span<const TreeId> used) {
    impl_->checkWritable();
    const std::unordered_set<TreeId> known(used.begin(), used.end());
    TreeTable& trees = impl_->trees;
    ReadTransaction transaction = beginRead();
    for (Tree tree : trees.list()) {
        if (tree.id() < kFirstTreeId || known.count(tree.id()) != 0) continue;
        if (trees.isSpare(tree.id()) || trees.isWaitingToDrop(tree.id())) continue;
        if (transaction.countEntries(tree) == 0 && trees.spareCount(tree.kind()) < trees.wantedSpares(tree.kind())) {
            trees.addSpare(tree);
        } else {
            trees.dropLater(tree, transaction.id());
        }
    }
}

}  // namespace sheaf::storage
