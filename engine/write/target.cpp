// Finding the documents to change.
#include "engine/write/target.h"

#include "engine/read/find.h"
#include "engine/source/lmdb_source.h"
#include "query/plan/planner.h"

namespace sheaf::engine {
namespace {

std::unique_ptr<query::Executor> plan(const Operation& operation, const Target& target, query::CollectionSource& source,
                                      std::uint64_t limit) {
    query::CanonicalQuery query = *target.query;
    query.limit = limit;
    query::ExecutorOptions options;
    options.checkInterrupt = [&operation] { operation.checkInterrupt(); };
    return query::planQuery(std::move(query), source, std::move(options));
}

std::optional<TargetRecord> findPoint(CollectionWriter& writer, const Target& target, bson::DocumentView& document) {
    writer.cost().keysExamined += 1;
    const RecordId record = findRecordById(writer.transaction(), writer.entry(), target.pointId);
    if (record == 0) return std::nullopt;
    const auto found = writer.entry().records.fetch(writer.transaction(), record);
    if (!found) {
        raise(ErrorCode::StoreDamaged, "The _id index of ", writer.entry().ns.full(), " has an entry without document");
    }
    document = *found;
    writer.cost().docsExamined += 1;
    writer.cost().docBytesRead += document.size();
    return TargetRecord{record, std::nullopt};
}

}  // namespace

Target Target::parse(const query::QueryRequest& request) {
    Target target;
    const bool isPoint = request.hint.isMissing() && request.sort.isEmpty() &&
                         !pointQueryId(request.filter, request.collation).isMissing();
    if (isPoint) {
        target.filter = request.filter.copy();
        target.pointId = pointQueryId(target.filter, request.collation);
    } else {
        target.query = query::CanonicalQuery::parse(request);
    }
    return target;
}

std::optional<TargetRecord> findTarget(const Operation& operation, CollectionWriter& writer, const Target& target,
                                       bson::DocumentView& document) {
    if (!target.pointId.isMissing()) return findPoint(writer, target, document);
    LmdbSource source(writer.transaction(), writer.entryPtr());
    const auto executor = plan(operation, target, source, 1);
    query::PlanResult result;
    const bool found = executor->next(result);
    query::ExecutionCounters counted;
    addReads(writer.cost(), executor->counters(), counted);
    if (!found) return std::nullopt;
    // The executor may own the document's bytes (a sort does).
    document = *writer.entry().records.fetch(writer.transaction(), result.record);
    return TargetRecord{result.record, result.positionalIndex};
}

std::vector<TargetRecord> collectTargets(const Operation& operation, CollectionWriter& writer, const Target& target) {
    std::vector<TargetRecord> targets;
    if (!target.pointId.isMissing()) {
        bson::DocumentView document;
        if (const auto found = findPoint(writer, target, document)) targets.push_back(*found);
        return targets;
    }
    LmdbSource source(writer.transaction(), writer.entryPtr());
    const auto executor = plan(operation, target, source, 0);
    query::PlanResult result;
    while (executor->next(result)) targets.push_back({result.record, result.positionalIndex});
    query::ExecutionCounters counted;
    addReads(writer.cost(), executor->counters(), counted);
    return targets;
}

bool stillMatches(const Target& target, bson::DocumentView document, std::optional<std::uint32_t>& position) {
    if (!target.query) return true;  // a record keeps its `_id`
    query::MatchDetails details;
    const bool matches = target.query->filter.matches(document, &details);
    position = details.positionalIndex;
    return matches;
}

}  // namespace sheaf::engine
