// A store: one folder on disk (or in memory) that holds databases. The door to everything.
#pragma once

#include <sheaf/bson/json.h>
#include <sheaf/bulk_write.h>
#include <sheaf/cost.h>
#include <sheaf/database.h>
#include <sheaf/error.h>
#include <sheaf/options.h>
#include <sheaf/session.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {

// Documents that go beside a command instead of inside it, as in OP_MSG: {"documents", …} of an insert.
struct CommandSequence {
    std::string_view name;
    std::span<const bson::DocumentView> documents;
};

// One thing that `check` found wrong.
struct CheckFinding {
    std::string kind;     // "page", "checksum", "document", "entry", "count", "catalog"
    std::string where;    // namespace and index, or the page number
    std::string message;
};
struct CheckReport {
    std::vector<CheckFinding> findings;
    std::uint64_t pagesChecked = 0;
    std::uint64_t documentsChecked = 0;
    std::uint64_t entriesChecked = 0;
    bool ok() const { return findings.empty(); }
};
// done and total are in one unit (pages, then documents); total 0 when not known.
using Progress = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)>;

// A cheap handle, safe from many threads; the store closes when the last handle goes. One process at a time may write
// to a store; any number may read beside it.
//
//   auto store   = sheaf::Store::open("lab.sheaf");
//   auto reviews = store.database("library").collection("reviews");
//   reviews.insertOne(sheaf::parse(R"({"material": {"id": 8}, "votes": 3})"));
//   for (sheaf::DocumentView review : reviews.find(sheaf::parse("{votes: {$gte: 3}}"))) …
class Store {
public:
    struct Impl;
    explicit Store(std::shared_ptr<Impl> impl);

    // NotAStore, StoreVersionUnknown, StoreLocked, StoreDamaged, UncleanEphemeral, StoreReadOnly,
    // StoreOptionsConflict, StoreInputOutput.
    static Store open(const std::filesystem::path& path, const StoreOptions& options = {});
    // A store that vanishes with its last handle.
    static Store ephemeral(const StoreOptions& options = {});
    // Looks for damage without trusting the file: pages first (the file is opened only when they are sound), then
    // checksums, then every index entry against its document and back.
    static CheckReport check(const std::filesystem::path& path, const Progress& progress = {});

    Database database(std::string_view name) const;
    std::vector<std::string> databaseNames() const;

    // Runs a list of writes, neighbours of one kind on one collection together. What is wrong with single writes is in
    // the result. Throws what ends the whole operation, and InvalidLength (16) for an empty list.
    BulkWriteResult bulkWrite(const BulkWrite& writes, const BulkWriteOptions& options = {});

    // A command in MongoDB's shape and its reply ({…, "ok": 1.0}). The reply has a field `cost` when the command says
    // `cost: true`. Throws Error when the command as a whole fails; a batch's write errors are in the reply.
    bson::Document runCommand(std::string_view database, bson::DocumentView command,
                              std::span<const CommandSequence> sequences = {});
    // What runCommand would have replied for this error: {"ok": 0.0, "errmsg": …, "code": …, "codeName": …}.
    static bson::Document errorReply(const Error& error);

    Session startSession();
    // What this thread's last operation on this store cost.
    Cost lastCost() const;

    // The same as `check`, for an open store (its structure is trusted).
    CheckReport validate(const Progress& progress = {}) const;
    // Collections and indexes with documents, bytes, pages, depth and fill; free pages; map; readers.
    bson::Document statistics() const;
    const std::filesystem::path& path() const;
    bool isReadOnly() const;

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sheaf
