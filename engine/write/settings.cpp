// Settings of writes, and which errors are a single write's own.
#include "engine/write/settings.h"

#include <limits>

namespace sheaf::engine {

WriteSettings WriteSettings::from(const WriteOptions& options) {
    return {.metered = options.metered,
            .listPages = options.metered && options.pageNumbers,
            .sync = options.journal.value_or(false)};
}

std::uint64_t WriteSettings::documentsPerBatch() const {
    if (metered) return 1;
    return multiBatch > 0 ? static_cast<std::uint64_t>(multiBatch) : std::numeric_limits<std::uint64_t>::max();
}

WriteResult runWrite(Operation& operation, const WriteSettings& settings, WriteOperation& write) {
    write.deadline = operation.deadline();
    write.alone = write.alone || settings.metered;
    write.listPages = settings.listPages;
    write.sync = settings.sync;
    WriteResult result = operation.store().queue.run(write);
    addCommit(operation.cost(), result);
    return result;
}

void reserveTrees(Operation& operation, storage::TreeKind kind, std::size_t count) {
    WriteResult result;
    operation.store().environment->reserveTrees(kind, count, &result.stats);
    addCommit(operation.cost(), result);
}

void dropUnusedTrees(Operation& operation) {
    WriteResult result;
    operation.store().environment->dropWaitingTrees(&result.stats);
    addCommit(operation.cost(), result);
}

void addWrites(Cost& cost, const Cost& batch) {
    cost.logicalBytes += batch.logicalBytes;
    cost.docBytesWritten += batch.docBytesWritten;
    for (const IndexCost& theirs : batch.indexes) {
        IndexCost& ours = cost.index(theirs.name);
        ours.inserted += theirs.inserted;
        ours.removed += theirs.removed;
        ours.bytes += theirs.bytes;
    }
}

bool isWriteError(ErrorCode code) {
    switch (code) {
        case ErrorCode::InternalError:
        case ErrorCode::MaxTimeMSExpired:
        case ErrorCode::WriteConflict:
        case ErrorCode::LockTimeout:
        case ErrorCode::QueryPlanKilled:
        case ErrorCode::InterruptedAtShutdown:
        case ErrorCode::Interrupted:
        case ErrorCode::OutOfDiskSpace:
            return false;
        default:
            return code < ErrorCode::NotAStore;
    }
}

WriteError toWriteError(std::size_t index, const Error& error) {
    return {.index = static_cast<std::int32_t>(index),
            .code = error.number(),
            .message = error.what(),
            .details = error.details() ? *error.details() : bson::Document()};
}

void throwWriteError(const WriteError& error) {
    const auto code = static_cast<ErrorCode>(error.code);
    if (error.details.isEmpty()) throw Error(code, error.message);
    throw Error(code, error.message, error.details);
}

}  // namespace sheaf::engine
