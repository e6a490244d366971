// Bounds of index scans as documents and as runs of entries.

#include "index/bounds.h"

#include "bson/raise.h"
#include "index/cut.h"

#include <algorithm>

namespace sheaf::index {

IndexBounds IndexBounds::allValues(const KeyPattern& pattern) {
    return {std::vector<OrderedIntervalList>(pattern.size(), OrderedIntervalList::allValues())};
}

bool IndexBounds::isEmpty() const {
    return std::any_of(fields.begin(), fields.end(), [](const OrderedIntervalList& list) { return list.isEmpty(); });
}

bool IndexBounds::isSingleRun() const {
    std::size_t field = 0;
    while (field < fields.size() && fields[field].size() == 1 && fields[field].isPoints()) ++field;
    if (field == fields.size()) return true;
    if (fields[field].size() != 1) return false;
    return std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(field) + 1, fields.end(),
                       [](const OrderedIntervalList& list) { return list.isAllValues(); });
}

bson::Document IndexBounds::toDocument(const KeyPattern& pattern, Direction direction) const {
    SHEAF_INVARIANT(fields.size() == pattern.size(), "one list per field");
    bson::Builder out;
    for (std::size_t field = 0; field < fields.size(); ++field) {
        const bool backward = pattern[field].isDescending() != (direction == Direction::Backward);
        const std::vector<Interval>& intervals = fields[field].intervals();
        out.openArray(pattern[field].path.dotted());
        for (std::size_t at = 0; at < intervals.size(); ++at) {
            out.push(intervals[backward ? intervals.size() - 1 - at : at].toString(backward));
        }
        out.close();
    }
    return out.take();
}

KeyRun runOf(const IndexBounds& bounds, Ordering ordering) {
    SHEAF_INVARIANT(bounds.isSingleRun() && bounds.fields.size() == ordering.fields, "other bounds need the checker");
    KeyRun run;
    bool lastIsDescending = false;
    for (std::size_t field = 0; field < bounds.fields.size(); ++field) {
        if (bounds.fields[field].isAllValues()) break;  // and so are the rest
        const Interval& interval = bounds.fields[field].intervals()[0];
        lastIsDescending = ordering.isDescending(field);
        const bool isPoint = interval.isPoint();
        run.high = run.low;
        appendComponent(run.low, lastIsDescending ? interval.high : interval.low, lastIsDescending);
        if (isPoint) continue;
        appendComponent(run.high, lastIsDescending ? interval.low : interval.high, lastIsDescending);
        const bool lowInclusive = lastIsDescending ? interval.highInclusive : interval.lowInclusive;
        const bool highInclusive = lastIsDescending ? interval.lowInclusive : interval.highInclusive;
        finishCut(run.low, lowInclusive ? CutSide::Before : CutSide::After, lastIsDescending, CutRounding::Down);
        finishCut(run.high, highInclusive ? CutSide::After : CutSide::Before, lastIsDescending, CutRounding::Up);
        return run;
    }
    run.high = run.low;
    finishCut(run.low, CutSide::Before, lastIsDescending, CutRounding::Down);
    finishCut(run.high, CutSide::After, lastIsDescending, CutRounding::Up);
    return run;
}

KeyRun runOfPrefix(Bytes components, bool lastIsDescending) {
    KeyRun run;
    run.low.append(components.data(), components.size());
    run.high = run.low;
    finishCut(run.low, CutSide::Before, lastIsDescending, CutRounding::Down);
    finishCut(run.high, CutSide::After, lastIsDescending, CutRounding::Up);
    return run;
}

void finishCut(Cut& components, CutSide side, bool lastIsDescending, CutRounding rounding) {
    if (components.size() >= kLongPrefixBytes) {
        components.truncate(kLongPrefixBytes);
        if (rounding == CutRounding::Up) {
            std::uint8_t* const at = components.extend(kDigestBytes + 1);
            std::fill_n(at, kDigestBytes + 1, std::uint8_t{0xFF});
        }
    } else if (side == CutSide::After) {
        components.append(kAboveAll);
    } else if (lastIsDescending) {
        components.append(kBelowAll);
    }
}

}  // namespace sheaf::index
