// Batches of statements.
#include "engine/write/statements.h"

#include "engine/snapshot.h"
#include "engine/write/collections.h"

#include "bson/raise.h"

namespace sheaf::engine {

void StatementsOperation::apply(storage::WriteTransaction& transaction) {
    progress_ = committed_;
    errors.resize(committedErrors_);
    cost_ = Cost{};
    forget();
    writer_.reset();
    const EntryPtr entry = currentCatalog(operation_.store().catalog)->find(ns_);
    if (!entry) {
        run(nullptr);
        return;
    }
    if (progress_.targets && entry->id() != committedCollection_) {
        raise(ErrorCode::QueryPlanKilled, "collection dropped while it was written to: ", ns_.full());
    }
    writer_.emplace(operation_.store().catalog, transaction, entry, cost_);
    run(&*writer_);
    writer_->finish();
}

void StatementsOperation::fail(const Error& error) {
    if (!isWriteError(error.code())) throw error;
    errors.push_back(toWriteError(progress_.statement, error));
}

void StatementsOperation::run(CollectionWriter* writer) {
    std::uint64_t documents = settings_.documentsPerBatch();
    while (progress_.statement < count_ && documents > 0 && !(writer && writer->isFull())) {
        bool isDone = true;
        const std::size_t errorsBefore = errors.size();
        try {
            if (writer) isDone = work(*writer, progress_, documents);
            else withoutCollection(progress_.statement);
        } catch (const Error& error) {
            fail(error);
        }
        if (!isDone) return;
        const bool stops = errors.size() > errorsBefore && settings_.ordered;
        progress_ = {.statement = stops ? count_ : progress_.statement + 1};
    }
}

void StatementsOperation::committed(const storage::WriteTransaction&) noexcept {
    if (writer_) {
        writer_->committed();
        committedCollection_ = writer_->entry().id();
    }
    committed_ = progress_;
    committed_.othersBetween = true;
    committedErrors_ = errors.size();
    keep();
}

void runStatements(Operation& operation, const Namespace& ns, const WriteSettings& settings, StatementsOperation& write) {
    operation.store().requireWritable();
    requireUserCollection(ns);
    while (!write.isDone()) {
        withCollection(operation, ns, [&] { runWrite(operation, settings, write); });
        Cost& batch = write.batchCost();
        addWrites(operation.cost(), batch);
        operation.cost().docsExamined += batch.docsExamined;
        operation.cost().keysExamined += batch.keysExamined;
        operation.cost().docBytesRead += batch.docBytesRead;
    }
}

}  // namespace sheaf::engine
