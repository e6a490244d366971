// Names, handles, spare and dropped trees.
#include "engine/storage/tree_table.h"

#include "bson/raise.h"

#include <algorithm>
#include <charconv>

namespace sheaf::storage {
namespace {

struct SystemTree {
    TreeId id;
    const char* name;
};
constexpr SystemTree kSystemTrees[] = {{kMetaTree, "meta"}, {kCatalogTree, "catalog"}, {kSessionsTree, "sessions"}};

std::size_t slotOf(TreeKind kind) { return kind == TreeKind::IntegerKeys ? 0 : 1; }

unsigned lmdbFlags(TreeKind kind) { return kind == TreeKind::IntegerKeys ? MDB_INTEGERKEY : 0u; }

}  // namespace

std::string treeName(TreeId id, TreeKind kind) {
    for (const SystemTree& system : kSystemTrees) {
        if (system.id == id) return system.name;
    }
    std::string name(1, kind == TreeKind::IntegerKeys ? 'c' : 'i');
    name += std::to_string(id);
    return name;
}

NamedTree parseTreeName(std::string_view name) {
    for (const SystemTree& system : kSystemTrees) {
        if (name == system.name) return {system.id, TreeKind::Plain};
    }
    if (name.size() < 2 || (name[0] != 'c' && name[0] != 'i') || name[1] == '0') return {};
    TreeId id = 0;
    const auto [after, error] = std::from_chars(name.data() + 1, name.data() + name.size(), id);
    if (error != std::errc{} || after != name.data() + name.size() || id < kFirstTreeId) return {};
    return {id, name[0] == 'c' ? TreeKind::IntegerKeys : TreeKind::Plain};
}

bool TreeTable::listNames(MDB_txn* transaction, std::vector<std::string>& names) {
    MDB_cursor* cursor = nullptr;
    if (const int result = mdb_cursor_open(transaction, kMainTreeHandle, &cursor)) raiseLmdb(result, "list the trees");
    bool onlyTrees = true;
    MDB_val key{}, value{};
    int result = mdb_cursor_get(cursor, &key, &value, MDB_FIRST);
    for (; result == 0; result = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
        if (value.mv_size != 48) onlyTrees = false;  // LMDB's record of a tree
        names.emplace_back(asText(fromLmdb(key)));
    }
    mdb_cursor_close(cursor);
    if (result != MDB_NOTFOUND) raiseLmdb(result, "list the trees");
    return onlyTrees;
}

void TreeTable::openAll(MDB_txn* transaction) {
    std::vector<std::string> names;
    listNames(transaction, names);
    const std::lock_guard lock(mutex_);
    for (const std::string& name : names) {
        const NamedTree named = parseTreeName(name);
        if (named.id == 0 || trees_.count(named.id) != 0) continue;
        MDB_dbi handle = 0;
        if (const int result = mdb_dbi_open(transaction, name.c_str(), 0, &handle)) raiseLmdb(result, "open a tree");
        unsigned flags = 0;
        mdb_dbi_flags(transaction, handle, &flags);
        if ((flags & MDB_INTEGERKEY) != lmdbFlags(named.kind) || (flags & (MDB_DUPSORT | MDB_REVERSEKEY)) != 0) {
            raise(ErrorCode::StoreDamaged, "the tree ", name, " is not of the kind that its name says");
        }
        trees_.emplace(named.id, Tree(handle, named.id, named.kind));
    }
}

Tree TreeTable::create(MDB_txn* transaction, TreeId id, TreeKind kind) {
    MDB_dbi handle = 0;
    const std::string name = treeName(id, kind);
    const int result = mdb_dbi_open(transaction, name.c_str(), MDB_CREATE | lmdbFlags(kind), &handle);
    if (result != 0) raiseLmdb(result, "make a tree");
    return Tree(handle, id, kind);
}

void TreeTable::added(Tree tree) {
    const std::lock_guard lock(mutex_);
    trees_[tree.id()] = tree;
}

std::optional<Tree> TreeTable::find(TreeId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = trees_.find(id);
    return found == trees_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Tree> TreeTable::list() const {
    std::vector<Tree> result;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, tree] : trees_) result.push_back(tree);
    }
    std::sort(result.begin(), result.end(), [](Tree a, Tree b) { return a.id() < b.id(); });
    return result;
}

