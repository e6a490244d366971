// The planner: a point lookup when the filter is an _id, else the best of the indexes by the shape of their bounds, else
// a COLLSCAN. Indexes whose bounds look equally good race: the one with fewer entries within its bounds wins.

#include "query/plan/planner.h"

#include "bson/raise.h"
#include "query/filter/node.h"
#include "query/plan/index_planner.h"
#include "query/plan/min_max.h"
#include "query/plan/stages.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace sheaf::query {
namespace {

// The first steps and the end of a race between equal candidates, in entries looked at.
constexpr std::uint64_t kRaceStart = 16;
constexpr std::uint64_t kRaceEnd = 4096;
// A count looks at all of its entries anyway: a longer race, at a fraction of a fetch for each, costs it little.
constexpr std::uint64_t kCountRaceEnd = 1 << 20;

// {_id: value}: what a point lookup can answer.
const ComparisonNode* idEquality(const Filter& filter) {
    if (filter.root().kind() != FilterKind::Eq) return nullptr;
    const auto& equality = static_cast<const ComparisonNode&>(filter.root());
    const bson::Type type = equality.operand().type();
    if (equality.collation()) return nullptr;
    if (equality.path().dotted() != "_id" || type == bson::Type::Array || type == bson::Type::Regex) return nullptr;
    return &equality;
}

bool isHinted(const Hint& hint, const index::IndexSpec& spec) {
    if (hint.kind == Hint::Kind::IndexName) return spec.name == hint.indexName;
    return hint.kind == Hint::Kind::IndexPattern && spec.keyPattern == index::KeyPattern(hint.keyPattern.view());
}

const IndexInfo* hintedIndex(const Hint& hint, CollectionSource& source) {
    if (hint.kind != Hint::Kind::IndexName && hint.kind != Hint::Kind::IndexPattern) return nullptr;
    for (const IndexInfo& info : source.indexes()) {
        if (info.isUsable && !info.spec->hidden && isHinted(hint, *info.spec)) return &info;
    }
    raise(ErrorCode::BadValue, "error processing query: hint provided does not correspond to an existing index: ",
          hint.kind == Hint::Kind::IndexName ? hint.indexName : hint.keyPattern.toJson());
}

// Whether the index holds all that the projection reads.
bool canCover(const CanonicalQuery& query, const IndexPlan& plan) {
    if (!plan.isExact || plan.multikey != nullptr || query.needsPosition) return false;
    if (query.projection.isIdentity() || query.projection.needsWholeDocument()) return false;
    const index::KeyPattern& pattern = plan.spec->keyPattern;
    const std::vector<std::string>& required = query.projection.requiredPaths();
    for (std::size_t i = 0; i < required.size(); ++i) {
        const bool isThere = std::any_of(pattern.fields().begin(), pattern.fields().end(), [&](const index::KeyField& field) {
            return field.path.dotted() == required[i];
        });
        if (!isThere) return false;
        for (std::size_t j = 0; j < i; ++j) {  // "a" and "a.b" would both name parts of a
            if (bson::FieldPath(required[i]).isPrefixOf(bson::FieldPath(required[j]))) return false;
            if (bson::FieldPath(required[j]).isPrefixOf(bson::FieldPath(required[i]))) return false;
        }
    }
    for (const std::string& path : required) {
        const bson::FieldPath parts(path);
        for (std::size_t at = 1; at < parts.size(); ++at) {
            if (parts[at].index >= 0) return false;  // may be a position in an array
        }
    }
    return true;
}

QuerySolution solutionOf(const CanonicalQuery& query, IndexPlan plan) {
    QuerySolution solution;
    solution.access = plan.bounds.isEmpty() ? QuerySolution::Access::Nothing : QuerySolution::Access::Ixscan;
    solution.needsSort = !query.sort.isEmpty() && !plan.providesSort;
    solution.isCovered = !solution.needsSort && !query.countsOnly && canCover(query, plan);
    solution.needsFetch = !solution.isCovered && !(query.countsOnly && plan.isExact);
    solution.index = std::move(plan);
    return solution;
}

// How many entries lie within the bounds, counted up to `cap`.
std::uint64_t countEntries(const IndexPlan& plan, CollectionSource& source, std::uint64_t cap) {
    ExecutionContext context;
    context.source = &source;
    context.pauseAt = cap;
    IxscanStage scan(context, plan, "IXSCAN", false);
    PlanRow row;
    while (scan.next(row) == Pull::Row) {
    }
    return context.counters.works;
}

// The position of the plan whose scan ends first.
std::size_t raceOf(const std::vector<const RankedIndexPlan*>& plans, CollectionSource& source, std::uint64_t end) {
    for (std::uint64_t cap = kRaceStart; cap <= end; cap *= 4) {
        std::size_t best = 0;
        std::uint64_t fewest = cap;
        for (std::size_t at = 0; at < plans.size(); ++at) {
            const std::uint64_t entries = countEntries(plans[at]->plan, source, cap);
            if (entries < fewest) {
                fewest = entries;
                best = at;
            }
        }
        if (fewest < cap) return best;
    }
    return 0;
}

using Score = std::tuple<bool, std::uint32_t>;

Score scoreOf(const RankedIndexPlan& ranked) { return {ranked.rank.isUnique, ranked.rank.shape}; }

// Among equals: the one that needs no blocking sort, then the one that decides without fetching, then the race.
const RankedIndexPlan& bestOf(const std::vector<RankedIndexPlan>& plans, const CanonicalQuery& query,
                              CollectionSource& source) {
    Score best = scoreOf(plans.front());
    for (const RankedIndexPlan& plan : plans) best = std::max(best, scoreOf(plan));
    std::vector<const RankedIndexPlan*> equals;
    for (const RankedIndexPlan& plan : plans) {
        if (scoreOf(plan) == best) equals.push_back(&plan);
    }
    const auto keepIfAny = [&](auto isBetter) {
        std::vector<const RankedIndexPlan*> kept;
        std::copy_if(equals.begin(), equals.end(), std::back_inserter(kept), isBetter);
        if (!kept.empty()) equals = std::move(kept);
    };
    keepIfAny([](const RankedIndexPlan* plan) { return plan->plan.providesSort; });
    keepIfAny([&](const RankedIndexPlan* plan) {
        return plan->plan.isExact && (query.countsOnly || canCover(query, plan->plan));
    });
    if (equals.size() == 1) return *equals.front();
    const bool looksAtAll = query.countsOnly && query.limit == 0;
    return *equals[raceOf(equals, source, looksAtAll ? kCountRaceEnd : kRaceEnd)];
}

QuerySolution collscan(const CanonicalQuery& query) {
    QuerySolution solution;
    solution.access = QuerySolution::Access::Collscan;
    solution.direction = query.hint.kind == Hint::Kind::NaturalBackward ? Direction::Backward : Direction::Forward;
    solution.needsSort = !query.sort.isEmpty();
    return solution;
}

// A find with min or max scans that part of the index that its hint names, and looks at every document there.
QuerySolution scanBetween(const CanonicalQuery& query, const IndexInfo* hinted, const SortPattern& order) {
    if (hinted == nullptr) raise(location(51173), "When using min()/max() a hint of which index to use must be provided");
    std::optional<RankedIndexPlan> plan = planIndex(*hinted, FilterPredicates{}, order, true);
    const bool isCollated = query.collation && (holdsString(query.min.view().asValue()) || holdsString(query.max.view().asValue()));
    if (!plan || isCollated) {
        raise(location(51174), "The index of the hint is not compatible with min/max: ", hinted->spec->name);
    }
    plan->plan.run = runOfMinMax(*hinted->spec, query.min, query.max);
    plan->plan.isExact = false;
    return solutionOf(query, std::move(plan->plan));
}

}  // namespace

