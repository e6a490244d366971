// Opening and closing a store: every check that must hold before LMDB may touch its file.
#include "bson/raise.h"
#include "engine/storage/environment_impl.h"
#include "engine/storage/page_format.h"
#include "engine/storage/page_walker.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

namespace sheaf::storage {
namespace {

std::atomic<std::uint64_t> forks{0};

constexpr char kFormatKey[] = "format";
constexpr char kPageBytesKey[] = "pageBytes";
constexpr char kNextTreeKey[] = "nextTree";
constexpr std::uint64_t kSmallestMap = std::uint64_t{1} << 20;

// The environments that this process has open, by folder. An entry stays until its environment is closed completely.
using FolderKey = std::pair<std::uint64_t, std::uint64_t>;
struct Registry {
    std::mutex mutex;
    std::condition_variable closed;
    std::map<FolderKey, std::weak_ptr<Environment>> open;
};
Registry& registry() {
    static auto* const instance = new Registry;  // environments may be closed after static destructors
    return *instance;
}

FolderKey keyOfFolder(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        raise(ErrorCode::StoreInputOutput, "cannot look at ", path.string(), ": ", std::strerror(errno));
    }
    return {status.st_dev, status.st_ino};
}

// Makes the folder when asked to; throws NotAStore when there is none.
void prepareFolder(const std::filesystem::path& path, const EnvironmentOptions& options) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return;
    if (std::filesystem::exists(path, error)) {
        raise(ErrorCode::NotAStore, path.string(), " is not a store: a store is a folder");
    }
    if (options.readOnly || !options.create) raise(ErrorCode::NotAStore, "there is no store at ", path.string());
    std::filesystem::create_directory(path, error);  // its parent is there, or the path is a slip
    if (error) {
        const bool readOnly = error == std::errc::permission_denied || error == std::errc::read_only_file_system;
        raise(readOnly ? ErrorCode::StoreReadOnly : ErrorCode::StoreInputOutput, "cannot make the folder ",
              path.string(), ": ", error.message());
    }
    syncFolder(path.parent_path());
}

// What is in the data file before LMDB opens it.
struct FileState {
    bool isEmpty = true;
    std::uint64_t trees = 0;
    std::uint64_t mapBytes = 0;
};

FileState inspectFile(const std::filesystem::path& store, const EnvironmentOptions& options) {
    FileState state;
    const std::filesystem::path path = store / "data.mdb";
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file && errno == ENOENT) {
        if (options.readOnly || !options.create) raise(ErrorCode::NotAStore, "there is no store at ", store.string());
        return state;
    }
    if (!file) {
        raise(errno == EACCES ? ErrorCode::StoreReadOnly : ErrorCode::StoreInputOutput, "cannot open ", path.string(),
              ": ", std::strerror(errno));
    }
    const format::MetaPages metas = format::readMetaPages(file.get());
    switch (metas.state) {
        case format::MetaState::Empty:
            if (options.readOnly || !options.create) raise(ErrorCode::NotAStore, "the store at ", store.string(), " is empty");
            return state;
        case format::MetaState::NotLmdb:
            raise(ErrorCode::NotAStore, path.string(), " is not a store: ", metas.problem);
        case format::MetaState::OtherVersion:
            raise(ErrorCode::StoreVersionUnknown, path.string(), " was written by another version of LMDB");
        case format::MetaState::OtherPageBytes:
            raise(ErrorCode::StoreVersionUnknown, path.string(), " has pages of ", metas.newest.pageBytes(),
                  " bytes, which this machine does not use; export it where it was made");
        case format::MetaState::Damaged:
            raise(ErrorCode::StoreDamaged, path.string(), " is damaged: ", metas.problem);
        case format::MetaState::Sane: break;
    }
    // Pages at the end that are free may never have been written, so a short file needs a closer look.
    const bool isShort = metas.fileBytes / metas.newest.pageBytes() < metas.newest.lastPage + 1;
    if (isShort || options.verifyPages) {
        const PageWalk walk = walkPages(store);
        if (!walk.isSound()) {
            const PageDamage& first = walk.damage.front();
            raise(ErrorCode::StoreDamaged, path.string(), " is damaged: page ", first.page, ": ", first.problem,
                  isShort ? "; the file is shorter than its last page" : "", "; sheaf check lists everything");
        }
    }
    state.isEmpty = metas.newest.trees.entries == 0;
    state.trees = metas.newest.trees.entries;
    state.mapBytes = metas.newest.mapBytes;
    return state;
}

std::uint64_t chooseMapBytes(const EnvironmentOptions& options, const FileState& file) {
    std::uint64_t bytes = std::max(options.mapBytes, kSmallestMap);
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        bytes = std::min<std::uint64_t>(bytes, std::max<std::uint64_t>(limit.rlim_cur / 8, kSmallestMap));
    }
    if (options.readOnly) bytes = std::max(bytes, file.mapBytes);
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

