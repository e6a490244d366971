// Reads and writes by key, commit and abort.
#include "engine/storage/transaction.h"

#include "bson/raise.h"
#include "engine/storage/cursor.h"
#include "engine/storage/environment_impl.h"

namespace sheaf::storage {
namespace {

Bytes bytesOf(const std::uint64_t& key) { return {reinterpret_cast<const std::uint8_t*>(&key), sizeof key}; }

unsigned lmdbFlags(WriteTransaction::Put how) {
    switch (how) {
        case WriteTransaction::Put::Insert: return MDB_NOOVERWRITE;
        case WriteTransaction::Put::Append: return MDB_APPEND;
        case WriteTransaction::Put::Replace: break;
    }
    return 0;
}

}  // namespace

// --- reading

Bytes Transaction::checked(Bytes value) const {
    if (!environment_->impl().liesInFile(value.data(), value.size(), isWrite_)) {
        raise(ErrorCode::StoreDamaged, "a value of ", value.size(), " bytes reaches beyond the end of the store's file");
    }
    return value;
}

std::optional<Bytes> Transaction::get(Tree tree, Bytes key) const {
    MDB_val lmdbKey = toLmdb(key);
    MDB_val value{};
    const int result = mdb_get(handle_, tree.handle_, &lmdbKey, &value);
    if (result == 0) return checked(fromLmdb(value));
    if (result == MDB_NOTFOUND) return std::nullopt;
    if (result == MDB_BAD_VALSIZE) return std::nullopt;  // no entry has a key of that length
    raiseLmdb(result, "read");
}

std::optional<Bytes> Transaction::get(Tree tree, std::uint64_t key) const { return get(tree, bytesOf(key)); }

TreeStatistics Transaction::statistics(Tree tree) const {
    MDB_stat stat{};
    if (const int result = mdb_stat(handle_, tree.handle_, &stat)) raiseLmdb(result, "read a tree's size");
    return {stat.ms_entries, stat.ms_branch_pages, stat.ms_leaf_pages, stat.ms_overflow_pages, stat.ms_depth,
            stat.ms_psize};
}

std::uint64_t Transaction::countEntries(Tree tree) const {
    MDB_stat stat{};
    if (const int result = mdb_stat(handle_, tree.handle_, &stat)) raiseLmdb(result, "count a tree's entries");
    return stat.ms_entries;
}

ReadTransaction::ReadTransaction(Environment* environment, PooledReader* reader)
    : Transaction(environment, reader->handle, false), reader_(reader) {
    id_ = reader->snapshot.load(std::memory_order_relaxed);
}

ReadTransaction::ReadTransaction(ReadTransaction&& other) noexcept
    : Transaction(other.environment_, other.handle_, false), reader_(other.reader_) {
    id_ = other.id_;
    other.handle_ = nullptr;
    other.reader_ = nullptr;
}

ReadTransaction& ReadTransaction::operator=(ReadTransaction&& other) noexcept {
    if (this == &other) return *this;
    release();
    environment_ = other.environment_;
    handle_ = other.handle_;
    id_ = other.id_;
    reader_ = other.reader_;
    other.handle_ = nullptr;
    other.reader_ = nullptr;
    return *this;
}

ReadTransaction::~ReadTransaction() { release(); }

void ReadTransaction::release() noexcept {
    if (reader_ == nullptr) return;
    Environment::Impl& impl = environment_->impl();
    impl.stopReader(*reader_);
    impl.readers.giveBack(reader_);
    reader_ = nullptr;
    handle_ = nullptr;
}

void ReadTransaction::renew() {
    SHEAF_INVARIANT(environment_ != nullptr, "a snapshot is renewed where it was taken");
    if (reader_ == nullptr) {
        *this = environment_->beginRead();
        return;
    }
    Environment::Impl& impl = environment_->impl();
    impl.stopReader(*reader_);
    try {
        impl.startReader(*reader_);
    } catch (...) {
        impl.readers.giveBack(reader_);
        reader_ = nullptr;
        handle_ = nullptr;
        throw;
    }
    handle_ = reader_->handle;
    id_ = reader_->snapshot.load(std::memory_order_relaxed);
}

// --- writing

WriteTransaction::WriteTransaction(Environment* environment, MDB_txn* handle, IoCounters* counters, bool sync)
    : Transaction(environment, handle, true), counters_(counters), sync_(sync), holdsWriter_(true) {
    id_ = mdb_txn_id(handle);
}

WriteTransaction::WriteTransaction(WriteTransaction&& other) noexcept : Transaction(nullptr, nullptr, true) {
    *this = std::move(other);
}

WriteTransaction& WriteTransaction::operator=(WriteTransaction&& other) noexcept {
    if (this == &other) return *this;
    abort();
    environment_ = other.environment_;
    handle_ = other.handle_;
    id_ = other.id_;
    counters_ = other.counters_;
    changes_ = other.changes_;
    bytesPut_ = other.bytesPut_;
    sync_ = other.sync_;
    holdsWriter_ = other.holdsWriter_;
    isBroken_ = other.isBroken_;
    other.handle_ = nullptr;
    other.holdsWriter_ = false;
    return *this;
}

WriteTransaction::~WriteTransaction() { abort(); }

void WriteTransaction::requireOpen() const {
    if (handle_ == nullptr) raise(ErrorCode::InternalError, "the write transaction has ended");
}

void WriteTransaction::fail(int result, const char* doing) {
    isBroken_ = true;
    if (result != MDB_MAP_FULL) raiseLmdb(result, doing);
    closeCursors();
    if (handle_ != nullptr) {
        const IoScope scope(counters_);
        mdb_txn_abort(handle_);
        handle_ = nullptr;
    }
    Environment::Impl& impl = environment_->impl();
    impl.trees.endOfWrite(false);
    try {
        impl.growMap();
    } catch (...) {
        releaseWriter();
        throw;
    }
    releaseWriter();
    throw MapGrown{};
}

bool WriteTransaction::put(Tree tree, Bytes key, Bytes value, Put how) {
    requireOpen();
    const IoScope scope(counters_);
    MDB_val lmdbKey = toLmdb(key);
    MDB_val lmdbValue = toLmdb(value);
    const int result = mdb_put(handle_, tree.handle_, &lmdbKey, &lmdbValue, lmdbFlags(how));
    if (result == MDB_KEYEXIST && how != Put::Replace) return false;
    if (result != 0) fail(result, "write");
    noteChange(value.size());
    return true;
}

bool WriteTransaction::put(Tree tree, std::uint64_t key, Bytes value, Put how) {
    return put(tree, bytesOf(key), value, how);
}

std::uint8_t* WriteTransaction::reserve(Tree tree, Bytes key, std::size_t size, Put how) {
    requireOpen();
    const IoScope scope(counters_);
    MDB_val lmdbKey = toLmdb(key);
    MDB_val room{size, nullptr};
    const int result = mdb_put(handle_, tree.handle_, &lmdbKey, &room, lmdbFlags(how) | MDB_RESERVE);
    if (result == MDB_KEYEXIST && how != Put::Replace) return nullptr;
    if (result != 0) fail(result, "write");
    noteChange(size);
    return static_cast<std::uint8_t*>(room.mv_data);
}

std::uint8_t* WriteTransaction::reserve(Tree tree, std::uint64_t key, std::size_t size, Put how) {
    return reserve(tree, bytesOf(key), size, how);
}

bool WriteTransaction::remove(Tree tree, Bytes key) {
    requireOpen();
    const IoScope scope(counters_);
    MDB_val lmdbKey = toLmdb(key);
    const int result = mdb_del(handle_, tree.handle_, &lmdbKey, nullptr);
    if (result == MDB_NOTFOUND || result == MDB_BAD_VALSIZE) return false;
    if (result != 0) fail(result, "remove");
    noteChange(0);
    return true;
}

bool WriteTransaction::remove(Tree tree, std::uint64_t key) { return remove(tree, bytesOf(key)); }

void WriteTransaction::clear(Tree tree) {
    requireOpen();
    const IoScope scope(counters_);
    if (const int result = mdb_drop(handle_, tree.handle_, 0)) fail(result, "empty a tree");
    noteChange(0);
}

Tree WriteTransaction::takeTree(TreeKind kind) {
    requireOpen();
    if (const std::optional<Tree> tree = environment_->impl().trees.takeSpare(kind)) return *tree;
    Error error(ErrorCode::WriteConflict,
                "the transaction makes more collections or indexes than trees were prepared for; run it again");
    error.addLabel("TransientTransactionError");
    throw error;
}

void WriteTransaction::closeCursors() noexcept {
    while (cursors_ != nullptr) cursors_->close();
}

WriteStats WriteTransaction::commitHoldingWriter() {
    requireOpen();
    closeCursors();
    Environment::Impl& impl = environment_->impl();
    const IoScope scope(counters_);
    MDB_txn* const handle = handle_;
    handle_ = nullptr;
    int result = mdb_txn_commit(handle);
    if (counters_->syncFailed) impl.failed.store(true, std::memory_order_relaxed);
    if (result != 0) {
        if (result == MDB_MAP_FULL) fail(result, "commit");
        impl.trees.endOfWrite(false);
        releaseWriter();
        raiseLmdb(result, "commit");
    }
    impl.trees.endOfWrite(true);
    const bool wrote = changes_ != 0;
    if (wrote && sync_ && impl.options.durability != Durability::Durable) result = mdb_env_sync(impl.handle, 1);
    if (wrote) impl.noteCommit(id_);
    if (result != 0) {
        impl.failed.store(true, std::memory_order_relaxed);
        releaseWriter();
        raiseLmdb(result, "bring a commit to the disk; it may be lost when the power fails");
    }
    WriteStats stats = std::move(counters_->stats);
    counters_->stats = WriteStats{};
    if (!ioIsCounted()) {
        stats = impl.equation.after(impl, id_, wrote);
        if (wrote && sync_ && impl.options.durability != Durability::Durable) ++stats.syncs;
    }
    stats.commits = wrote ? 1 : 0;
    return stats;
}

WriteStats WriteTransaction::commit() {
    WriteStats stats = commitHoldingWriter();
    releaseWriter();
    return stats;
}

void WriteTransaction::releaseWriter() noexcept {
    if (!holdsWriter_) return;
    holdsWriter_ = false;
    environment_->impl().gate.leave();
}

void WriteTransaction::abort() noexcept {
    if (handle_ != nullptr) {
        closeCursors();
        const IoScope scope(counters_);
        mdb_txn_abort(handle_);
        handle_ = nullptr;
        environment_->impl().trees.endOfWrite(false);
    }
    releaseWriter();
}

}  // namespace sheaf::storage
