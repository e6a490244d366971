// Transactions: what is read is one state of the store, what is written appears at commit or not at all.
#pragma once

#include "engine/storage/bytes.h"
#include "engine/storage/tree.h"
#include "engine/storage/write_stats.h"

#include <chrono>
#include <cstdint>
#include <optional>

struct MDB_txn;

namespace sheaf::storage {

class Cursor;
class Environment;
struct PooledReader;
struct IoCounters;

// What both kinds can do: read. Views into the store are valid until the transaction ends; in a write transaction only
// until its next change. Cursors hold on to the transaction's address: it must not be moved while they live.
class Transaction {
public:
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    // The value of exactly that key, or none. Throws StoreDamaged.
    std::optional<Bytes> get(Tree tree, Bytes key) const;
    std::optional<Bytes> get(Tree tree, std::uint64_t key) const;  // of an IntegerKeys tree

    // As this transaction sees the tree, its own changes included. Constant time.
    std::uint64_t countEntries(Tree tree) const;
    TreeStatistics statistics(Tree tree) const;

    // The number of the commit that this snapshot shows; in a write transaction, the number of its own commit.
    std::uint64_t id() const { return id_; }
    Environment& environment() const { return *environment_; }
    bool isOpen() const { return handle_ != nullptr; }
    bool isWrite() const { return isWrite_; }

protected:
    Transaction(Environment* environment, MDB_txn* handle, bool isWrite)
        : environment_(environment), handle_(handle), isWrite_(isWrite) {}
    ~Transaction() = default;

    // The value, or StoreDamaged when it does not lie within the file.
    Bytes checked(Bytes value) const;

    friend class Cursor;
    friend class Environment;
    Environment* environment_ = nullptr;
    MDB_txn* handle_ = nullptr;
    std::uint64_t id_ = 0;
    mutable Cursor* cursors_ = nullptr;  // of a write transaction: LMDB frees them at its end
    bool isWrite_ = false;
};

// A snapshot. A scope: it ends with the object. May be moved, also to another thread; used by one thread at a time.
class ReadTransaction : public Transaction {
public:
    ReadTransaction() : Transaction(nullptr, nullptr, false) {}
    ReadTransaction(ReadTransaction&& other) noexcept;
    ReadTransaction& operator=(ReadTransaction&& other) noexcept;
    ~ReadTransaction();

    // Ends the snapshot; views and cursors into it are dead.
    void release() noexcept;
    // Ends this snapshot and takes a new one. Throws as Environment::beginRead does; the transaction is then released.
    void renew();

private:
    friend class Environment;
    ReadTransaction(Environment* environment, PooledReader* reader);
    PooledReader* reader_ = nullptr;
};

struct WriteOptions {
    // How long to wait for another writer of this process; then LockTimeout (24).
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    bool listPages = false;  // WriteStats::pageNumbers
    bool sync = false;       // this commit survives a power failure, whatever the store's durability
};

// The one writer. Begin, use, commit and end it on one thread. The destructor aborts what was not committed.
// Every change may throw MapGrown (see environment.h), OutOfDiskSpace, StoreInputOutput; the transaction must then be
// aborted: it can only fail from there on.
class WriteTransaction : public Transaction {
public:
    WriteTransaction() : Transaction(nullptr, nullptr, true) {}
    WriteTransaction(WriteTransaction&& other) noexcept;
    WriteTransaction& operator=(WriteTransaction&& other) noexcept;
    ~WriteTransaction();

    enum class Put : std::uint8_t {
        Replace,  // the key may be there
        Insert,   // false when the key is there; nothing is changed
        Append,   // the key lies above all others: cheaper, and fills pages; false when it does not, nothing is changed
    };
    bool put(Tree tree, Bytes key, Bytes value, Put how = Put::Replace);
    bool put(Tree tree, std::uint64_t key, Bytes value, Put how = Put::Replace);
    // Room of that many bytes as the key's value, to be filled before the next call here; null as put() is false.
    std::uint8_t* reserve(Tree tree, std::uint64_t key, std::size_t size, Put how = Put::Replace);
    std::uint8_t* reserve(Tree tree, Bytes key, std::size_t size, Put how = Put::Replace);
    bool remove(Tree tree, Bytes key);  // whether it was there
    bool remove(Tree tree, std::uint64_t key);
    void clear(Tree tree);              // removes all entries; costs its pages, not its entries

    // A new, empty tree for this transaction: from the pool of spare trees, so it needs no handle opened here. It is
    // given back when the transaction aborts. Throws WriteConflict labelled TransientTransactionError when the pool
    // is empty; the pool is larger at the next try.
    Tree takeTree(TreeKind kind);

    // Commits. Throws OutOfDiskSpace, StoreInputOutput, MapGrown; nothing has then been changed.
    // After an error in writing the meta page (StoreInputOutput) the environment must be opened anew, and the commit
    // may or may not be in the file.
    WriteStats commit();
    void abort() noexcept;
    // The same in two steps: between them the commit is visible, and no other writer has begun.
    WriteStats commitHoldingWriter();
    void releaseWriter() noexcept;

    // A change has failed: only abort() is left.
    bool isBroken() const { return isBroken_; }
    void requestSync() { sync_ = true; }  // as WriteOptions::sync

    // How many changes were made so far (puts and removals that did something), and the bytes of the values put.
    std::uint64_t changes() const { return changes_; }
    std::uint64_t bytesPut() const { return bytesPut_; }

private:
    friend class Environment;
    friend class Cursor;
    WriteTransaction(Environment* environment, MDB_txn* handle, IoCounters* counters, bool sync);
    // Throws what the result of a change stands for; a full map ends the transaction first.
    [[noreturn]] void fail(int result, const char* doing);
    void noteChange(std::size_t bytes) { ++changes_; bytesPut_ += bytes; }
    void closeCursors() noexcept;
    void requireOpen() const;

    IoCounters* counters_ = nullptr;
    std::uint64_t changes_ = 0;
    std::uint64_t bytesPut_ = 0;
    bool sync_ = false;
    bool holdsWriter_ = false;
    bool isBroken_ = false;
};

}  // namespace sheaf::storage
