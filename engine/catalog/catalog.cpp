// Versions of the catalog.
#include "engine/catalog/catalog.h"

#include "bson/bytes.h"
#include "bson/raise.h"
#include "engine/storage/cursor.h"

#include <algorithm>
#include <utility>

namespace sheaf::engine {
namespace {

// Versions are unique in the process, so that a version read from one store's catalog never fits another's.
std::uint64_t nextVersion() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

constexpr CatalogKey kGenerationKey{};

void countChange(storage::WriteTransaction& transaction) {
    std::array<std::uint8_t, 8> value;
    bson::store<std::uint64_t>(value.data(), Catalog::generationIn(transaction) + 1);
    transaction.put(transaction.environment().catalogTree(), kGenerationKey, value);
}

}  // namespace

const CollectionEntry* CatalogSnapshot::peek(const Namespace& ns) const {
    const auto database = databases_.find(ns.database());
    if (database == databases_.end()) return nullptr;
    const auto found = database->second->find(ns.collection());
    return found == database->second->end() ? nullptr : found->second.get();
}

EntryPtr CatalogSnapshot::find(const Namespace& ns) const {
    const auto database = databases_.find(ns.database());
    if (database == databases_.end()) return nullptr;
    const auto found = database->second->find(ns.collection());
    return found == database->second->end() ? nullptr : found->second;
}

EntryPtr CatalogSnapshot::findById(std::uint64_t id) const {
    for (const auto& [database, collections] : databases_) {
        for (const auto& [name, entry] : *collections) {
            if (entry->id() == id) return entry;
        }
    }
    return nullptr;
}

std::vector<EntryPtr> CatalogSnapshot::collectionsOf(std::string_view database) const {
    std::vector<EntryPtr> entries;
    if (const auto found = databases_.find(database); found != databases_.end()) {
        for (const auto& [name, entry] : *found->second) entries.push_back(entry);
    }
    return entries;
}

std::vector<std::string> CatalogSnapshot::databases() const {
    std::vector<std::string> names;
    for (const auto& [name, collections] : databases_) names.push_back(name);
    return names;
}

std::vector<EntryPtr> CatalogSnapshot::all() const {
    std::vector<EntryPtr> entries;
    for (const auto& [database, collections] : databases_) {
        for (const auto& [name, entry] : *collections) entries.push_back(entry);
    }
    return entries;
}

Catalog::Catalog() : current_(std::make_shared<CatalogSnapshot>()), version_(nextVersion()) {}

void Catalog::load(const storage::Transaction& transaction, bool verifyChecksums) {
    storage::Environment& environment = transaction.environment();
    std::vector<EntryPtr> entries;
    storage::Cursor cursor(transaction, environment.catalogTree());
    for (bool more = cursor.first(); more; more = cursor.next()) {
        if (std::ranges::equal(cursor.key(), kGenerationKey)) continue;
        const bson::DocumentView document(cursor.value().data(), cursor.value().size());
        EntryPtr entry = decodeEntry(document, environment, verifyChecksums);
        std::atomic<RecordId>& highest = entry->runtime->highestRecordId;
        highest = std::max(highest.load(), entry->records.lastId(transaction));
        if (entry->collation) mayHaveCollations_ = true;
        entries.push_back(std::move(entry));
    }
    publish([&](CatalogSnapshot& next) {
        std::map<std::string, CatalogSnapshot::Collections, std::less<>> databases;
        for (const EntryPtr& entry : entries) {
            databases[std::string(entry->ns.database())].emplace(entry->ns.collection(), entry);
        }
        next.generation_ = generationIn(transaction);
        next.databases_.clear();
        for (auto& [name, collections] : databases) {
            next.databases_.emplace(name, std::make_shared<const CatalogSnapshot::Collections>(std::move(collections)));
        }
    });
}

CatalogPtr Catalog::snapshot() const {
    const std::lock_guard lock(mutex_);
    return current_;
}

void Catalog::publish(const std::function<void(CatalogSnapshot&)>& change) {
    auto next = std::make_shared<CatalogSnapshot>(*snapshot());
    change(*next);
    next->version_ = nextVersion();
    const std::uint64_t version = next->version_;
    CatalogPtr previous;  // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    previous = std::exchange(current_, std::move(next));
    version_.store(version, std::memory_order_release);
}

void CatalogSnapshot::put(const EntryPtr& entry) {
    auto& slot = databases_[std::string(entry->ns.database())];
    auto collections = slot ? std::make_shared<Collections>(*slot) : std::make_shared<Collections>();
    collections->insert_or_assign(std::string(entry->ns.collection()), entry);
    slot = std::move(collections);
}

void CatalogSnapshot::remove(const Namespace& ns) {
    const auto database = databases_.find(ns.database());
    if (database == databases_.end()) return;
    auto collections = std::make_shared<Collections>(*database->second);
    if (const auto found = collections->find(ns.collection()); found != collections->end()) collections->erase(found);
    if (collections->empty()) databases_.erase(database);
    else database->second = std::move(collections);
}

void Catalog::put(EntryPtr entry) {
    if (entry->collation) mayHaveCollations_ = true;
    publish([&](CatalogSnapshot& next) { next.put(entry); });
}

void Catalog::remove(const Namespace& ns) {
    publish([&](CatalogSnapshot& next) { next.remove(ns); });
}

void Catalog::rename(const Namespace& from, EntryPtr entry) {
    publish([&](CatalogSnapshot& next) {
        next.remove(from);
        next.put(entry);
    });
}

void Catalog::removeDatabase(std::string_view database) {
    publish([&](CatalogSnapshot& next) {
        if (const auto found = next.databases_.find(database); found != next.databases_.end()) next.databases_.erase(found);
    });
}

void Catalog::store(storage::WriteTransaction& transaction, const CollectionEntry& entry) {
    const CatalogKey key = catalogKeyOf(entry.id());
    const bson::Document document = encodeEntry(entry);
    transaction.put(transaction.environment().catalogTree(), key, document.view().bytes());
    countChange(transaction);
}

void Catalog::erase(storage::WriteTransaction& transaction, const CollectionEntry& entry) {
    const CatalogKey key = catalogKeyOf(entry.id());
    transaction.remove(transaction.environment().catalogTree(), key);
    countChange(transaction);
}

std::uint64_t Catalog::generationIn(const storage::Transaction& transaction) {
    const std::optional<storage::Bytes> value = transaction.get(transaction.environment().catalogTree(), kGenerationKey);
    if (!value) return 0;
    if (value->size() != 8) raise(ErrorCode::StoreDamaged, "The catalog is damaged: its generation has no 8 bytes");
    return bson::load<std::uint64_t>(value->data());
}

}  // namespace sheaf::engine
