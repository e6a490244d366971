// createIndexes and dropIndexes: each commits alone, then the catalog in memory follows.
#include "engine/write/indexes.h"

#include "engine/snapshot.h"
#include "engine/write/collections.h"
#include "engine/write/index_build.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

class CreateIndexesOperation final : public WriteOperation {
public:
    CreateIndexesOperation(const Operation& operation, const CreateIndexesRequest& request)
        : operation_(operation), request_(request) {
        alone = true;
    }

    CreateIndexesReply reply;
    Cost cost;

    void apply(storage::WriteTransaction& transaction) override {
        changed_ = nullptr;
        cost = Cost{};
        const EntryPtr entry = currentCatalog(operation_.store().catalog)->find(request_.ns);
        if (!entry) throw CollectionVanished{};
        reply.indexesBefore = reply.indexesAfter = static_cast<std::int32_t>(entry->indexes.size());
        std::vector<std::shared_ptr<CatalogIndex>> made;
        for (const index::IndexSpec& spec : missing(*entry)) {
            made.push_back(std::make_shared<CatalogIndex>(spec, transaction.takeTree(storage::TreeKind::Plain)));
        }
        if (made.empty()) return;
        buildIndexes(operation_, transaction, *entry, made, cost);
        auto changed = std::make_shared<CollectionEntry>(*entry);
        std::vector<IndexPtr> indexes = entry->indexes;
        for (const auto& index : made) {
            index->runtime->committedMultikey = index->multikey;
            indexes.push_back(index);
        }
        changed->setIndexes(std::move(indexes));
        reply.indexesAfter = static_cast<std::int32_t>(changed->indexes.size());
        Catalog::store(transaction, *changed);
        changed_ = std::move(changed);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        if (changed_) operation_.store().catalog.put(changed_);
    }

private:
    // Those of the requested indexes that have to be made.
    std::vector<index::IndexSpec> missing(const CollectionEntry& entry) const {
        std::vector<index::IndexSpec> found;
        for (const index::IndexSpec& spec : request_.specs) {
            bool isThere = std::ranges::any_of(entry.indexes, [&](const IndexPtr& index) {
                return index::isSameIndexOrThrow(index->spec, spec);
            });
            for (const index::IndexSpec& other : found) isThere = isThere || index::isSameIndexOrThrow(other, spec);
            if (!isThere) found.push_back(spec);
        }
        if (entry.indexes.size() + found.size() > index::kMaxIndexesPerCollection) {
            raise(ErrorCode::CannotCreateIndex, "add index fails, too many indexes for ", entry.ns.full(), ": at most ",
                  index::kMaxIndexesPerCollection);
        }
        return found;
    }

    const Operation& operation_;
    const CreateIndexesRequest& request_;
    EntryPtr changed_;
};

class DropIndexesOperation final : public WriteOperation {
public:
    DropIndexesOperation(StoreImpl& store, const DropIndexesRequest& request) : store_(store), request_(request) {
        alone = true;
    }

    std::int32_t indexesBefore = 0;
    std::vector<IndexPtr> dropped;

    void apply(storage::WriteTransaction& transaction) override {
        dropped.clear();
        changed_ = nullptr;
        const EntryPtr entry = store_.catalog.snapshot()->find(request_.ns);
        if (!entry) raise(ErrorCode::NamespaceNotFound, "ns not found ", request_.ns.full());
        indexesBefore = static_cast<std::int32_t>(entry->indexes.size());
        choose(*entry);
        if (dropped.empty()) return;
        auto changed = std::make_shared<CollectionEntry>(*entry);
        std::vector<IndexPtr> kept = entry->indexes;
        std::erase_if(kept, [this](const IndexPtr& index) { return std::ranges::find(dropped, index) != dropped.end(); });
        changed->setIndexes(std::move(kept));
        Catalog::store(transaction, *changed);
        changed_ = std::move(changed);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        if (!changed_) return;
        store_.catalog.put(changed_);
        for (const IndexPtr& index : dropped) store_.environment->dropTree(index->tree.tree());
    }

private:
    void add(const IndexPtr& index) {
        if (index->spec.isIdIndex()) raise(ErrorCode::InvalidOptions, "cannot drop _id index");
        dropped.push_back(index);
    }

