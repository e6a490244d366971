// Skips through an index by its bounds, on encoded bytes.

#include "bson/raise.h"
#include "index/bounds.h"
#include "index/cut.h"

#include <algorithm>
#include <cstring>

namespace sheaf::index {
namespace {

constexpr int kUndecided = 2;  // what is left of a cut component does not differ from the bound

int compareToBound(Bytes component, bool isCut, Bytes bound, bool descending) {
    if (!isCut || bound.size() < component.size()) return compareComponents(component, bound, descending);
    const int order = std::memcmp(component.data(), bound.data(), component.size());
    return order == 0 ? kUndecided : order < 0 ? -1 : 1;
}

}  // namespace

IndexBoundsChecker::IndexBoundsChecker(const IndexBounds& bounds, Ordering ordering, Direction direction)
    : ordering_(ordering), isBackward_(direction == Direction::Backward) {
    SHEAF_INVARIANT(bounds.fields.size() == ordering.fields, "one list per field");
    isEmpty_ = bounds.isEmpty();
    std::size_t checked = bounds.fields.size();
    while (checked > 0 && bounds.fields[checked - 1].isAllValues()) --checked;
    fields_.resize(checked);
    current_.resize(checked);
    for (std::size_t field = 0; field < checked; ++field) {
        const bool descending = ordering.isDescending(field);
        for (const Interval& interval : bounds.fields[field].intervals()) {
            EncodedInterval encoded;
            appendComponent(encoded.low, descending ? interval.high : interval.low, descending);
            appendComponent(encoded.high, descending ? interval.low : interval.high, descending);
            encoded.lowInclusive = descending ? interval.highInclusive : interval.lowInclusive;
            encoded.highInclusive = descending ? interval.lowInclusive : interval.highInclusive;
            fields_[field].push_back(std::move(encoded));
        }
        if (descending != isBackward_) std::reverse(fields_[field].begin(), fields_[field].end());
    }
}

bool IndexBoundsChecker::start() {
    if (isEmpty_) return false;
    std::fill(current_.begin(), current_.end(), std::size_t{0});
    cutAtInterval(0, {}, 0);
    return true;
}

IndexBoundsChecker::State IndexBoundsChecker::check(Bytes key) {
    const bool isLong = isLongKey(key);
    const std::size_t end = isLong ? kLongPrefixBytes : key.size();
    std::size_t at = 0;
    for (std::size_t field = 0; field < fields_.size(); ++field) {
        const Bytes rest = key.subspan(at, end - at);
        const std::optional<std::size_t> length = componentLength(rest, ordering_.isDescending(field));
        // A text that seems to end with the prefix may go on with an escaped 00.
        const bool isCut = isLong && (!length || at + *length == end);
        if (!length && !isCut) raise(ErrorCode::StoreDamaged, "the key of an index entry is broken off");
        const Bytes component = isCut ? rest : rest.first(*length);
        const Where where = locate(field, component, isCut);
        if (where == Where::Before) {
            cutAtInterval(field, key.first(at), current_[field]);
            return State::MustAdvance;
        }
        if (where == Where::After) {
            if (field == 0) return State::Done;
            cutPast(field - 1, key.first(at));
            return State::MustAdvance;
        }
        if (isCut) return State::Valid;
        at += *length;
    }
    return State::Valid;
}

// In scan order. Sets current_ to the interval that the component is inside or before.
IndexBoundsChecker::Where IndexBoundsChecker::locate(std::size_t field, Bytes component, bool isCut) {
    const std::vector<EncodedInterval>& intervals = fields_[field];
    const Where hint = whereIs(field, component, isCut, intervals[current_[field]]);
    if (hint == Where::Inside) return hint;
    // The first interval that the component is not after.
    const auto found = std::partition_point(intervals.begin(), intervals.end(), [&](const EncodedInterval& interval) {
        return whereIs(field, component, isCut, interval) == Where::After;
    });
    if (found == intervals.end()) return Where::After;
    current_[field] = static_cast<std::size_t>(found - intervals.begin());
    return whereIs(field, component, isCut, *found);
}

IndexBoundsChecker::Where IndexBoundsChecker::whereIs(std::size_t field, Bytes component, bool isCut,
                                                      const EncodedInterval& interval) const {
    const bool descending = ordering_.isDescending(field);
    const int low = compareToBound(component, isCut, interval.low.bytes(), descending);
    if (low != kUndecided && (low < 0 || (low == 0 && !interval.lowInclusive))) {
        return isBackward_ ? Where::After : Where::Before;
    }
    const int high = compareToBound(component, isCut, interval.high.bytes(), descending);
    if (high != kUndecided && (high > 0 || (high == 0 && !interval.highInclusive))) {
        return isBackward_ ? Where::Before : Where::After;
    }
    return Where::Inside;
}

// The first place, in scan order, where `prefix` goes on with the given interval of `field`, and with the first
// interval of each field behind it.
void IndexBoundsChecker::cutAtInterval(std::size_t field, Bytes prefix, std::size_t interval) {
    cut_.clear();
    cut_.append(prefix.data(), prefix.size());
    CutSide side = isBackward_ ? CutSide::After : CutSide::Before;
    bool lastIsDescending = false;
    for (; field < fields_.size(); ++field, interval = 0) {
        const EncodedInterval& next = fields_[field][interval];
        const Cut& bound = isBackward_ ? next.high : next.low;
        cut_.append(bound.data(), bound.size());
        lastIsDescending = ordering_.isDescending(field);
        if (!(isBackward_ ? next.highInclusive : next.lowInclusive)) {
            side = isBackward_ ? CutSide::Before : CutSide::After;
            break;
        }
    }
    finishCut(cut_, side, lastIsDescending, isBackward_ ? CutRounding::Up : CutRounding::Down);
}

// The place beyond everything that starts with `prefix`, the components of the fields up to `lastField`.
void IndexBoundsChecker::cutPast(std::size_t lastField, Bytes prefix) {
    cut_.clear();
    cut_.append(prefix.data(), prefix.size());
    finishCut(cut_, isBackward_ ? CutSide::Before : CutSide::After, ordering_.isDescending(lastField),
              isBackward_ ? CutRounding::Up : CutRounding::Down);
}

}  // namespace sheaf::index
