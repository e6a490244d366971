// What an Environment holds. For the files of engine/storage/ only.
#pragma once

#include "engine/storage/counted_io.h"
#include "engine/storage/environment.h"
#include "engine/storage/lmdb_api.h"
#include "engine/storage/page_equation.h"
#include "engine/storage/reader_pool.h"
#include "engine/storage/store_files.h"
#include "engine/storage/tree_table.h"
#include "engine/storage/writer_gate.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace sheaf::storage {

inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::chrono::milliseconds kGrowthPatience{5000};
inline constexpr unsigned kMaxReaders = 1024;

// Counts the forks that lead to this process.
std::uint64_t forkGeneration();

struct Environment::Impl {
    std::filesystem::path path;
    EnvironmentOptions options;
    bool isTemporary = false;
    bool isNew = false;
    std::uint32_t formatVersion = 0;
    std::uint32_t pageBytes = 0;
    std::uint64_t forkGeneration = 0;

    Descriptor lockFile;
    MDB_env* handle = nullptr;
    int dataDescriptor = -1;
    ReaderPool readers;
    WriterGate gate;
    TreeTable trees;
    Tree metaTree, catalogTree, sessionsTree;
    IoCounters counters;    // of the write transaction that is open
    PageEquation equation;  // instead, with a shared LMDB

    // Where LMDB has mapped the file, and how long the file is known to be. It only grows.
    std::atomic<const std::uint8_t*> mapStart{nullptr};
    std::atomic<std::uint64_t> mapBytes{0};
    std::atomic<std::uint64_t> fileEnd{0};

    std::atomic<bool> failed{false};  // a sync failed: nothing may be written before the store is opened anew
    std::atomic<bool> growing{false};
    std::mutex growMutex;
    std::condition_variable grown;
    std::atomic<std::uint64_t> lastCommit{0};
    std::atomic<std::int64_t> readersCheckedMs{0};

    // One environment per (device, inode) of the folder.
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    ~Impl();
    void checkProcess() const;
    void checkWritable() const;

    // Begins, or throws; the reader is live afterwards.
    void startReader(PooledReader& reader);
    void stopReader(PooledReader& reader) noexcept;
    void waitWhileGrowing();

    // Finds the map's place anew; no transaction may be open on this thread but a reader of its own.
    void locateMap();
    // Whether the bytes lie within the file, asking the system when they are beyond the end that is known.
    bool liesInFile(const std::uint8_t* data, std::size_t size, bool inWrite);
    // With the writer's place held and no write transaction open: doubles the map, or throws MapFull.
    void growMap();
    // In a read-only process: takes over the size that the writing process has given the map.
    void adoptMap();
    void moveMapTo(std::uint64_t bytes);
    void clearDeadReaders();
    std::uint64_t oldestReader();  // the snapshot of the oldest reader of all processes; the largest number: nobody reads

    // After a commit, before the writer's place is left.
    void noteCommit(std::uint64_t id);
};

}  // namespace sheaf::storage