unsigned environmentFlags(const EnvironmentOptions& options) {
    unsigned flags = MDB_NOTLS;
    if (options.readOnly) flags |= MDB_RDONLY;
    if (options.durability == Durability::Relaxed) flags |= MDB_NOMETASYNC;
    if (options.durability == Durability::Ephemeral) flags |= MDB_NOSYNC;
    return flags;
}

void openLmdb(Environment::Impl& impl, const FileState& file) {
    const auto require = [](int result, const char* doing) {
        if (result != 0) raiseLmdb(result, doing);
    };
    require(mdb_env_create(&impl.handle), "prepare LMDB");
    const std::uint64_t handles = std::max<std::uint64_t>(impl.options.maxTrees, 2 * file.trees);
    require(mdb_env_set_maxdbs(impl.handle, static_cast<MDB_dbi>(handles)), "set the number of trees");
    require(mdb_env_set_maxreaders(impl.handle, kMaxReaders), "set the number of readers");
    impl.mapBytes = chooseMapBytes(impl.options, file);
    require(mdb_env_set_mapsize(impl.handle, impl.mapBytes), "set the map's size");
    const int result = mdb_env_open(impl.handle, impl.path.c_str(), environmentFlags(impl.options), 0644);
    if (result == ENOMEM) {
        raise(ErrorCode::StoreInputOutput, "there is no address space for a map of ", impl.mapBytes.load(),
              " bytes: open the store with a smaller mapBytes");
    }
    require(result, "open the store's file");
    mdb_env_get_fd(impl.handle, &impl.dataDescriptor);
    MDB_stat stat{};
    mdb_env_stat(impl.handle, &stat);
    impl.pageBytes = stat.ms_psize;
    impl.counters.pageBytes = stat.ms_psize;
    impl.counters.dataDescriptor = impl.dataDescriptor;
}

// The system's trees, and what the store knows of itself, in the first commit.
void createSystemTrees(Environment::Impl& impl) {
    MDB_txn* transaction = nullptr;
    impl.counters.reset(false);
    const IoScope scope(&impl.counters);
    if (const int result = mdb_txn_begin(impl.handle, nullptr, 0, &transaction)) raiseLmdb(result, "create the store");
    std::vector<Tree> made;
    try {
        for (TreeId id : {kMetaTree, kCatalogTree, kSessionsTree}) {
            made.push_back(TreeTable::create(transaction, id, TreeKind::Plain));
        }
        MDB_dbi meta = 0;
        mdb_dbi_open(transaction, "meta", 0, &meta);
        const std::pair<const char*, std::uint32_t> facts[] = {
            {kFormatKey, kFormatVersion}, {kPageBytesKey, impl.pageBytes}, {kNextTreeKey, kFirstTreeId}};
        for (const auto& [name, number] : facts) {
            MDB_val key = toLmdb(asBytes(name));
            MDB_val value = toLmdb({reinterpret_cast<const std::uint8_t*>(&number), sizeof number});
            if (const int result = mdb_put(transaction, meta, &key, &value, 0)) raiseLmdb(result, "create the store");
        }
    } catch (...) {
        mdb_txn_abort(transaction);
        throw;
    }
    if (const int result = mdb_txn_commit(transaction)) raiseLmdb(result, "create the store");
    for (Tree tree : made) impl.trees.added(tree);
    if (impl.options.durability != Durability::Ephemeral) syncFolder(impl.path);
    impl.isNew = true;
}

std::uint32_t readFact(const Transaction& transaction, Tree meta, const char* key) {
    const std::optional<Bytes> value = transaction.get(meta, asBytes(key));
    std::uint32_t number = 0;
    if (value && value->size() == sizeof number) std::memcpy(&number, value->data(), sizeof number);
    return number;
}

// Opens the handles of the file's trees. The transaction is a reader's: nothing is written to a file of others.
void openTrees(Environment::Impl& impl) {
    MDB_txn* transaction = nullptr;
    if (const int result = mdb_txn_begin(impl.handle, nullptr, MDB_RDONLY, &transaction)) {
        raiseLmdb(result, "read the store's list of trees");
    }
    try {
        std::vector<std::string> names;
        const bool onlyTrees = TreeTable::listNames(transaction, names);
        const bool hasMeta = std::find(names.begin(), names.end(), "meta") != names.end();
        if (!hasMeta || !onlyTrees) {
            raise(ErrorCode::NotAStore, impl.path.string(), " holds an LMDB file of another program");
        }
        impl.trees.openAll(transaction);
    } catch (...) {
        mdb_txn_abort(transaction);
        throw;
    }
    if (const int result = mdb_txn_commit(transaction)) raiseLmdb(result, "read the store's list of trees");
}

