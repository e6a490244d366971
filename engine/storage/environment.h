// A store's file: opening, transactions, trees, the map, copies. One LMDB environment.
//
// A store is a folder:
//   data.mdb     LMDB's file; all data
//   lock.mdb     LMDB's table of readers; worthless when nobody has the store open
//   sheaf.lock   locked by the process that may write
//   unclean      there while an ephemeral store is open: the boot id of the machine
#pragma once

#include "engine/storage/transaction.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sheaf::storage {

enum class Durability : std::uint8_t {
    Durable,    // a commit is on the disk when it returns: two syncs
    Relaxed,    // a power failure may undo the last commit, the file stays whole: one sync
    Ephemeral,  // never synced; worthless after a crash of the system (not of the process)
};

struct EnvironmentOptions {
    bool readOnly = false;
    bool create = true;
    Durability durability = Durability::Durable;
    std::uint64_t mapBytes = std::uint64_t{64} << 30;  // address space reserved; grows by itself
    std::uint32_t maxTrees = 4096;                     // at least; twice the trees in the file if that is more
    bool verifyPages = false;                          // walk the file's pages before LMDB sees them; nobody may write meanwhile
    bool allowNetworkFileSystem = false;

    friend bool operator==(const EnvironmentOptions&, const EnvironmentOptions&) = default;
};

// Thrown by a change or a commit when the map was full and has been enlarged: the transaction is gone, nothing of it
// was kept; run it again. Never leaves the engine.
struct MapGrown {};

struct ReaderStatistics {
    std::uint64_t liveReaders = 0;          // of this process
    std::uint64_t readerSlots = 0;          // used in the lock file, all processes
    std::int64_t oldestAgeMs = 0;           // of this process's oldest snapshot
    std::uint64_t oldestSnapshot = 0;       // commit number, all processes; the last commit when nobody reads
    std::uint64_t lastCommit = 0;
};

struct FileStatistics {
    std::uint64_t fileBytes = 0;
    std::uint64_t mapBytes = 0;
    std::uint64_t pageBytes = 0;
    std::uint64_t usedPages = 0;        // last page + 1, free ones included
    std::uint64_t freePages = 0;        // in the free list as the last commit left it
    std::uint64_t largestFreeRun = 0;   // pages side by side: what the largest value can reuse
    std::uint64_t trees = 0;
};

// Shared by all its users in the process; closed with the last. Safe from many threads.
class Environment : public std::enable_shared_from_this<Environment> {
public:
    // Opens the store at path, a folder. Within a process a store is opened once: a second open with equal options
    // shares it, one with others throws StoreOptionsConflict.
    // Throws NotAStore, StoreVersionUnknown, StoreLocked (another process writes), StoreDamaged, UncleanEphemeral,
    // StoreReadOnly, StoreInputOutput, IllegalOperation (a network file system), WrongProcess (a forked child).
    static std::shared_ptr<Environment> open(const std::filesystem::path& path, const EnvironmentOptions& options = {});
    // An ephemeral store in a folder of its own, in memory where there is room, which disappears at close; what a
    // killed process left is removed by the next one.
    static std::shared_ptr<Environment> openTemporary(EnvironmentOptions options = {});

    ~Environment();
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    const std::filesystem::path& path() const;
    const EnvironmentOptions& options() const;
    bool isTemporary() const;
    bool isNew() const;  // created by this open
    std::uint32_t formatVersion() const;
    std::uint32_t pageBytes() const;
    bool countsExactly() const;  // the private LMDB is linked

    // A snapshot of the last commit; about 20 ns. Throws WrongProcess in a forked child, StoreInputOutput, and
    // MapFull when it had to wait for a growing map for too long.
    ReadTransaction beginRead();
    // Waits for other writers. Throws LockTimeout (24) at the deadline, StoreReadOnly, WrongProcess, StoreInputOutput.
    WriteTransaction beginWrite(const WriteOptions& options = {});
    // The same without the error: at the deadline the transaction that is returned is not open. At once when this
    // very thread has a write transaction open.
    WriteTransaction tryBeginWrite(const WriteOptions& options);
    // Whether some thread of this process has a write transaction open now.
    bool hasWriter() const;
    bool writesOnThisThread() const;
    // The map is full and somebody waits to enlarge it: whoever holds a snapshot should end it at the next border of a
    // batch, for it is waited for five seconds at the most. A relaxed load.
    bool isGrowing() const;

    // The handle of a tree; none when there is no such tree. In a read-only environment a tree that another process
    // has made since is opened here, for snapshots that begin afterwards.
    std::optional<Tree> tree(TreeId id);
    Tree metaTree() const;
    Tree catalogTree() const;
    Tree sessionsTree() const;
    std::vector<Tree> listTrees() const;
    // Makes sure that `count` trees of the kind can be taken inside one write transaction. Call it outside of any
    // transaction of this thread: it may commit one of its own. Throws TooManyTrees.
    // What its commit cost is added to `stats`.
    void reserveTrees(TreeKind kind, std::size_t count = 1, WriteStats* stats = nullptr);
    // Drops a tree once nobody can still be reading it. Call it after the commit that forgot the tree.
    void dropTree(Tree tree);
    // Drops what can be dropped by now, all in one commit, whose cost is added to `stats`. Outside of any transaction of
    // this thread. Returns how many dropped trees still wait for readers.
    std::size_t dropWaitingTrees(WriteStats* stats = nullptr);
    // Drops what can be dropped by now, refills the pools of spare trees, clears dead readers. From maintenance,
    // outside of any transaction of this thread. Returns how many dropped trees still wait for readers.
    // What its commits cost is added to `stats`.
    std::size_t maintain(WriteStats* stats = nullptr);
    // After open: tells which trees the catalog knows. Other numbered trees become spare (if empty) or are dropped.
    void reclaimTrees(std::span<const TreeId> used);

    ReaderStatistics readerStatistics() const;
    FileStatistics fileStatistics();
    std::uint64_t lastCommit() const;   // the number of the last commit
    std::uint64_t fileBytes() const;    // cheap

    // Writes a consistent copy, beside running writers, into the folder `path`, which must not hold a store yet.
    // Compacting leaves free pages out.
    void copyTo(const std::filesystem::path& path, bool compact);
    // Forces what was committed so far to the disk (relaxed and ephemeral stores). Returns the syncs.
    WriteStats sync();

    struct Impl;
    Impl& impl() { return *impl_; }  // storage's own use

private:
    explicit Environment(std::unique_ptr<Impl> impl);
    static std::shared_ptr<Environment> openFolder(const std::filesystem::path& path, const EnvironmentOptions& options,
                                                   bool isTemporary);
    std::unique_ptr<Impl> impl_;
};

// Whether a file system of that statfs type is a network's (NFS, SMB, Ceph, FUSE's sshfs and the like).
bool isNetworkFileSystem(std::uint64_t statfsType);

}  // namespace sheaf::storage
