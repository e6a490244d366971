// delete: finds the documents, removes them with their entries.
#include "engine/write/delete.h"

#include "engine/read/collation.h"
#include "engine/write/statements.h"

#include <optional>

namespace sheaf::engine {
namespace {

// A statement whose filter does not parse keeps the error for its turn.
struct ParsedDelete {
    std::optional<Target> target;
    std::optional<Error> error;
    bool isMulti;
};

ParsedDelete parse(StoreImpl& store, const DeleteStatement& statement, const DeleteRequest& request) {
    ParsedDelete parsed{.isMulti = statement.isMulti};
    try {
        const bool needsPosition = request.returned && request.returned->projection.needsPosition();
        parsed.target = Target::parse({.filter = statement.filter,
                                       .sort = statement.sort,
                                       .hint = statement.hint,
                                       .needsPosition = needsPosition,
                                       .collation = collationFor(store, request.ns, statement.collation),
                                       .variables = &request.variables});
    } catch (const Error& error) {
        parsed.error = error;
    }
    return parsed;
}

class DeleteOperation final : public StatementsOperation {
public:
    DeleteOperation(const Operation& operation, const DeleteRequest& request)
        : StatementsOperation(operation, request.ns, request.settings, request.statements.size()),
          statementCounts(request.statements.size()),
          returned_(request.returned) {
        for (const DeleteStatement& statement : request.statements) {
            statements_.push_back(parse(operation.store(), statement, request));
            alone = alone || statement.isMulti;
        }
    }

    std::int64_t deleted() const { return committedDeleted_; }
    std::vector<std::int64_t> statementCounts;

private:
    void forget() override {
        deleted_ = committedDeleted_;
        if (returned_) returned_->document.reset();
    }
    void keep() noexcept override { committedDeleted_ = deleted_; }
    void withoutCollection(std::size_t statement) override { requireParsed(statements_[statement]); }

    static void requireParsed(const ParsedDelete& statement) {
        if (statement.error) throw Error(*statement.error);
    }

    bool work(CollectionWriter& writer, Progress& progress, std::uint64_t& documents) override {
        const ParsedDelete& statement = statements_[progress.statement];
        if (!progress.targets) deletedBefore_ = deleted_;
        statementCounts[progress.statement] = 0;
        requireParsed(statement);
        const bool isDone = statement.isMulti ? removeMany(writer, *statement.target, progress, documents)
                                              : removeOne(writer, *statement.target, documents);
        statementCounts[progress.statement] = deleted_ - deletedBefore_;
        return isDone;
    }

    bool removeOne(CollectionWriter& writer, const Target& target, std::uint64_t& documents) {
        bson::DocumentView document;
        if (const auto found = findTarget(operation(), writer, target, document)) {
            if (returned_) returned_->keep(document, found->position);
            writer.remove(found->record, document);
            noteDeleted(documents);
        }
        return true;
    }

    void noteDeleted(std::uint64_t& documents) {
        ++deleted_;
        --documents;
    }

    bool removeMany(CollectionWriter& writer, const Target& target, Progress& progress, std::uint64_t& documents) {
        if (!progress.targets) {
            progress.targets = std::make_shared<const std::vector<TargetRecord>>(collectTargets(operation(), writer, target));
        }
        bool isDone = false;
        try {
            isDone = removeTargets(writer, target, progress, documents);
        } catch (const Error&) {
            writer.flushRemovals();  // of the documents before the one that failed
            throw;
        }
        writer.flushRemovals();
        return isDone;
    }

    bool removeTargets(CollectionWriter& writer, const Target& target, Progress& progress, std::uint64_t& documents) {
        while (progress.done < progress.targets->size()) {
            if (documents == 0 || writer.isFull()) return false;
            operation().checkInterruptSometimes(progress.done);
            const TargetRecord& next = (*progress.targets)[progress.done++];
            const auto document = writer.entry().records.fetch(writer.transaction(), next.record);
            std::optional<std::uint32_t> position;
            if (!document || (progress.othersBetween && !stillMatches(target, *document, position))) continue;
            writer.removeLater(next.record, *document);
            noteDeleted(documents);
        }
        return true;
    }

    std::vector<ParsedDelete> statements_;
    ReturnedDocument* returned_;
    std::int64_t deleted_ = 0;
    std::int64_t deletedBefore_ = 0;  // the statement in progress
    std::int64_t committedDeleted_ = 0;
};

}  // namespace

DeleteReply runDelete(Operation& operation, const DeleteRequest& request) {
    DeleteOperation remove(operation, request);
    runStatements(operation, request.ns, request.settings, remove);
    return {remove.deleted(), std::move(remove.errors), std::move(remove.statementCounts)};
}

}  // namespace sheaf::engine