    void choose(const CollectionEntry& entry) {
        if (request_.all) {
            dropped.assign(entry.indexes.begin() + 1, entry.indexes.end());
            return;
        }
        for (const std::string& name : request_.names) {
            const auto found = std::ranges::find_if(entry.indexes, [&](const IndexPtr& i) { return i->spec.name == name; });
            if (found == entry.indexes.end()) raise(ErrorCode::IndexNotFound, "index not found with name [", name, "]");
            add(*found);
        }
        if (request_.keyPattern.isEmpty()) return;
        const index::KeyPattern pattern(request_.keyPattern);
        const auto found =
            std::ranges::find_if(entry.indexes, [&](const IndexPtr& i) { return i->spec.keyPattern == pattern; });
        if (found == entry.indexes.end()) {
            raise(ErrorCode::IndexNotFound, "can't find index with key: ", request_.keyPattern.view());
        }
        add(*found);
    }

    StoreImpl& store_;
    const DropIndexesRequest& request_;
    EntryPtr changed_;
};

class HideIndexOperation final : public WriteOperation {
public:
    HideIndexOperation(StoreImpl& store, const HideIndexRequest& request) : store_(store), request_(request) { alone = true; }

    bool wasHidden = false;

    void apply(storage::WriteTransaction& transaction) override {
        changed_ = nullptr;
        const EntryPtr entry = store_.catalog.snapshot()->find(request_.ns);
        if (!entry) raise(ErrorCode::NamespaceNotFound, "ns does not exist: ", request_.ns.full());
        const auto found = std::ranges::find_if(entry->indexes, [this](const IndexPtr& index) { return isMeant(index->spec); });
        if (found == entry->indexes.end()) {
            raise(ErrorCode::IndexNotFound, "cannot find index ",
                  request_.name.empty() ? request_.keyPattern.toJson() : request_.name, " for ns ", request_.ns.full());
        }
        if ((*found)->spec.isIdIndex()) raise(ErrorCode::BadValue, "can't hide _id index");
        wasHidden = (*found)->spec.hidden;
        if (wasHidden == request_.isHidden) return;
        auto index = std::make_shared<CatalogIndex>(**found);
        index->spec.hidden = request_.isHidden;
        auto changed = std::make_shared<CollectionEntry>(*entry);
        std::vector<IndexPtr> indexes = entry->indexes;
        indexes[static_cast<std::size_t>(found - entry->indexes.begin())] = std::move(index);
        changed->setIndexes(std::move(indexes));
        Catalog::store(transaction, *changed);
        changed_ = std::move(changed);
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        if (changed_) store_.catalog.put(changed_);
    }

private:
    bool isMeant(const index::IndexSpec& spec) const {
        if (!request_.name.empty()) return spec.name == request_.name;
        return spec.keyPattern == index::KeyPattern(request_.keyPattern);
    }

    StoreImpl& store_;
    const HideIndexRequest& request_;
    EntryPtr changed_;
};

}  // namespace

CreateIndexesReply runCreateIndexes(Operation& operation, const CreateIndexesRequest& request) {
    operation.store().requireWritable();
    requireUserCollection(request.ns);
    CreateIndexesOperation create(operation, request);
    for (;;) {
        reserveTrees(operation, storage::TreeKind::Plain, request.specs.size());
        try {
            runWrite(operation, {}, create);
            break;
        } catch (const CollectionVanished&) {
            create.reply.madeCollection = createCollection(operation, request.ns, {}) || create.reply.madeCollection;
        } catch (const Error& error) {
            // Others took the spare trees in between.
            if (error.code() != ErrorCode::WriteConflict) throw;
            operation.checkInterrupt();
        }
    }
    addWrites(operation.cost(), create.cost);
    operation.cost().docsExamined += create.cost.docsExamined;
    operation.cost().docBytesRead += create.cost.docBytesRead;
    return create.reply;
}

std::int32_t runDropIndexes(Operation& operation, const DropIndexesRequest& request) {
    operation.store().requireWritable();
    requireUserCollection(request.ns);
    DropIndexesOperation drop(operation.store(), request);
    runWrite(operation, {}, drop);
    if (!drop.dropped.empty()) dropUnusedTrees(operation);
    return drop.indexesBefore;
}

bool runHideIndex(Operation& operation, const HideIndexRequest& request) {
    operation.store().requireWritable();
    requireUserCollection(request.ns);
    HideIndexOperation hide(operation.store(), request);
    runWrite(operation, {}, hide);
    return hide.wasHidden;
}

}  // namespace sheaf::engine
