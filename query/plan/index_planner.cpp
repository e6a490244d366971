// Bounds for one index, field by field. The rules keep an index from changing an answer:
//   - where a document may have several keys for a field, two conditions on it may hold for different keys: only one
//     narrows the field, unless one $elemMatch says that they hold for the same element;
//   - two fields that go through the same array may be matched by different elements: only one of them is narrowed,
//     with the same exception.

#include "query/plan/index_planner.h"

#include "index/key_bytes.h"

#include <algorithm>

namespace sheaf::query {
namespace {

using index::OrderedIntervalList;
using Components = index::MultikeyPaths::Components;

constexpr std::uint32_t kPointShape = 8;
constexpr std::uint32_t kPointsShape = 6;
constexpr std::uint32_t kRangeShape = 4;
constexpr std::uint32_t kWideShape = 1;

// Conditions that narrow one field together.
struct FieldBounds {
    OrderedIntervalList intervals = OrderedIntervalList::allValues();
    std::vector<const IndexPredicate*> used;
};

std::uint32_t shapeOf(const OrderedIntervalList& list) {
    if (list.isAllValues()) return 0;
    if (list.isPoints()) return list.size() == 1 ? kPointShape : kPointsShape;
    return list.size() == 1 ? kRangeShape : kWideShape;
}

// The number after the last component at which documents had an array; 0 for none.
std::size_t endOfArrays(const Components& components, std::size_t pathLength) {
    for (std::size_t at = pathLength; at > 0; --at) {
        if (components.test(at - 1)) return at;
    }
    return 0;
}

std::size_t commonLength(const bson::FieldPath& a, const bson::FieldPath& b) {
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at].name == b[at].name) ++at;
    return at;
}

// Whether one $elemMatch around both says that they look at the same element of all arrays up to `arrays` components.
bool lookAtSameElement(const IndexPredicate& a, const IndexPredicate& b, std::size_t arrays) {
    if (arrays == 0) return true;
    std::size_t covered = 0;
    for (std::size_t at = 0; at < a.sameElement.size() && at < b.sameElement.size(); ++at) {
        if (a.sameElement[at].node != b.sameElement[at].node) break;
        covered = a.sameElement[at].pathLength;
    }
    return covered >= arrays;
}

class BoundsBuilder {
public:
    BoundsBuilder(const IndexInfo& info, const FilterPredicates& predicates)
        : info_(info), pattern_(info.spec->keyPattern), predicates_(predicates) {}

    void build() {
        for (std::size_t field = 0; field < pattern_.size(); ++field) fields_.push_back(boundsOf(field));
    }

    const std::vector<FieldBounds>& fields() const { return fields_; }

    Components arraysOn(std::size_t field) const {
        return info_.multikey == nullptr ? Components() : (*info_.multikey)[field];
    }

    // Each part of the filter is one of the conditions used, and the bounds say just that.
    bool isExact() const {
        std::vector<bool> isDecided(predicates_.terms, false);
        for (std::size_t field = 0; field < fields_.size(); ++field) {
            for (const IndexPredicate* used : fields_[field].used) {
                const bool isExact = arraysOn(field).any() ? used->isExact : used->isExactWithoutArrays;
                if (used->term != IndexPredicate::kNoTerm && isExact) isDecided[used->term] = true;
            }
        }
        return std::find(isDecided.begin(), isDecided.end(), false) == isDecided.end();
    }

