// The cursor of a find, and count.
#include "engine/read/find.h"

#include "bson/raise.h"
#include "query/plan/planner.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

query::CanonicalQuery canonical(const FindRequest& request) {
    return query::CanonicalQuery::parse({.filter = request.filter,
                                         .projection = request.projection,
                                         .sort = request.sort,
                                         .hint = request.hint,
                                         .skip = request.skip,
                                         .limit = request.limit,
                                         .allowDiskUse = request.allowDiskUse,
                                         .collation = request.collation,
                                         .variables = &request.variables,
                                         .min = request.min,
                                         .max = request.max,
                                         .returnKey = request.returnKey});
}

query::CanonicalQuery canonical(const CountRequest& request) {
    query::CanonicalQuery query = query::CanonicalQuery::parse(
        {.filter = request.filter, .hint = request.hint, .skip = request.skip, .limit = request.limit,
         .collation = request.collation, .variables = &request.variables});
    query.countsOnly = true;
    return query;
}

std::int64_t within(std::int64_t count, const CountRequest& request) {
    const std::int64_t left = std::max<std::int64_t>(0, count - request.skip);
    return request.limit > 0 ? std::min(left, request.limit) : left;
}

void explainQuery(Operation& operation, const Namespace& ns, query::CanonicalQuery query,
                  query::ExplainVerbosity verbosity, bson::Builder& out) {
    const Snapshot snapshot(operation.store());
    const bool countsOnly = query.countsOnly;
    const auto source = sourceOf(snapshot.transaction(), snapshot.catalog().find(ns), ns);
    query::ExecutorOptions options;
    options.checkInterrupt = [&operation] { operation.checkInterrupt(); };
    options.measuresTime = true;
    const auto executor = query::planQuery(std::move(query), *source, std::move(options));
    out.append("queryPlanner", executor->explainQueryPlanner());
    if (verbosity == query::ExplainVerbosity::QueryPlanner) return;
    query::PlanResult result;
    if (countsOnly) executor->countRemaining();
    else while (executor->next(result)) {}
    query::ExecutionCounters counted;
    addReads(operation.cost(), executor->counters(), counted);
    bson::Builder stats;
    for (const bson::Element& field : executor->explainExecutionStats()) stats.append(field.name, field.value);
    if (verbosity == query::ExplainVerbosity::AllPlansExecution) stats.openArray("allPlansExecution").close();
    out.append("executionStats", stats.take());
}

}  // namespace

bson::ValueView pointQueryId(bson::DocumentView filter, const query::CollationPtr& collation) {
    bson::ElementIterator element = filter.begin();
    if (element == filter.end() || element->name != "_id") return {};
    const bson::ValueView id = element->value;
    if (++element != filter.end()) return {};
    if (collation && query::holdsString(id)) return {};
    switch (id.type()) {
        case bson::Type::Array:
        case bson::Type::Regex:
        case bson::Type::Undefined:
        case bson::Type::Null:
            return {};
        case bson::Type::Document: {
            const bson::ElementIterator first = id.asDocument().begin();
            const bool isOperator = first != bson::ElementIterator() && first->name.starts_with('$');
            return isOperator ? bson::ValueView() : id;
        }
        default:
            return id;
    }
}

std::unique_ptr<query::CollectionSource> sourceOf(const storage::Transaction& transaction, EntryPtr entry,
                                                  const Namespace& ns) {
    if (entry) return std::make_unique<LmdbSource>(transaction, std::move(entry));
    return std::make_unique<EmptySource>(ns.full());
}

void addReads(Cost& cost, const query::ExecutionCounters& now, query::ExecutionCounters& counted) {
    cost.docsExamined += now.docsExamined - counted.docsExamined;
    cost.keysExamined += now.keysExamined - counted.keysExamined;
    cost.docBytesRead += now.docBytesRead - counted.docBytesRead;
    counted = now;
}

QueryCursor::QueryCursor(StoreImpl& store, const FindRequest& request)
    : store_(store), ns_(request.ns), query_(canonical(request)), showsRecordId_(request.showRecordId) {}

