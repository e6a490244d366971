// How a write is to be carried out: what every write command has in common.
#pragma once

#include "engine/operation.h"

#include <sheaf/options.h>

#include <cstdint>
#include <optional>

namespace sheaf::engine {

// A batch (one transaction) of a statement ends with whichever comes first.
inline constexpr std::uint64_t kBatchValueBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kBatchEntries = 20'000;

struct WriteSettings {
    bool ordered = true;
    bool metered = false;        // every document in a transaction of its own
    bool listPages = false;      // with metered
    bool sync = false;           // j: true
    std::int64_t multiBatch = 0; // documents in a transaction at most; 0: as the limits above have it

    static WriteSettings from(const WriteOptions& options);
    // The largest number of documents in one transaction.
    std::uint64_t documentsPerBatch() const;
};

// Hands the operation to the store's queue under the settings and the operation's deadline, and adds the commit to the
// ledger. Throws as WriteQueue::run.
WriteResult runWrite(Operation& operation, const WriteSettings& settings, WriteOperation& write);

// Makes sure that trees can be taken, and drops those that nobody reads any more; what that cost is in the ledger too.
void reserveTrees(Operation& operation, storage::TreeKind kind, std::size_t count = 1);
void dropUnusedTrees(Operation& operation);

// Adds the logical half of a batch's ledger (bytes and entries) to the operation's.
void addWrites(Cost& cost, const Cost& batch);

// Whether an error belongs to one document or statement, so that the others of its batch can go on: all that a user's
// mistake causes. Not so for what ends the whole operation (deadline, full disk, damage, bugs).
bool isWriteError(ErrorCode code);
// As a batch's reply has it.
WriteError toWriteError(std::size_t index, const Error& error);
// And back, for operations about one document.
[[noreturn]] void throwWriteError(const WriteError& error);

}  // namespace sheaf::engine
