// Index builds: one walk over the records, entries sorted in memory, put in key order.
#include "engine/write/index_build.h"

#include "bson/raise.h"
#include "index/key_set.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

// One index in the making.
class Build {
public:
    Build(storage::WriteTransaction& transaction, const CollectionEntry& entry, CatalogIndex& index, IndexCost& cost)
        : transaction_(transaction), entry_(entry), index_(index), cost_(cost), keys_(index.generator.makeKeySet()) {}

    void add(RecordId record, bson::DocumentView document, index::KeyScratch& scratch) {
        index_.generator.generate(document, keys_, index_.multikey, scratch);
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            hasLongKey_ = hasLongKey_ || keys_[k].isLong;
            batch_.add(buffer_.make(keys_[k], record, index_.isUnique()));
        }
    }
    std::uint64_t bytes() const { return batch_.bytes(); }

    // Puts what was gathered.
    void flush() {
        const std::span<storage::IndexEntry> entries = batch_.entries();
        if (entries.empty()) return;
        const storage::IndexEntry* duplicate = isFirst_ ? append(entries) : index_.tree.insertBatch(transaction_, entries);
        if (duplicate) raiseFor(*duplicate);
        cost_.inserted += entries.size();
        cost_.bytes += batch_.bytes();
        isFirst_ = false;
        batch_.clear();
    }

    // Call it after the last flush(): long keys that are there twice stand side by side now.
    void finish() {
        if (!hasLongKey_ || !index_.isUnique()) return;
        storage::Cursor cursor = index_.tree.cursor(transaction_);
        bson::Buffer before;
        for (bool found = cursor.first(); found; found = cursor.next()) {
            const index::EntryView entry = index::readEntry(cursor.key(), cursor.value(), true);
            if (!entry.isLong) continue;
            if (std::ranges::equal(before.bytes(), entry.key)) raiseFor({cursor.key(), cursor.value()});
            before.clear();
            before.append(entry.key.data(), entry.key.size());
        }
    }

private:
    // Into the empty tree, which fills its pages completely. Returns an entry whose key came before, or null.
    const storage::IndexEntry* append(std::span<storage::IndexEntry> entries) {
        if (!batch_.isAscending()) {
            std::ranges::sort(entries, [](const storage::IndexEntry& a, const storage::IndexEntry& b) {
                return storage::compareBytes(a.key, b.key) < 0;
            });
        }
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (i > 0 && std::ranges::equal(entries[i - 1].key, entries[i].key)) return &entries[i];
            index_.tree.append(transaction_, entries[i].key, entries[i].value);
        }
        return nullptr;
    }

    // Makes the document's keys again, for the error shows their values.
    [[noreturn]] void raiseFor(const storage::IndexEntry& entry) {
        const index::EntryView view = index::readEntry(entry.key, entry.value, index_.isUnique());
        const RecordId record = view.id;
        const bson::DocumentView document = *entry_.records.fetch(transaction_, record);
        index::MultikeyPaths ignored(index_.spec.keyPattern.size());
        index::KeyScratch scratch;
        index_.generator.generate(document, keys_, ignored, scratch);
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            if (std::ranges::equal(keys_[k].stem, view.key)) raiseDuplicateKey(entry_.ns, index_, keys_[k], document);
        }
        raise(ErrorCode::InternalError, "The key of a duplicate entry is none of its document's");
    }

    storage::WriteTransaction& transaction_;
    const CollectionEntry& entry_;
    CatalogIndex& index_;
    IndexCost& cost_;
    index::KeySet keys_;
    index::EntryBuffer buffer_;
    EntryBatch batch_;
    bool isFirst_ = true;
    bool hasLongKey_ = false;
};

}  // namespace

void buildIndexes(const Operation& operation, storage::WriteTransaction& transaction, const CollectionEntry& entry,
                  std::span<const std::shared_ptr<CatalogIndex>> indexes, Cost& cost) {
    for (const auto& index : indexes) cost.index(index->spec.name);
    std::vector<Build> builds;
    for (const auto& index : indexes) builds.emplace_back(transaction, entry, *index, cost.index(index->spec.name));
    index::KeyScratch scratch;
    // In pieces, for putting entries ends the views of a walk.
    RecordId next = 1;
    for (bool more = true; more;) {
        std::uint64_t bytes = 0;
        std::uint64_t documents = 0;
        storage::RecordCursor cursor(transaction, entry.records);
        for (more = cursor.seek(next, index::Direction::Forward); more; more = cursor.advance(index::Direction::Forward)) {
            operation.checkInterruptSometimes(documents++);
            const bson::DocumentView document = cursor.document();
            next = cursor.id() + 1;
            bytes = 0;
            for (Build& build : builds) {
                build.add(cursor.id(), document, scratch);
                bytes += build.bytes();
            }
            cost.docsExamined += 1;
            cost.docBytesRead += document.size();
            if (bytes >= kIndexBuildBytes) break;
        }
        for (Build& build : builds) build.flush();
    }
    for (Build& build : builds) build.finish();
}

}  // namespace sheaf::engine
