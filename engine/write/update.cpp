// update: finds the documents, applies the update to each, writes what differs.
#include "engine/write/update.h"

#include "engine/read/collation.h"
#include "engine/write/collections.h"
#include "engine/write/prepare.h"
#include "engine/write/statements.h"
#include "query/update/update.h"
#include "query/update/upsert.h"

#include "bson/raise.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <optional>

namespace sheaf::engine {
namespace {

// A statement that does not parse keeps the error for its turn.
struct ParsedUpdate {
    std::optional<query::Update> update;
    std::optional<Target> target;
    std::optional<Error> error;
    bson::DocumentView filter;
    bool isMulti = false;
    bool isUpsert = false;
    bson::Buffer upsertDocument;  // made once: a second try inserts the same
    bson::Date now;
};

// Callers tend to say the same again: the update that this thread parsed last is kept.
query::Update parseUpdate(const UpdateStatement& statement, const query::OperationVariables& variables,
                          const query::CollationPtr& collation) {
    constexpr std::size_t kMaxKeptBytes = 4096;
    struct Last {
        bson::Document bytes;
        bool isMulti = false;
        std::optional<query::Update> update;
    };
    thread_local Last last;
    const query::UpdateOptions options{.isMulti = statement.isMulti,
                                       .arrayFilters = statement.arrayFilters,
                                       .variables = &variables,
                                       .constants = statement.constants,
                                       .collation = collation};
    const bool mayKeep = statement.update.isDocument() && statement.update.size() <= kMaxKeptBytes &&
                         statement.arrayFilters.empty() && statement.constants.isEmpty() && !collation;
    if (!mayKeep) return query::Update::parse(statement.update, options);
    const bool isSame = last.update && last.isMulti == statement.isMulti &&
                        std::ranges::equal(last.bytes.view().bytes(), statement.update.bytes());
    if (!isSame) {
        last.update = query::Update::parse(statement.update, options);
        last.bytes = statement.update.asDocument().copy();
        last.isMulti = statement.isMulti;
    }
    return *last.update;
}

ParsedUpdate parse(StoreImpl& store, const UpdateStatement& statement, const UpdateRequest& request) {
    ParsedUpdate parsed{.filter = statement.filter, .isMulti = statement.isMulti, .isUpsert = statement.isUpsert};
    parsed.now = request.variables.now();
    try {
        if (statement.isMulti && !statement.sort.isEmpty()) {
            raise(ErrorCode::FailedToParse, "Cannot specify sort with multi=true");
        }
        const query::CollationPtr collation = collationFor(store, request.ns, statement.collation);
        parsed.update = parseUpdate(statement, request.variables, collation);
        const ReturnedDocument* returned = request.returned;
        const bool needsPosition = parsed.update->needsPosition() || (returned && returned->projection.needsPosition());
        parsed.target = Target::parse({.filter = statement.filter,
                                       .sort = statement.sort,
                                       .hint = statement.hint,
                                       .needsPosition = needsPosition,
                                       .collation = collation,
                                       .variables = &request.variables,
                                       .allowsExpr = !statement.isUpsert});
    } catch (const Error& error) {
        parsed.error = error;
    }
    return parsed;
}

class UpdateOperation final : public StatementsOperation {
public:
    UpdateOperation(const Operation& operation, const UpdateRequest& request)
        : StatementsOperation(operation, request.ns, request.settings, request.statements.size()),
          statementCounts(request.statements.size()),
          returned_(request.returned) {
        statements_.reserve(request.statements.size());
        for (const UpdateStatement& statement : request.statements) {
            statements_.push_back(parse(operation.store(), statement, request));
            alone = alone || statement.isMulti;
        }
    }

    const UpdateCounts& counts() const { return committedCounts_; }
    std::vector<Upserted> upserted;
    std::vector<UpdateCounts> statementCounts;

private:
    void forget() override {
        counts_ = committedCounts_;
        current_ = committedCurrent_;
        upserted.resize(committedUpserted_);
        if (returned_) returned_->document.reset();
    }
    void keep() noexcept override {
        committedCounts_ = counts_;
        committedCurrent_ = current_;
        committedUpserted_ = upserted.size();
    }
    void withoutCollection(std::size_t statement) override {
        requireParsed(statements_[statement]);
        if (statements_[statement].isUpsert) throw CollectionVanished{};
    }
    static void requireParsed(const ParsedUpdate& statement) {
        if (statement.error) throw Error(*statement.error);
    }

