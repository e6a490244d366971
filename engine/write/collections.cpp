// Operations that change which collections there are: each commits alone, then the catalog in memory follows.
#include "engine/write/collections.h"

#include "bson/raise.h"

#include <random>

namespace sheaf::engine {
namespace {

std::array<std::uint8_t, 16> randomUuid() {
    thread_local std::mt19937_64 generator{std::random_device{}()};
    std::array<std::uint8_t, 16> uuid;
    for (std::size_t i = 0; i < uuid.size(); ++i) uuid[i] = static_cast<std::uint8_t>(generator());
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0F) | 0x40);
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3F) | 0x80);
    return uuid;
}

class CreateOperation final : public WriteOperation {
public:
    CreateOperation(StoreImpl& store, const Namespace& ns, bson::DocumentView options)
        : store_(store), ns_(ns), options_(options), uuid_(randomUuid()) {
        alone = true;
    }

    void apply(storage::WriteTransaction& transaction) override {
        made_ = nullptr;
        if (currentEntry()) return;
        const storage::Tree tree = transaction.takeTree(storage::TreeKind::IntegerKeys);
        auto entry = std::make_shared<CollectionEntry>(
            CollectionEntry{.ns = ns_,
                            .tree = tree,
                            .records = storage::Records(tree, store_.options.verifyChecksums),
                            .uuid = uuid_,
                            .options = options_.copy()});
        entry->collation = defaultCollation(entry->options);
        entry->setIndexes({std::make_shared<CatalogIndex>(index::IndexSpec::idIndex(),
                                                          transaction.takeTree(storage::TreeKind::Plain))});
        Catalog::store(transaction, *entry);
        made_ = std::move(entry);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        if (made_) store_.catalog.put(made_);
    }

    bool isMade() const { return made_ != nullptr; }

private:
    EntryPtr currentEntry() const { return store_.catalog.snapshot()->find(ns_); }

    StoreImpl& store_;
    const Namespace& ns_;
    bson::DocumentView options_;
    std::array<std::uint8_t, 16> uuid_;
    EntryPtr made_;
};

void dropTrees(StoreImpl& store, const CollectionEntry& entry) {
    store.environment->dropTree(entry.tree);
    for (const IndexPtr& index : entry.indexes) store.environment->dropTree(index->tree.tree());
}

// Forgets collections; their trees are dropped when nobody can be reading them.
class DropOperation final : public WriteOperation {
public:
    explicit DropOperation(StoreImpl& store) : store_(store) { alone = true; }

    std::string database;          // all of it, or
    const Namespace* ns = nullptr;  // one collection
    std::vector<EntryPtr> dropped;

    void apply(storage::WriteTransaction& transaction) override {
        const CatalogPtr catalog = store_.catalog.snapshot();
        dropped.clear();
        if (ns) {
            if (EntryPtr entry = catalog->find(*ns)) dropped.push_back(std::move(entry));
        } else {
            dropped = catalog->collectionsOf(database);
        }
        for (const EntryPtr& entry : dropped) Catalog::erase(transaction, *entry);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        for (const EntryPtr& entry : dropped) {
            store_.catalog.remove(entry->ns);
            dropTrees(store_, *entry);
        }
    }

private:
    StoreImpl& store_;
};

class RenameOperation final : public WriteOperation {
public:
    RenameOperation(StoreImpl& store, const Namespace& from, const Namespace& to, Existing existing)
        : store_(store), from_(from), to_(to), existing_(existing) {
        alone = true;
    }

    void apply(storage::WriteTransaction& transaction) override {
        const CatalogPtr catalog = store_.catalog.snapshot();
        const EntryPtr source = catalog->find(from_);
        if (!source) raise(ErrorCode::NamespaceNotFound, "Source collection ", from_.full(), " does not exist");
        dropped = catalog->find(to_);
        if (dropped && existing_ == Existing::Refuse) raise(ErrorCode::NamespaceExists, "target namespace exists: ", to_.full());
        if (dropped) Catalog::erase(transaction, *dropped);
        auto renamed = std::make_shared<CollectionEntry>(*source);
        renamed->ns = to_;
        Catalog::store(transaction, *renamed);
        renamed_ = std::move(renamed);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        store_.catalog.rename(from_, renamed_);
        if (dropped) dropTrees(store_, *dropped);
    }

    EntryPtr dropped;  // the one that had the new name

private:
    StoreImpl& store_;
    const Namespace& from_;
    const Namespace& to_;
    Existing existing_;
    EntryPtr renamed_;
};

void dropAndMaintain(Operation& operation, DropOperation& drop) {
    operation.store().requireWritable();
    runWrite(operation, {}, drop);
    if (!drop.dropped.empty()) dropUnusedTrees(operation);
}

}  // namespace

void requireUserCollection(const Namespace& ns) {
    if (ns.isSystem()) raise(ErrorCode::InvalidNamespace, "cannot write to a system collection: ", ns.full());
}

bool createCollection(Operation& operation, const Namespace& ns, bson::DocumentView options) {
    StoreImpl& store = operation.store();
    store.requireWritable();
    requireUserCollection(ns);
    CreateOperation create(store, ns, options);
    for (;;) {
        reserveTrees(operation, storage::TreeKind::IntegerKeys);
        reserveTrees(operation, storage::TreeKind::Plain);
        try {
            runWrite(operation, {}, create);
            return create.isMade();
        } catch (const Error& error) {
            // Others took the spare trees in between.
            if (error.code() != ErrorCode::WriteConflict) throw;
            operation.checkInterrupt();
        }
    }
}

std::optional<std::int32_t> dropCollection(Operation& operation, const Namespace& ns) {
    requireUserCollection(ns);
    DropOperation drop(operation.store());
    drop.ns = &ns;
    dropAndMaintain(operation, drop);
    if (drop.dropped.empty()) return std::nullopt;
    return static_cast<std::int32_t>(drop.dropped.front()->indexes.size());
}

void renameCollection(Operation& operation, const Namespace& from, const Namespace& to, Existing existing) {
    operation.store().requireWritable();
    requireUserCollection(from);
    requireUserCollection(to);
    if (from == to) raise(ErrorCode::IllegalOperation, "Can't rename a collection to itself: ", from.full());
    RenameOperation rename(operation.store(), from, to, existing);
    runWrite(operation, {}, rename);
    if (rename.dropped) dropUnusedTrees(operation);
}

void requireCollection(Operation& operation, const Namespace& ns) {
    if (!operation.store().catalog.snapshot()->find(ns)) raise(ErrorCode::NamespaceNotFound, "ns does not exist: ", ns.full());
}

std::size_t dropDatabase(Operation& operation, std::string_view database) {
    DropOperation drop(operation.store());
    drop.database = database;
    dropAndMaintain(operation, drop);
    return drop.dropped.size();
}

}  // namespace sheaf::engine
