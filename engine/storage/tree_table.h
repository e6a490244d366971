// The trees of a store by number, the pools of spare ones, and those that wait to be dropped.
//
// LMDB is strict about handles: one that was opened in a transaction that aborts is dead, and a transaction cannot use
// a handle younger than itself. So all handles of the file are opened with the environment, new ones are opened here
// only, in short transactions that commit, with the writer's place taken; and what needs a new tree inside a longer
// transaction takes a spare one, which was made before.
#pragma once

#include "engine/storage/lmdb_api.h"
#include "engine/storage/tree.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sheaf::storage {

std::string treeName(TreeId id, TreeKind kind);
// The tree of that name in the file; id 0 when it is none of ours.
struct NamedTree {
    TreeId id = 0;
    TreeKind kind = TreeKind::Plain;
};
NamedTree parseTreeName(std::string_view name);

class TreeTable {
public:
    // All names in the file's list of trees, as the transaction sees it. False when it holds something else too.
    static bool listNames(MDB_txn* transaction, std::vector<std::string>& names);

    // Opens the handle of every tree of ours in the file that has none yet; the transaction must be committed at once.
    void openAll(MDB_txn* transaction);
    // Makes a tree of that number; call added() after the commit.
    static Tree create(MDB_txn* transaction, TreeId id, TreeKind kind);
    void added(Tree tree);

    std::optional<Tree> find(TreeId id) const;
    std::vector<Tree> list() const;
    std::size_t size() const;

    // Spare trees. Taken ones are remembered until the write transaction ends: on commit they are in use, on abort they
    // are spare again.
    std::size_t spareCount(TreeKind kind) const;
    std::size_t wantedSpares(TreeKind kind) const;
    bool wasUsed(TreeKind kind) const;  // a spare tree was ever asked for
    void addSpare(Tree tree);
    std::optional<Tree> takeSpare(TreeKind kind);  // enlarges the pool's wanted size when there is none
    void endOfWrite(bool committed);

    // Trees to drop once no snapshot of that commit or an older one is left: who began at the commit itself may have
    // looked the tree up just before it was forgotten.
    void dropLater(Tree tree, std::uint64_t commit);
    std::vector<Tree> droppable(std::uint64_t oldestReader) const;
    std::size_t waitingToDrop() const;
    bool isWaitingToDrop(TreeId id) const;
    // Drops it in the transaction, whatever became of its handle; call dropped() after the commit, or dropFailed().
    static int drop(MDB_txn* transaction, Tree& tree);
    void dropped(TreeId id);
    void dropFailed(TreeId id);

    bool isSpare(TreeId id) const;

private:
    struct Pending {
        Tree tree;
        std::uint64_t commit;
    };
    static constexpr std::size_t kMaxSpares = 64;

    mutable std::mutex mutex_;
    std::unordered_map<TreeId, Tree> trees_;
    std::vector<Tree> spares_[2];
    std::size_t wanted_[2] = {2, 6};
    bool used_[2] = {false, false};
    std::vector<Tree> taken_;  // by the write transaction that is open
    std::vector<Pending> pending_;
};

}  // namespace sheaf::storage
