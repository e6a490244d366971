// A list of statements (updates, deletes), run in batches of documents, each batch one transaction.
//
// A statement about many documents may take several batches, and a batch may take in several statements. What a failed
// try of a batch did is forgotten: apply() starts again at the last commit.
#pragma once

#include "engine/write/collection_writer.h"
#include "engine/write/settings.h"
#include "engine/write/target.h"

#include <memory>
#include <optional>
#include <vector>

namespace sheaf::engine {

class StatementsOperation : public WriteOperation {
public:
    StatementsOperation(const Operation& operation, const Namespace& ns, const WriteSettings& settings, std::size_t count)
        : operation_(operation), ns_(ns), settings_(settings), count_(count) {}

    // The first statement that is not done.
    bool isDone() const { return committed_.statement >= count_; }
    Cost& batchCost() { return cost_; }

    void apply(storage::WriteTransaction& transaction) override;
    void committed(const storage::WriteTransaction&) noexcept override;

    std::vector<WriteError> errors;

protected:
    // How far the work is.
    struct Progress {
        std::size_t statement = 0;
        // Of a statement about many documents: its records, and how many are done.
        std::shared_ptr<const std::vector<TargetRecord>> targets;
        std::size_t done = 0;
        bool othersBetween = false;  // a commit lay between the collection and now
    };

    // Forgets what was done since the last commit, or keeps it.
    virtual void forget() = 0;
    virtual void keep() noexcept = 0;
    // Works on the statement until it is done (true) or the batch is full. `documents` counts down what may be changed.
    virtual bool work(CollectionWriter& writer, Progress& progress, std::uint64_t& documents) = 0;
    // What to do about a collection that is not there: throws CollectionVanished, or takes the statement as done.
    virtual void withoutCollection(std::size_t statement) = 0;

    const Operation& operation() const { return operation_; }

private:
    void run(CollectionWriter* writer);
    void fail(const Error& error);

    const Operation& operation_;
    const Namespace& ns_;
    const WriteSettings& settings_;
    std::size_t count_;
    Progress progress_;
    Progress committed_;
    std::size_t committedErrors_ = 0;
    std::uint64_t committedCollection_ = 0;
    std::optional<CollectionWriter> writer_;
    Cost cost_;
};

// Runs it to its end, batch by batch.
void runStatements(Operation& operation, const Namespace& ns, const WriteSettings& settings, StatementsOperation& write);

}  // namespace sheaf::engine
