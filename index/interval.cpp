// Intervals and sorted interval lists: joining, cutting, complementing.

#include "index/interval.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::index {
namespace {

bool holdsNothing(const Interval& interval) {
    const int order = bson::compare(interval.low, interval.high);
    return order > 0 || (order == 0 && !(interval.lowInclusive && interval.highInclusive));
}

// The later low end of two, the earlier high end of two.
void raiseLow(Interval& interval, const Interval& other) {
    const int order = bson::compare(interval.low, other.low);
    if (order < 0) {
        interval.low = other.low;
        interval.lowInclusive = other.lowInclusive;
    } else if (order == 0) {
        interval.lowInclusive = interval.lowInclusive && other.lowInclusive;
    }
}

void lowerHigh(Interval& interval, const Interval& other) {
    const int order = bson::compare(interval.high, other.high);
    if (order > 0) {
        interval.high = other.high;
        interval.highInclusive = other.highInclusive;
    } else if (order == 0) {
        interval.highInclusive = interval.highInclusive && other.highInclusive;
    }
}

bool startsBefore(const Interval& a, const Interval& b) {
    const int order = bson::compare(a.low, b.low);
    return order != 0 ? order < 0 : a.lowInclusive && !b.lowInclusive;
}

// Whether `next`, which starts no earlier, overlaps `interval` or goes on where it ends.
bool joins(const Interval& interval, const Interval& next) {
    const int order = bson::compare(next.low, interval.high);
    return order < 0 || (order == 0 && (next.lowInclusive || interval.highInclusive));
}

// Whether `a` ends before `b` does.
bool endsBefore(const Interval& a, const Interval& b) {
    const int order = bson::compare(a.high, b.high);
    return order != 0 ? order < 0 : !a.highInclusive && b.highInclusive;
}

}  // namespace

bool Interval::isPoint() const { return lowInclusive && highInclusive && bson::compare(low, high) == 0; }

bool Interval::isEmpty() const { return holdsNothing(*this); }

bool Interval::isAllValues() const {
    return low.type() == bson::Type::MinKey && high.type() == bson::Type::MaxKey && lowInclusive && highInclusive;
}

bool Interval::contains(bson::ValueView value) const {
    const int below = bson::compare(low, value);
    const int above = bson::compare(value, high);
    return (below < 0 || (below == 0 && lowInclusive)) && (above < 0 || (above == 0 && highInclusive));
}

std::string Interval::toString(bool backward) const {
    const std::string lowText = boundToString(low);
    const std::string highText = boundToString(high);
    if (backward) return (highInclusive ? "[" : "(") + highText + ", " + lowText + (lowInclusive ? "]" : ")");
    return (lowInclusive ? "[" : "(") + lowText + ", " + highText + (highInclusive ? "]" : ")");
}

Interval Interval::point(bson::ValueView value) {
    const bson::Value owned(value);
    return {owned, owned};
}

Interval Interval::allValues() { return {bson::Value::minKey(), bson::Value::maxKey()}; }

OrderedIntervalList::OrderedIntervalList(Interval interval) {
    if (!holdsNothing(interval)) intervals_.push_back(std::move(interval));
}

OrderedIntervalList OrderedIntervalList::unionOf(std::vector<Interval> intervals) {
    intervals.erase(std::remove_if(intervals.begin(), intervals.end(), holdsNothing), intervals.end());
    std::stable_sort(intervals.begin(), intervals.end(), startsBefore);
    OrderedIntervalList list;
    for (Interval& interval : intervals) {
        if (list.isEmpty() || !joins(list.intervals_.back(), interval)) {
            list.intervals_.push_back(std::move(interval));
        } else if (Interval& last = list.intervals_.back(); endsBefore(last, interval)) {
            last.high = interval.high;
            last.highInclusive = interval.highInclusive;
        }
    }
    return list;
}

bool OrderedIntervalList::isPoints() const {
    return !isEmpty() &&
           std::all_of(intervals_.begin(), intervals_.end(), [](const Interval& each) { return each.isPoint(); });
}

bool OrderedIntervalList::contains(bson::ValueView value) const {
    return std::any_of(intervals_.begin(), intervals_.end(), [&](const Interval& each) { return each.contains(value); });
}

OrderedIntervalList OrderedIntervalList::intersect(const OrderedIntervalList& other) const {
    OrderedIntervalList list;
    std::size_t left = 0;
    std::size_t right = 0;
    while (left < size() && right < other.size()) {
        Interval both = intervals_[left];
        raiseLow(both, other.intervals_[right]);
        lowerHigh(both, other.intervals_[right]);
        if (!holdsNothing(both)) list.intervals_.push_back(std::move(both));
        if (endsBefore(intervals_[left], other.intervals_[right])) {
            ++left;
        } else {
            ++right;
        }
    }
    return list;
}

OrderedIntervalList OrderedIntervalList::unite(const OrderedIntervalList& other) const {
    std::vector<Interval> all = intervals_;
    all.insert(all.end(), other.intervals_.begin(), other.intervals_.end());
    return unionOf(std::move(all));
}

OrderedIntervalList OrderedIntervalList::complement() const {
    OrderedIntervalList list;
    Interval gap = Interval::allValues();
    for (const Interval& interval : intervals_) {
        gap.high = interval.low;
        gap.highInclusive = !interval.lowInclusive;
        if (!holdsNothing(gap)) list.intervals_.push_back(gap);
        gap.low = interval.high;
        gap.lowInclusive = !interval.highInclusive;
    }
    gap.high = bson::Value::maxKey();
    gap.highInclusive = true;
    if (!holdsNothing(gap)) list.intervals_.push_back(gap);
    return list;
}

}  // namespace sheaf::index
