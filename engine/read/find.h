// find and count: requests, and the cursor over a collection.
#pragma once

#include "engine/read/batch_cursor.h"
#include "bson/raise.h"
#include "engine/operation.h"
#include "engine/snapshot.h"
#include "engine/source/lmdb_source.h"
#include "query/expression/variables.h"
#include "query/plan/executor.h"

#include <memory>
#include <optional>

namespace sheaf::engine {

// Views need to live only during the call that gets the request.
struct FindRequest {
    Namespace ns;
    bson::DocumentView filter;
    bson::DocumentView projection;
    bson::DocumentView sort;
    bson::ValueView hint;
    std::int64_t skip = 0;
    std::int64_t limit = 0;  // 0: all
    bool allowDiskUse = true;
    bson::DocumentView min;
    bson::DocumentView max;
    bool returnKey = false;
    bool showRecordId = false;  // a field $recordId at the end of each document

    bool wantsWholeDocuments() const { return projection.isEmpty() && !returnKey && !showRecordId; }
    query::OperationVariables variables;  // of `let`
    query::CollationPtr collation;        // see collationFor()
};

struct CountRequest {
    Namespace ns;
    bson::DocumentView filter;
    bson::ValueView hint;
    std::int64_t skip = 0;
    std::int64_t limit = 0;
    query::OperationVariables variables;
    query::CollationPtr collation;
};

// The `_id` that a filter asks for when it is {_id: <value to equal>} and nothing else; else missing. Missing also where
// several may be equal under the collation.
bson::ValueView pointQueryId(bson::DocumentView filter, const query::CollationPtr& collation);
// Whether a find is no more than that.
inline bool isPointQuery(const FindRequest& request) {
    return request.skip == 0 && request.wantsWholeDocuments() && request.hint.isMissing() &&
           request.min.isEmpty() && request.max.isEmpty() &&
           !pointQueryId(request.filter, request.collation).isMissing();
}

// Gives the document to `use` while it lies in the store; false when there is none. No planner, no allocation.
template <typename Use>
bool findById(Operation& operation, const Namespace& ns, bson::ValueView id, Use&& use);

// Walks the matching documents; holds a snapshot only inside fill().
class QueryCursor final : public BatchCursor {
public:
    // Throws the parse errors of filter, projection, sort and hint. The plan is made by the first fill().
    QueryCursor(StoreImpl& store, const FindRequest& request);

    std::string_view ns() const override { return ns_.full(); }
    // Throws the plan's errors, MaxTimeMSExpired (50), QueryPlanKilled (175) when the collection was dropped.
    void fill(Operation& operation, const BatchLimits& limits, BatchSink& sink) override;
    bool isAtEnd() const override { return atEnd_; }

private:
    void begin(const storage::Transaction& transaction, const CatalogSnapshot& catalog);
    void resume(const storage::Transaction& transaction, const CatalogSnapshot& catalog);
    void pull(const BatchLimits& limits, BatchSink& sink);
    bson::DocumentView shown(const query::PlanResult& result);

    StoreImpl& store_;
    Namespace ns_;
    std::optional<query::CanonicalQuery> query_;  // until the plan is made
    std::unique_ptr<query::CollectionSource> source_;
    std::unique_ptr<query::Executor> executor_;
    Operation* operation_ = nullptr;  // while it fills
    query::ExecutionCounters counted_;  // what is in the ledger already
    std::uint64_t collectionId_ = 0;    // 0: the collection was not there
    bson::Buffer withRecordId_;
    bool showsRecordId_;
    bool atEnd_ = false;
};

std::int64_t countDocuments(Operation& operation, const CountRequest& request);

// Appends explain's queryPlanner and, but for the verbosity QueryPlanner, executionStats: the plan is then run to its
// end and its results are thrown away. Throws what the find or count would.
void appendExplain(Operation& operation, const FindRequest& request, query::ExplainVerbosity verbosity, bson::Builder& out);
void appendExplain(Operation& operation, const CountRequest& request, query::ExplainVerbosity verbosity, bson::Builder& out);

// A collection as plans see it; null: one without documents. The transaction must outlive it.
std::unique_ptr<query::CollectionSource> sourceOf(const storage::Transaction& transaction, EntryPtr entry,
                                                  const Namespace& ns);

// Adds the difference between two states of a plan's counters to the ledger.
void addReads(Cost& cost, const query::ExecutionCounters& now, query::ExecutionCounters& counted);

template <typename Use>
bool findById(Operation& operation, const Namespace& ns, bson::ValueView id, Use&& use) {
    const ReadView view = beginReadView(operation.store());
    const CollectionEntry* entry = view.peek(ns);
    if (!entry) return false;
    Cost& cost = operation.cost();
    cost.keysExamined += 1;
    const RecordId record = findRecordById(view.transaction, *entry, id);
    if (record == 0) return false;
    const auto document = entry->records.fetch(view.transaction, record);
    if (!document) raise(ErrorCode::StoreDamaged, "The _id index of ", ns.full(), " has an entry without document");
    cost.docsExamined += 1;
    cost.docBytesRead += document->size();
    cost.nReturned += 1;
    use(*document);
    return true;
}

}  // namespace sheaf::engine