void checkFormat(Environment& environment) {
    Environment::Impl& impl = environment.impl();
    impl.metaTree = impl.trees.find(kMetaTree).value_or(Tree());
    impl.catalogTree = impl.trees.find(kCatalogTree).value_or(Tree());
    impl.sessionsTree = impl.trees.find(kSessionsTree).value_or(Tree());
    const ReadTransaction transaction = environment.beginRead();
    impl.formatVersion = readFact(transaction, impl.metaTree, kFormatKey);
    if (impl.formatVersion == 0) {
        raise(ErrorCode::NotAStore, impl.path.string(), " holds an LMDB file of another program");
    }
    if (impl.formatVersion > kFormatVersion) {
        raise(ErrorCode::StoreVersionUnknown, "the store ", impl.path.string(), " has format version ",
              impl.formatVersion, "; this sheaf knows versions up to ", kFormatVersion, "; use a newer one");
    }
    if (!impl.catalogTree || !impl.sessionsTree || readFact(transaction, impl.metaTree, kPageBytesKey) != impl.pageBytes) {
        raise(ErrorCode::StoreDamaged, "the store ", impl.path.string(), " lacks a tree of its own");
    }
    impl.lastCommit = transaction.id();
}

}  // namespace

std::uint64_t forkGeneration() { return forks.load(std::memory_order_relaxed); }

namespace {

void watchForks() {
    static const int watching =
        ::pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
    static_cast<void>(watching);
}

// Options that change how an open store behaves; the others matter only to the opening.
bool behaveAlike(EnvironmentOptions a, EnvironmentOptions b) {
    for (EnvironmentOptions* options : {&a, &b}) {
        options->create = true;
        options->verifyPages = false;
        options->allowNetworkFileSystem = false;
    }
    return a == b;
}

// The environment that this process has open already; waits for one that is just being closed.
std::shared_ptr<Environment> findOpen(std::unique_lock<std::mutex>& lock, const FolderKey& key,
                                      const std::filesystem::path& path, const EnvironmentOptions& options) {
    Registry& known = registry();
    for (auto found = known.open.find(key); found != known.open.end(); found = known.open.find(key)) {
        if (std::shared_ptr<Environment> environment = found->second.lock()) {
            environment->impl().checkProcess();
            if (!behaveAlike(environment->options(), options)) {
                raise(ErrorCode::StoreOptionsConflict, "this process has the store ", path.string(),
                      " open with other options; open it with the same ones, or close it first");
            }
            return environment;
        }
        known.closed.wait(lock);
    }
    return nullptr;
}

}  // namespace

std::shared_ptr<Environment> Environment::open(const std::filesystem::path& path, const EnvironmentOptions& options) {
    return openFolder(path, options, false);
}

std::shared_ptr<Environment> Environment::openTemporary(EnvironmentOptions options) {
    options.durability = Durability::Ephemeral;
    options.readOnly = false;
    options.create = true;
    const std::filesystem::path folder = makeTemporaryFolder();
    try {
        return openFolder(folder, options, true);
    } catch (...) {
        removeTemporaryFolder(folder);
        throw;
    }
}

std::shared_ptr<Environment> Environment::openFolder(const std::filesystem::path& path,
                                                     const EnvironmentOptions& options, bool isTemporary) {
    watchForks();
    prepareFolder(path, options);
    const FolderKey key = keyOfFolder(path);
    std::unique_lock lock(registry().mutex);
    if (std::shared_ptr<Environment> environment = findOpen(lock, key, path, options)) return environment;

    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->options = options;
    impl->isTemporary = isTemporary;
    impl->forkGeneration = storage::forkGeneration();
    if (!options.allowNetworkFileSystem) refuseNetworkFileSystem(path);
    if (!options.readOnly) impl->lockFile = lockForWriting(path);
    const FileState file = inspectFile(path, options);
    if (!isTemporary) checkUncleanMark(path);
    if (options.readOnly && file.isEmpty) raise(ErrorCode::NotAStore, "the store at ", path.string(), " is empty");
    if (options.durability == Durability::Ephemeral && !isTemporary && !options.readOnly) writeUncleanMark(path);

    openLmdb(*impl, file);
    impl->clearDeadReaders();
    if (file.isEmpty) {
        createSystemTrees(*impl);
    } else {
        openTrees(*impl);
    }
    impl->locateMap();
    std::shared_ptr<Environment> environment(new Environment(std::move(impl)));
    checkFormat(*environment);
    environment->impl().device = key.first;
    environment->impl().inode = key.second;
    registry().open[key] = environment;
    return environment;
}

Environment::~Environment() {
    if (impl_->inode == 0) return;  // was never registered: Impl's destructor does the rest
    const FolderKey key{impl_->device, impl_->inode};
    {
        const std::lock_guard lock(registry().mutex);
        impl_.reset();
        registry().open.erase(key);
    }
    registry().closed.notify_all();
}

Environment::Impl::~Impl() {
    if (handle != nullptr) {
        const bool own = storage::forkGeneration() == forkGeneration;
        if (own) readers.closeAll();
        // A forked child must not close what it shares with its parent: the memory is the price.
        if (own) mdb_env_close(handle);
        if (!own) return;
    }
    if (isTemporary) {
        removeTemporaryFolder(path);
    } else if (handle != nullptr && options.durability == Durability::Ephemeral && !options.readOnly && !failed) {
        removeUncleanMark(path);
    }
}

}  // namespace sheaf::storage
