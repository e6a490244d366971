// Store::statistics: what the store is made of.
#include "engine/snapshot.h"
#include "engine/storage/page_walker.h"

#include <sheaf/bson/builder.h>

#include <unordered_map>

namespace sheaf {
namespace {

std::int64_t asSigned(std::uint64_t figure) { return static_cast<std::int64_t>(figure); }

// How full the trees' pages are, by the tree's name; empty when the file changed while it was looked at.
std::unordered_map<std::string, double> fillByTree(const std::filesystem::path& path, std::uint64_t commit) {
    std::unordered_map<std::string, double> fill;
    const storage::PageWalk walk = storage::walkPages(path);
    if (!walk.isSound() || walk.transaction != commit) return fill;
    for (const storage::WalkedTree& tree : walk.trees) fill.emplace(tree.name, tree.fill());
    return fill;
}

class Writer {
public:
    Writer(const engine::Snapshot& snapshot, const std::filesystem::path& path)
        : snapshot_(snapshot), fill_(fillByTree(path, snapshot.transaction().id())) {}

    void appendCollection(const engine::CollectionEntry& entry) {
        builder.pushDocument().append("ns", entry.ns.full());
        appendTree(entry.tree, "documents");
        builder.openArray("indexes");
        for (const engine::IndexPtr& index : entry.indexes) {
            builder.pushDocument().append("name", index->spec.name).append("key", index->spec.keyPattern.document());
            appendTree(index->tree.tree(), "entries");
            builder.append("multikey", index->multikey.isMultikey()).close();
        }
        builder.close().close();
    }

    bson::Builder builder;

private:
    void appendTree(storage::Tree tree, std::string_view countName) {
        const storage::TreeStatistics statistics = snapshot_.transaction().statistics(tree);
        builder.append(countName, asSigned(statistics.entries))
            .append("bytes", asSigned(statistics.bytes()))
            .openDocument("pages")
            .append("branch", asSigned(statistics.branchPages))
            .append("leaf", asSigned(statistics.leafPages))
            .append("overflow", asSigned(statistics.overflowPages))
            .close()
            .append("depth", static_cast<std::int32_t>(statistics.depth));
        const char kind = tree.kind() == storage::TreeKind::IntegerKeys ? 'c' : 'i';
        const auto fill = fill_.find(kind + std::to_string(tree.id()));
        if (fill != fill_.end()) builder.append("fill", fill->second);
    }

    const engine::Snapshot& snapshot_;
    std::unordered_map<std::string, double> fill_;
};

}  // namespace

bson::Document Store::statistics() const {
    const engine::Snapshot snapshot(*impl_);
    const storage::FileStatistics file = impl_->environment->fileStatistics();
    const storage::ReaderStatistics readers = impl_->environment->readerStatistics();
    Writer writer(snapshot, path());
    bson::Builder& builder = writer.builder;
    builder.append("path", path().string()).openArray("collections");
    for (const engine::EntryPtr& entry : snapshot.catalog().all()) writer.appendCollection(*entry);
    builder.close()
        .openDocument("file")
        .append("bytes", asSigned(file.fileBytes))
        .append("pageBytes", asSigned(file.pageBytes))
        .append("usedPages", asSigned(file.usedPages))
        .append("freePages", asSigned(file.freePages))
        .append("largestFreeRun", asSigned(file.largestFreeRun))
        .append("mapBytes", asSigned(file.mapBytes))
        .append("trees", asSigned(file.trees))
        .close()
        .openDocument("readers")
        .append("live", asSigned(readers.liveReaders))
        .append("slots", asSigned(readers.readerSlots))
        .append("oldestAgeMs", readers.oldestAgeMs)
        .append("oldestSnapshot", asSigned(readers.oldestSnapshot))
        .append("lastCommit", asSigned(readers.lastCommit))
        .close()
        .append("openCursors", asSigned(impl_->cursors.size()))
        .append("countsExactly", impl_->environment->countsExactly());
    return builder.take();
}

}  // namespace sheaf