std::size_t TreeTable::size() const {
    const std::lock_guard lock(mutex_);
    return trees_.size();
}

std::size_t TreeTable::spareCount(TreeKind kind) const {
    const std::lock_guard lock(mutex_);
    return spares_[slotOf(kind)].size();
}

std::size_t TreeTable::wantedSpares(TreeKind kind) const {
    const std::lock_guard lock(mutex_);
    return wanted_[slotOf(kind)];
}

bool TreeTable::wasUsed(TreeKind kind) const {
    const std::lock_guard lock(mutex_);
    return used_[slotOf(kind)];
}

void TreeTable::addSpare(Tree tree) {
    const std::lock_guard lock(mutex_);
    trees_[tree.id()] = tree;
    spares_[slotOf(tree.kind())].push_back(tree);
}

std::optional<Tree> TreeTable::takeSpare(TreeKind kind) {
    const std::lock_guard lock(mutex_);
    std::vector<Tree>& spares = spares_[slotOf(kind)];
    used_[slotOf(kind)] = true;
    if (spares.empty()) {
        std::size_t& wanted = wanted_[slotOf(kind)];
        wanted = std::min(kMaxSpares, wanted * 2);
        return std::nullopt;
    }
    const Tree tree = spares.front();  // the oldest first: numbers then grow with the collections
    spares.erase(spares.begin());
    taken_.push_back(tree);
    return tree;
}

void TreeTable::endOfWrite(bool committed) {
    const std::lock_guard lock(mutex_);
    if (!committed) {
        // In front again, in their order: a replay takes the same trees.
        for (auto tree = taken_.rbegin(); tree != taken_.rend(); ++tree) {
            std::vector<Tree>& spares = spares_[slotOf(tree->kind())];
            spares.insert(spares.begin(), *tree);
        }
    }
    taken_.clear();
}

void TreeTable::dropLater(Tree tree, std::uint64_t commit) {
    const std::lock_guard lock(mutex_);
    pending_.push_back({tree, commit});
}

std::vector<Tree> TreeTable::droppable(std::uint64_t oldestReader) const {
    std::vector<Tree> result;
    const std::lock_guard lock(mutex_);
    for (const Pending& pending : pending_) {
        if (oldestReader > pending.commit) result.push_back(pending.tree);
    }
    return result;
}

std::size_t TreeTable::waitingToDrop() const {
    const std::lock_guard lock(mutex_);
    return pending_.size();
}

bool TreeTable::isWaitingToDrop(TreeId id) const {
    const std::lock_guard lock(mutex_);
    return std::any_of(pending_.begin(), pending_.end(), [id](const Pending& p) { return p.tree.id() == id; });
}

int TreeTable::drop(MDB_txn* transaction, Tree& tree) {
    // mdb_drop closes the handle at once, even when its transaction then aborts: open it by name in every try.
    MDB_dbi handle = 0;
    const int opened = mdb_dbi_open(transaction, treeName(tree.id(), tree.kind()).c_str(), 0, &handle);
    if (opened == MDB_NOTFOUND) return 0;
    if (opened != 0) return opened;
    return mdb_drop(transaction, handle, 1);
}

void TreeTable::dropped(TreeId id) {
    const std::lock_guard lock(mutex_);
    trees_.erase(id);
    pending_.erase(std::remove_if(pending_.begin(), pending_.end(), [id](const Pending& p) { return p.tree.id() == id; }),
                   pending_.end());
}

void TreeTable::dropFailed(TreeId id) {
    const std::lock_guard lock(mutex_);
    trees_.erase(id);  // its handle is closed; it stays in the list of those to drop
}

bool TreeTable::isSpare(TreeId id) const {
    const std::lock_guard lock(mutex_);
    for (const auto& spares : spares_) {
        for (Tree tree : spares) {
            if (tree.id() == id) return true;
        }
    }
    return false;
}

}  // namespace sheaf::storage