    bool work(CollectionWriter& writer, Progress& progress, std::uint64_t& documents) override {
        ParsedUpdate& statement = statements_[progress.statement];
        statementCounts[progress.statement] = {};
        requireParsed(statement);
        if (!progress.targets) current_ = {};
        const bool isDone = statement.isMulti ? updateMany(writer, statement, progress, documents)
                                              : updateOne(writer, statement, documents);
        if (!isDone) return false;
        if (current_.matched == 0 && statement.isUpsert && !hasUpserted(progress)) {
            insert(writer, statement, progress.statement);
            --documents;
        }
        counts_.matched += current_.matched;
        counts_.modified += current_.modified;
        statementCounts[progress.statement] = current_;
        return true;
    }

    bool hasUpserted(const Progress& progress) const {
        return !upserted.empty() && upserted.back().index == static_cast<std::int32_t>(progress.statement);
    }

    bool updateOne(CollectionWriter& writer, const ParsedUpdate& statement, std::uint64_t& documents) {
        bson::DocumentView document;
        if (const auto found = findTarget(operation(), writer, *statement.target, document)) {
            applyTo(writer, statement, *found, document, documents);
        }
        return true;
    }

    bool updateMany(CollectionWriter& writer, const ParsedUpdate& statement, Progress& progress, std::uint64_t& documents) {
        if (!progress.targets) {
            progress.targets =
                std::make_shared<const std::vector<TargetRecord>>(collectTargets(operation(), writer, *statement.target));
        }
        while (progress.done < progress.targets->size()) {
            if (documents == 0 || writer.isFull()) return false;
            operation().checkInterruptSometimes(progress.done);
            TargetRecord next = (*progress.targets)[progress.done++];
            const auto document = writer.entry().records.fetch(writer.transaction(), next.record);
            if (!document) continue;
            if (progress.othersBetween && !stillMatches(*statement.target, *document, next.position)) continue;
            applyTo(writer, statement, next, *document, documents);
        }
        return true;
    }

    void applyTo(CollectionWriter& writer, const ParsedUpdate& statement, const TargetRecord& target,
               bson::DocumentView document, std::uint64_t& documents) {
        after_.clear();
        const query::UpdateResult result =
            statement.update->apply(document, contextOf(statement, target.position), after_);
        ++current_.matched;
        const auto now = result.isChanged
                             ? bson::DocumentView::trusted(after_.data(), static_cast<std::uint32_t>(after_.size()))
                             : document;
        if (returned_) returned_->keep(returned_->isNew ? now : document, target.position);
        if (!result.isChanged) return;
        writer.replace(target.record, document, now, &*statement.update, result.touched);
        writer.cost().logicalBytes += result.logicalBytes;
        ++current_.modified;
        --documents;
    }

    query::UpdateContext contextOf(const ParsedUpdate& statement, std::optional<std::uint32_t> position) const {
        return {.positionalIndex = position,
                .now = statement.now,
                .timestamp = {.seconds = static_cast<std::uint32_t>(statement.now.ms / 1000), .increment = 1},
                .maxBytes = kMaxDocumentBytes,
                .maxDepth = operation().store().options.maxDepth};
    }

    void insert(CollectionWriter& writer, ParsedUpdate& statement, std::size_t at) {
        if (statement.upsertDocument.isEmpty()) {
            query::UpdateContext context = contextOf(statement, std::nullopt);
            context.isUpsertInsert = true;
            query::buildUpsertDocument(statement.filter, *statement.update, context, statement.upsertDocument);
        }
        const bson::DocumentView document(statement.upsertDocument.data(), statement.upsertDocument.size());
        const bson::ValueView id = document.begin()->value;
        requireStorableId(id);
        writer.insert(document);
        if (returned_ && returned_->isNew) returned_->keep(document, std::nullopt);
        upserted.push_back({static_cast<std::int32_t>(at), bson::Value(id)});
    }

    std::vector<ParsedUpdate> statements_;
    ReturnedDocument* returned_;
    bson::Buffer after_;
    UpdateCounts counts_;
    UpdateCounts committedCounts_;
    UpdateCounts current_;  // of the statement in progress
    UpdateCounts committedCurrent_;
    std::size_t committedUpserted_ = 0;
};

}  // namespace

UpdateReply runUpdate(Operation& operation, const UpdateRequest& request) {
    UpdateOperation update(operation, request);
    runStatements(operation, request.ns, request.settings, update);
    return {update.counts().matched, update.counts().modified, std::move(update.upserted), std::move(update.errors),
            std::move(update.statementCounts)};
}

}  // namespace sheaf::engine
