// The bounds of an index scan: for each field of a key pattern the intervals that its values lie in.
#pragma once

#include "index/direction.h"
#include "index/interval.h"
#include "index/key_bytes.h"
#include "index/spec.h"

#include <cstdint>
#include <vector>

namespace sheaf::index {

// One list per field of the pattern.
struct IndexBounds {
    std::vector<OrderedIntervalList> fields;

    static IndexBounds allValues(const KeyPattern& pattern);
    // Some field has no interval: nothing can match.
    bool isEmpty() const;
    // Points, then at most one single interval, then all values: one unbroken run of the index.
    bool isSingleRun() const;
    // explain's indexBounds, in the order in which the scan meets the values: {a: ["[3, 3]"], b: ["[MaxKey, MinKey]"]}.
    bson::Document toDocument(const KeyPattern& pattern, Direction direction) const;
};

// A place between entries: those below it, and those at or above it (by memcmp; a proper prefix is below).
using Cut = bson::Buffer;

// A run of entries: low cut <= key < high cut.
struct KeyRun {
    Cut low;
    Cut high;
};

// The run that single-run bounds stand for. No key inside needs checking, except long keys, which must be rechecked.
KeyRun runOf(const IndexBounds& bounds, Ordering ordering);
// The run of all entries whose first fields are the given components.
KeyRun runOfPrefix(Bytes components, bool lastIsDescending);

// Walks bounds of any shape with as few entries as possible, comparing encoded bytes only.
//
//   IndexBoundsChecker checker(bounds, ordering, direction);
//   if (!checker.start()) return;                      // nothing can match
//   seek to checker.seekCut();
//   for each entry: switch (checker.check(key)) Valid: use it, go to the next one; Done: stop;
//                                               MustAdvance: seek to checker.seekCut()
//
// Seeking to a cut: forward, the first entry at or above it; backward, the last entry below it. A seek always moves
// on. The checker keeps no position: after a scan was saved and restored it goes on with whatever key comes.
class IndexBoundsChecker {
public:
    enum class State : std::uint8_t { Valid, Done, MustAdvance };

    IndexBoundsChecker(const IndexBounds& bounds, Ordering ordering, Direction direction);

    // False: no key can match. Otherwise sets seekCut() to the scan's start.
    bool start();
    // `key` as stored, with or without its RecordId. A long key is Valid when its first 480 bytes do not say otherwise.
    State check(Bytes key);
    Bytes seekCut() const { return cut_.bytes(); }

private:
    // An interval in byte order: for a descending field low and high have changed places.
    struct EncodedInterval {
        Cut low;
        Cut high;
        bool lowInclusive;
        bool highInclusive;
    };
    enum class Where : std::uint8_t { Before, Inside, After };

    Where locate(std::size_t field, Bytes component, bool isCut);
    Where whereIs(std::size_t field, Bytes component, bool isCut, const EncodedInterval& interval) const;
    void cutAtInterval(std::size_t field, Bytes prefix, std::size_t interval);
    void cutPast(std::size_t lastField, Bytes prefix);

    std::vector<std::vector<EncodedInterval>> fields_;  // in scan order; without the last fields that take all values
    std::vector<std::size_t> current_;                  // per field, where the last key was: a hint
    Ordering ordering_;
    bool isBackward_;
    bool isEmpty_ = false;
    Cut cut_;
};

}  // namespace sheaf::index
