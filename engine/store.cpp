// Opening and closing stores, and the handles to them.
#include "engine/commands/command.h"
#include "engine/database_impl.h"
#include "engine/operation.h"
#include "engine/snapshot.h"
#include "engine/store_impl.h"

#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <map>
#include <mutex>

namespace sheaf {
namespace {

storage::EnvironmentOptions environmentOptions(const StoreOptions& options) {
    storage::EnvironmentOptions result;
    result.readOnly = options.readOnly;
    result.create = options.createIfMissing;
    result.durability = static_cast<storage::Durability>(options.durability);
    result.mapBytes = options.mapSizeBytes;
    if (options.maxTrees != 0) result.maxTrees = options.maxTrees;
    result.verifyPages = options.verifyPages;
    result.allowNetworkFileSystem = options.allowNetworkFileSystem;
    return result;
}
static_assert(static_cast<int>(storage::Durability::Durable) == static_cast<int>(Durability::Durable) &&
              static_cast<int>(storage::Durability::Relaxed) == static_cast<int>(Durability::Relaxed) &&
              static_cast<int>(storage::Durability::Ephemeral) == static_cast<int>(Durability::Ephemeral));

std::uint64_t nextInstance() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// The open stores of this process, so that two opens of one folder share their catalog and queue.
struct OpenStores {
    std::mutex mutex;
    std::map<const storage::Environment*, std::weak_ptr<Store::Impl>> byEnvironment;
};
OpenStores& openStores() {
    static OpenStores stores;
    return stores;
}

std::shared_ptr<Store::Impl> shareOrMake(std::shared_ptr<storage::Environment> environment, const StoreOptions& options) {
    OpenStores& open = openStores();
    const std::lock_guard lock(open.mutex);
    std::erase_if(open.byEnvironment, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<Store::Impl>& slot = open.byEnvironment[environment.get()];
    if (std::shared_ptr<Store::Impl> there = slot.lock()) {
        if (there->options.verifyChecksums != options.verifyChecksums || there->options.maxDepth != options.maxDepth) {
            raise(ErrorCode::StoreOptionsConflict, "The store ", environment->path().string(),
                  " is open in this process with other options");
        }
        return there;
    }
    auto made = std::make_shared<Store::Impl>(std::move(environment), options);
    slot = made;
    return made;
}

void loadCatalog(Store::Impl& store) {
    storage::ReadTransaction transaction = store.environment->beginRead();
    store.catalog.load(transaction, store.options.verifyChecksums);
    transaction.release();
    if (store.options.readOnly || store.environment->isNew()) return;
    std::vector<storage::TreeId> used;
    for (const engine::EntryPtr& entry : store.catalog.snapshot()->all()) {
        used.push_back(entry->tree.id());
        for (const engine::IndexPtr& index : entry->indexes) used.push_back(index->tree.tree().id());
    }
    store.environment->reclaimTrees(used);
}

}  // namespace

Store::Impl::Impl(std::shared_ptr<storage::Environment> opened, const StoreOptions& storeOptions)
    : environment(std::move(opened)), options(storeOptions), instance(nextInstance()), queue(*environment) {
    loadCatalog(*this);
}

void Store::Impl::requireWritable() const {
    if (options.readOnly) {
        raise(ErrorCode::StoreReadOnly, "The store ", environment->path().string(), " is open for reading only");
    }
}

Store::Store(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

Store Store::open(const std::filesystem::path& path, const StoreOptions& options) {
    return Store(shareOrMake(storage::Environment::open(path, environmentOptions(options)), options));
}

Store Store::ephemeral(const StoreOptions& options) {
    return Store(shareOrMake(storage::Environment::openTemporary(environmentOptions(options)), options));
}

Database Store::database(std::string_view name) const {
    engine::requireDatabaseName(name);
    return Database(std::make_shared<const Database::Impl>(Database::Impl{impl_, std::string(name)}));
}

std::vector<std::string> Store::databaseNames() const { return engine::Snapshot(*impl_).catalog().databases(); }

bson::Document Store::runCommand(std::string_view database, bson::DocumentView command,
                                 std::span<const CommandSequence> sequences) {
    return engine::runCommand(*impl_, database, command, sequences);
}

bson::Document Store::errorReply(const Error& error) {
    bson::Builder builder;
    if (error.details()) builder.appendElements(*error.details());
    if (!error.labels().empty()) {
        builder.openArray("errorLabels");
        for (const std::string& label : error.labels()) builder.push(label);
        builder.close();
    }
    builder.append("ok", 0.0)
        .append("errmsg", error.what())
        .append("code", error.number())
        .append("codeName", error.codeName());
    return builder.take();
}

Session Store::startSession() { return Session(std::make_shared<Session::Impl>()); }

Cost Store::lastCost() const { return impl_->lastCost(); }

const std::filesystem::path& Store::path() const { return impl_->environment->path(); }

bool Store::isReadOnly() const { return impl_->options.readOnly; }

Session::Session(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
const Cost& Session::cost() const { return impl_->cost; }
void Session::resetCost() { impl_->cost = Cost{}; }

}  // namespace sheaf