    bool excludesMissing() const {
        for (const FieldBounds& field : fields_) {
            for (const IndexPredicate* used : field.used) {
                if (used->excludesMissing) return true;
            }
        }
        return false;
    }

private:
    FieldBounds boundsOf(std::size_t field) const {
        const bson::FieldPath& path = pattern_[field].path;
        std::vector<FieldBounds> choices;
        for (const IndexPredicate& predicate : predicates_.predicates) {
            if (predicate.path.dotted() != path.dotted() || !holdsFor(predicate, field)) continue;
            bool isTaken = false;
            for (FieldBounds& choice : choices) {
                if (!canIntersect(choice, predicate, field)) continue;
                choice.intervals = choice.intervals.intersect(predicate.intervals);
                choice.used.push_back(&predicate);
                isTaken = true;
                break;
            }
            if (!isTaken) choices.push_back({predicate.intervals, {&predicate}});
        }
        std::stable_sort(choices.begin(), choices.end(), [](const FieldBounds& a, const FieldBounds& b) {
            return shapeOf(a.intervals) > shapeOf(b.intervals);
        });
        for (FieldBounds& choice : choices) {
            if (fitsEarlierFields(choice, field)) return std::move(choice);
        }
        return {};
    }

    bool holdsFor(const IndexPredicate& predicate, std::size_t field) const {
        if (!predicate.holdsOnlyWithoutArrays) return true;
        const std::size_t below = predicate.sameElement.empty() ? 0 : predicate.sameElement.back().pathLength;
        return endOfArrays(arraysOn(field), pattern_[field].path.size()) <= below;
    }

    bool canIntersect(const FieldBounds& choice, const IndexPredicate& predicate, std::size_t field) const {
        const std::size_t arrays = endOfArrays(arraysOn(field), pattern_[field].path.size());
        return std::all_of(choice.used.begin(), choice.used.end(), [&](const IndexPredicate* used) {
            return lookAtSameElement(*used, predicate, arrays);
        });
    }

    bool fitsEarlierFields(const FieldBounds& choice, std::size_t field) const {
        for (std::size_t earlier = 0; earlier < field; ++earlier) {
            const std::size_t common = commonLength(pattern_[earlier].path, pattern_[field].path);
            const std::size_t arrays = endOfArrays(arraysOn(earlier) | arraysOn(field), common);
            for (const IndexPredicate* a : fields_[earlier].used) {
                for (const IndexPredicate* b : choice.used) {
                    if (!lookAtSameElement(*a, *b, arrays)) return false;
                }
            }
        }
        return true;
    }

    const IndexInfo& info_;
    const index::KeyPattern& pattern_;
    const FilterPredicates& predicates_;
    std::vector<FieldBounds> fields_;
};

bool isPoint(const OrderedIntervalList& list) { return list.size() == 1 && list.isPoints(); }

// Long keys that share a prefix cannot be told apart: then several keys of one document may lie in what looks like a
// point. Encoding at most doubles a value's bytes.
bool mayBeLong(const BoundsBuilder& bounds) {
    std::size_t bytes = 0;
    for (const FieldBounds& field : bounds.fields()) {
        if (isPoint(field.intervals)) bytes += field.intervals.intervals()[0].low.view().size();
    }
    return bytes * 2 + 32 * bounds.fields().size() >= index::kLongPrefixBytes;
}

// A numeric name inside a path may be a position in an array, at which an index and a sort may see different values.
bool mayBePosition(const bson::FieldPath& path) {
    for (std::size_t at = 1; at < path.size(); ++at) {
        if (path[at].index >= 0) return true;
    }
    return false;
}

// Whether walking the bounds in one of the directions gives the sort's order.
bool providesSort(const BoundsBuilder& bounds, const index::KeyPattern& pattern, const SortPattern& sort,
                  Direction& direction) {
    std::size_t field = 0;
    std::optional<bool> isBackward;
    const auto isConstant = [&](std::size_t at) {
        return isPoint(bounds.fields()[at].intervals) && bounds.arraysOn(at).none() && !mayBePosition(pattern[at].path);
    };
    for (const SortPattern::Part& part : sort.parts()) {
        const auto isPart = [&](std::size_t at) { return pattern[at].path.dotted() == part.path.dotted(); };
        while (field < pattern.size() && !isPart(field) && isPoint(bounds.fields()[field].intervals)) ++field;
        if (field < pattern.size() && isPart(field)) {
            if (bounds.arraysOn(field).any() || mayBePosition(part.path)) return false;
            if (!isConstant(field)) {
                const bool differs = pattern[field].isDescending() != part.isDescending;
                if (isBackward.has_value() && *isBackward != differs) return false;
                isBackward = differs;
            }
            ++field;
            continue;
        }
        // Not the next field: fine when an equality fixes it.
        bool isFixed = false;
        for (std::size_t at = 0; at < pattern.size(); ++at) isFixed = isFixed || (isPart(at) && isConstant(at));
        if (!isFixed) return false;
    }
    direction = isBackward.value_or(false) ? Direction::Backward : Direction::Forward;
    return true;
}