QuerySolution chooseSolution(const CanonicalQuery& query, CollectionSource& source) {
    QuerySolution solution;
    solution.access = QuerySolution::Access::Nothing;
    if (!source.exists()) return solution;
    const IndexInfo* const hinted = hintedIndex(query.hint, source);
    // Indexes hold strings in the order of their bytes.
    const SortPattern noOrder;
    const SortPattern& indexOrder = query.sort.collation() ? noOrder : query.sort;
    if (!query.min.isEmpty() || !query.max.isEmpty()) return scanBetween(query, hinted, indexOrder);
    if (query.filter.isAlwaysFalse()) return solution;
    const bool isNatural = query.hint.kind == Hint::Kind::NaturalForward || query.hint.kind == Hint::Kind::NaturalBackward;
    if (isNatural) return collscan(query);
    if (const ComparisonNode* id = idEquality(query.filter); id != nullptr && hinted == nullptr) {
        solution.access = QuerySolution::Access::Express;
        solution.id = bson::Value(id->operand());
        return solution;
    }
    const FilterPredicates predicates = predicatesOf(query.filter);
    if (hinted != nullptr) {
        std::optional<RankedIndexPlan> plan = planIndex(*hinted, predicates, indexOrder, true);
        if (!plan) raise(ErrorCode::BadValue, "the index of the hint cannot answer this query: ", hinted->spec->name);
        return solutionOf(query, std::move(plan->plan));
    }
    std::vector<RankedIndexPlan> useful;
    std::vector<RankedIndexPlan> sorting;
    if (predicates.terms != 0 || !indexOrder.isEmpty()) {
        for (const IndexInfo& info : source.indexes()) {
            if (info.spec->hidden) continue;
            std::optional<RankedIndexPlan> plan = planIndex(info, predicates, indexOrder, false);
            if (!plan) continue;
            if (plan->rank.isUsefulForFilter) {
                useful.push_back(std::move(*plan));
            } else if (plan->plan.providesSort) {
                sorting.push_back(std::move(*plan));
            }
        }
    }
    if (!useful.empty()) return solutionOf(query, bestOf(useful, query, source).plan);
    if (!sorting.empty()) return solutionOf(query, sorting.front().plan);
    return collscan(query);
}

std::unique_ptr<Executor> planQuery(CanonicalQuery query, CollectionSource& source, ExecutorOptions options) {
    const QuerySolution solution = chooseSolution(query, source);
    if (query.returnKey && solution.needsSort) {
        raise(ErrorCode::NotImplemented, "returnKey is not supported with a sort that no index gives: ", query.sort.toDocument().toJson());
    }
    return std::make_unique<Executor>(solution, std::move(query), source, std::move(options));
}

}  // namespace sheaf::query