void QueryCursor::begin(const storage::Transaction& transaction, const CatalogSnapshot& catalog) {
    EntryPtr entry = catalog.find(ns_);
    collectionId_ = entry ? entry->id() : 0;
    source_ = sourceOf(transaction, std::move(entry), ns_);
    query::ExecutorOptions options;
    options.checkInterrupt = [this] { operation_->checkInterrupt(); };
    executor_ = query::planQuery(std::move(*query_), *source_, std::move(options));
    query_.reset();
}

void QueryCursor::resume(const storage::Transaction& transaction, const CatalogSnapshot& catalog) {
    EntryPtr entry = catalog.find(ns_);
    if (collectionId_ != 0 && (!entry || entry->id() != collectionId_)) {
        raise(ErrorCode::QueryPlanKilled, "collection dropped: ", ns_.full());
    }
    if (collectionId_ == 0) entry = nullptr;
    source_ = sourceOf(transaction, std::move(entry), ns_);
    executor_->restore(*source_);
}

bson::DocumentView QueryCursor::shown(const query::PlanResult& result) {
    if (!showsRecordId_) return result.document;
    withRecordId_.clear();
    bson::Builder builder(withRecordId_);
    builder.appendElements(result.document).append("$recordId", static_cast<std::int64_t>(result.record));
    return builder.finish();
}

void QueryCursor::pull(const BatchLimits& limits, BatchSink& sink) {
    std::int64_t count = 0;
    std::size_t bytes = 0;
    query::PlanResult result;
    while (count < limits.documents) {
        if (!executor_->next(result)) {
            atEnd_ = true;
            break;
        }
        const bson::DocumentView document = shown(result);
        if (count > 0 && bytes + document.size() > limits.bytes) {
            executor_->unget();
            break;
        }
        sink.add(document);
        bytes += document.size();
        ++count;
    }
    atEnd_ = atEnd_ || executor_->isAtEnd();
    operation_->cost().nReturned += static_cast<std::uint64_t>(count);
}

void QueryCursor::fill(Operation& operation, const BatchLimits& limits, BatchSink& sink) {
    if (atEnd_) return;
    operation_ = &operation;
    const Snapshot snapshot(store_);
    if (executor_) resume(snapshot.transaction(), snapshot.catalog());
    else begin(snapshot.transaction(), snapshot.catalog());
    try {
        pull(limits, sink);
    } catch (...) {
        addReads(operation.cost(), executor_->counters(), counted_);
        executor_.reset();
        source_.reset();
        atEnd_ = true;
        throw;
    }
    addReads(operation.cost(), executor_->counters(), counted_);
    if (atEnd_) executor_.reset();
    else executor_->save();
    source_.reset();
    operation_ = nullptr;
}

std::int64_t countDocuments(Operation& operation, const CountRequest& request) {
    const Snapshot snapshot(operation.store());
    EntryPtr entry = snapshot.catalog().find(request.ns);
    if (request.filter.isEmpty() && request.hint.isMissing()) {
        const std::uint64_t all = entry ? entry->records.count(snapshot.transaction()) : 0;
        return within(static_cast<std::int64_t>(all), request);
    }
    query::CanonicalQuery query = canonical(request);
    const std::unique_ptr<query::CollectionSource> source = sourceOf(snapshot.transaction(), std::move(entry), request.ns);
    query::ExecutorOptions options;
    options.checkInterrupt = [&operation] { operation.checkInterrupt(); };
    const auto executor = query::planQuery(std::move(query), *source, std::move(options));
    const std::uint64_t count = executor->countRemaining();
    query::ExecutionCounters counted;
    addReads(operation.cost(), executor->counters(), counted);
    return static_cast<std::int64_t>(count);
}

void appendExplain(Operation& operation, const FindRequest& request, query::ExplainVerbosity verbosity, bson::Builder& out) {
    explainQuery(operation, request.ns, canonical(request), verbosity, out);
}

void appendExplain(Operation& operation, const CountRequest& request, query::ExplainVerbosity verbosity, bson::Builder& out) {
    explainQuery(operation, request.ns, canonical(request), verbosity, out);
}

}  // namespace sheaf::engine