bool isPlainIndex(const index::KeyPattern& pattern) {
    return std::all_of(pattern.fields().begin(), pattern.fields().end(), [](const index::KeyField& field) {
        return field.kind == index::FieldKind::Ascending || field.kind == index::FieldKind::Descending;
    });
}

IndexRank rankOf(const BoundsBuilder& bounds, const index::IndexSpec& spec) {
    IndexRank rank;
    rank.isUnique = spec.isUniqueInTree();
    bool isPrefix = true;
    for (const FieldBounds& field : bounds.fields()) {
        const std::uint32_t shape = shapeOf(field.intervals);
        rank.isUnique = rank.isUnique && shape == kPointShape;
        if (isPrefix) rank.shape += shape;
        isPrefix = isPrefix && shape >= kPointsShape;
    }
    const FieldBounds& first = bounds.fields().front();
    rank.isUsefulForFilter = !first.intervals.isAllValues() || (spec.sparse && bounds.excludesMissing());
    return rank;
}

// Whether the index could narrow the filter or give the sort's order: a look at the names, before any bounds are made.
bool mayHelp(const index::IndexSpec& spec, const FilterPredicates& predicates, const SortPattern& sort) {
    if (spec.sparse) return true;
    const std::vector<index::KeyField>& fields = spec.keyPattern.fields();
    const auto isFirst = [&](const IndexPredicate& predicate) {
        return predicate.path.dotted() == fields.front().path.dotted();
    };
    if (std::any_of(predicates.predicates.begin(), predicates.predicates.end(), isFirst)) return true;
    return std::any_of(fields.begin(), fields.end(), [&](const index::KeyField& field) {
        return std::any_of(sort.parts().begin(), sort.parts().end(),
                           [&](const SortPattern::Part& part) { return part.path.dotted() == field.path.dotted(); });
    });
}

}  // namespace

std::optional<RankedIndexPlan> planIndex(const IndexInfo& info, const FilterPredicates& predicates,
                                         const SortPattern& sort, bool isHinted) {
    if (!info.isUsable || !isPlainIndex(info.spec->keyPattern)) return std::nullopt;
    if (!isHinted && !mayHelp(*info.spec, predicates, sort)) return std::nullopt;
    BoundsBuilder bounds(info, predicates);
    bounds.build();
    if (info.spec->sparse && !isHinted && !bounds.excludesMissing()) return std::nullopt;
    RankedIndexPlan ranked;
    IndexPlan& plan = ranked.plan;
    plan.indexId = info.id;
    plan.spec = info.spec;
    plan.multikey = info.multikey;
    for (std::size_t field = 0; field < bounds.fields().size(); ++field) {
        const OrderedIntervalList& intervals = bounds.fields()[field].intervals;
        if (bounds.arraysOn(field).any() && (!isPoint(intervals) || mayBeLong(bounds))) plan.dropsDuplicates = true;
        plan.bounds.fields.push_back(intervals);
    }
    plan.isExact = bounds.isExact();
    plan.providesSort = !sort.isEmpty() && providesSort(bounds, info.spec->keyPattern, sort, plan.direction);
    ranked.rank = rankOf(bounds, *info.spec);
    return ranked;
}

}  // namespace sheaf::query
