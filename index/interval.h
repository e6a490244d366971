// Intervals of values, and sorted lists of them: the bounds of one field.
#pragma once

#include <sheaf/bson/document.h>

#include <string>
#include <vector>

namespace sheaf::index {

// From low to high in BSON comparison order, low <= high, whatever the index's or the scan's direction.
struct Interval {
    bson::Value low;
    bson::Value high;
    bool lowInclusive = true;
    bool highInclusive = true;

    bool isPoint() const;
    // low == high without both ends: nothing is in it.
    bool isEmpty() const;
    // [MinKey, MaxKey].
    bool isAllValues() const;
    bool contains(bson::ValueView value) const;
    // MongoDB's form: "[3, 3]", "(5, inf.0]", "[MinKey, MaxKey]"; backward: "[inf.0, 5)".
    std::string toString(bool backward = false) const;

    static Interval point(bson::ValueView value);
    static Interval allValues();
};

// Ascending, disjoint, not touching where both ends would be included.
class OrderedIntervalList {
public:
    OrderedIntervalList() = default;  // nothing
    explicit OrderedIntervalList(Interval interval);
    static OrderedIntervalList allValues() { return OrderedIntervalList(Interval::allValues()); }
    // Any intervals: sorts and joins them.
    static OrderedIntervalList unionOf(std::vector<Interval> intervals);

    const std::vector<Interval>& intervals() const { return intervals_; }
    std::size_t size() const { return intervals_.size(); }
    bool isEmpty() const { return intervals_.empty(); }
    bool isAllValues() const { return size() == 1 && intervals_[0].isAllValues(); }
    // Points only, at least one.
    bool isPoints() const;
    bool contains(bson::ValueView value) const;

    OrderedIntervalList intersect(const OrderedIntervalList& other) const;
    OrderedIntervalList unite(const OrderedIntervalList& other) const;
    // All values outside.
    OrderedIntervalList complement() const;

private:
    std::vector<Interval> intervals_;
};

// A value as MongoDB prints it in bounds: 5, 5.0, "x", new Date(0), ObjectId('…'), { a: 1 }.
std::string boundToString(bson::ValueView value);

}  // namespace sheaf::index
