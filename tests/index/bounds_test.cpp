// Bounds of index scans against brute force: which entries are visited, in which order, by runs and by skipping.

#include "index/bounds.h"

#include "index/key_set.h"
#include "tests/index/hex.h"
#include "tests/index/random_values.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Value;

struct StoredKey {
    std::vector<std::uint8_t> bytes;
    std::vector<Value> values;
    bool isLong;
};

// A sorted index of random keys, and what a scan of it sees.
class RandomIndex {
public:
    RandomIndex(RandomValues& random, bool unique, bool withLongTexts)
        : random_(random), withLongTexts_(withLongTexts) {
        ordering.fields = static_cast<std::uint32_t>(1 + random.below(3));
        ordering.descendingMask = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << ordering.fields));
        for (RecordId id = 1; id <= 60; ++id) add(id, unique);
        std::sort(keys.begin(), keys.end(), [](const StoredKey& a, const StoredKey& b) { return a.bytes < b.bytes; });
        const auto end = std::unique(keys.begin(), keys.end(), [](const StoredKey& a, const StoredKey& b) {
            return a.bytes == b.bytes;  // of a unique index
        });
        keys.erase(end, keys.end());
    }

    // Few different values, so that prefixes are shared and bounds hit keys exactly.
    Value value() {
        if (withLongTexts_ && random_.chance(2)) {
            std::string text(random_.chance(2) ? 477 : 600, 'x');
            const std::size_t at = random_.chance(2) ? text.size() - 1 : 470 + random_.below(8);
            if (random_.chance(2)) text[at] = static_cast<char>(random_.chance(2) ? 'y' : '\0');
            return Value(text);
        }
        switch (random_.below(4)) {
            case 0: return random_.value(2);
            case 1: return Value(random_.text());
            default: return Value(static_cast<std::int32_t>(random_.below(4)));
        }
    }

    IndexBounds bounds() {
        IndexBounds bounds;
        for (std::size_t field = 0; field < ordering.fields; ++field) {
            std::vector<Interval> intervals;
            for (std::uint64_t left = random_.chance(20) ? 0 : 1 + random_.below(3); left > 0; --left) {
                if (random_.chance(2)) {
                    intervals.push_back(Interval::point(value()));
                } else {
                    intervals.push_back({value(), value(), random_.chance(2), random_.chance(2)});
                }
            }
            bounds.fields.push_back(random_.chance(3) ? OrderedIntervalList::allValues()
                                                      : OrderedIntervalList::unionOf(std::move(intervals)));
        }
        return bounds;
    }

    Ordering ordering;
    std::vector<StoredKey> keys;

private:
    void add(RecordId id, bool unique) {
        KeySet set(ordering, unique);
        StoredKey stored;
        for (std::size_t field = 0; field < ordering.fields; ++field) {
            stored.values.push_back(value());
            set.append(stored.values.back());
        }
        set.endKey();
        EntryBuffer entry;
        const Bytes bytes = entry.make(set[0], id * 300, unique).key;
        stored.bytes.assign(bytes.begin(), bytes.end());
        stored.isLong = set[0].isLong;
        keys.push_back(std::move(stored));
    }

    RandomValues& random_;
    bool withLongTexts_;
};

bool isInside(const StoredKey& key, const IndexBounds& bounds) {
    for (std::size_t field = 0; field < bounds.fields.size(); ++field) {
        if (!bounds.fields[field].contains(key.values[field])) return false;
    }
    return true;
}

// Position of the first entry in scan order that a seek to the cut finds, or keys.size().
std::size_t seek(const std::vector<StoredKey>& keys, Bytes cut, Direction direction) {
    const std::vector<std::uint8_t> bytes(cut.begin(), cut.end());
    const auto at = std::partition_point(keys.begin(), keys.end(), [&](const StoredKey& key) { return key.bytes < bytes; });
    if (direction == Direction::Forward) return static_cast<std::size_t>(at - keys.begin());
    return at == keys.begin() ? keys.size() : static_cast<std::size_t>(at - keys.begin()) - 1;
}

std::size_t step(std::size_t at, std::size_t size, Direction direction) {
    if (direction == Direction::Forward) return at + 1;
    return at == 0 ? size : at - 1;
}

// The entries that a scan with the checker takes. Long keys may be too many, never too few.
void checkScan(const RandomIndex& index, const IndexBounds& bounds, Direction direction) {
    std::vector<std::size_t> wanted;
    for (std::size_t at = 0; at < index.keys.size(); ++at) {
        if (isInside(index.keys[at], bounds)) wanted.push_back(at);
    }
    if (direction == Direction::Backward) std::reverse(wanted.begin(), wanted.end());

    std::vector<std::size_t> taken;
    std::size_t examined = 0;
    IndexBoundsChecker checker(bounds, index.ordering, direction);
    if (checker.start()) {
        std::size_t at = seek(index.keys, checker.seekCut(), direction);
        while (at < index.keys.size()) {
            RC_ASSERT(++examined <= index.keys.size());
            const StoredKey& key = index.keys[at];
            const IndexBoundsChecker::State state = checker.check(key.bytes);
            if (state == IndexBoundsChecker::State::Done) break;
            if (state == IndexBoundsChecker::State::Valid) {
                RC_ASSERT(key.isLong || isInside(key, bounds));
                if (isInside(key, bounds)) taken.push_back(at);
                at = step(at, index.keys.size(), direction);
                continue;
            }
            const std::size_t next = seek(index.keys, checker.seekCut(), direction);
            RC_ASSERT(next == index.keys.size() || (direction == Direction::Forward ? next > at : next < at));
            at = next;
        }
    }
    RC_ASSERT(taken == wanted);
}

void checkRun(const RandomIndex& index, const IndexBounds& bounds) {
    if (bounds.isEmpty() || !bounds.isSingleRun()) return;
    const KeyRun run = runOf(bounds, index.ordering);
    const std::size_t low = seek(index.keys, run.low.bytes(), Direction::Forward);
    const std::size_t high = seek(index.keys, run.high.bytes(), Direction::Forward);
    for (std::size_t at = 0; at < index.keys.size(); ++at) {
        const bool isInRun = at >= low && at < high;
        const bool inside = isInside(index.keys[at], bounds);
        RC_ASSERT(isInRun == inside || (isInRun && index.keys[at].isLong));
    }
}

}  // namespace

TEST_CASE("a scan by the checker visits exactly the entries inside the bounds, both ways") {
    for (const bool unique : {false, true}) {
        for (const bool withLongTexts : {false, true}) {
            CAPTURE(unique);
            CAPTURE(withLongTexts);
            CHECK(rc::check("scan equals brute force", [&](std::uint64_t seed) {
                RandomValues random(seed);
                RandomIndex index(random, unique, withLongTexts);
                for (int round = 0; round < 6; ++round) {
                    const IndexBounds bounds = index.bounds();
                    checkScan(index, bounds, Direction::Forward);
                    checkScan(index, bounds, Direction::Backward);
                    checkRun(index, bounds);
                }
            }));
        }
    }
}

TEST_CASE("bounds print in the order of the scan") {
    struct Case { const char* pattern; Direction direction; const char* document; };
    const Case cases[] = {
        {"{a: 1, b: 1}", Direction::Forward, R"x({"a":["[1, 1]","[3, 3]"],"b":["(5, inf.0]"]})x"},
        {"{a: 1, b: 1}", Direction::Backward, R"x({"a":["[3, 3]","[1, 1]"],"b":["[inf.0, 5)"]})x"},
        {"{a: 1, b: -1}", Direction::Forward, R"x({"a":["[1, 1]","[3, 3]"],"b":["[inf.0, 5)"]})x"},
        {"{a: 1, b: -1}", Direction::Backward, R"x({"a":["[3, 3]","[1, 1]"],"b":["(5, inf.0]"]})x"},
    };
    IndexBounds bounds;
    bounds.fields.push_back(
        OrderedIntervalList::unionOf({Interval::point(Value(3)), Interval::point(Value(1))}));
    bounds.fields.emplace_back(Interval{Value(5), Value(std::numeric_limits<double>::infinity()), false, true});
    for (const Case& c : cases) {
        CAPTURE(c.pattern);
        CHECK(bounds.toDocument(KeyPattern(sheaf::parse(c.pattern)), c.direction).toJson() == sheaf::parse(c.document).toJson());
    }
    const KeyPattern pattern(sheaf::parse("{a: 1}"));
    CHECK(IndexBounds::allValues(pattern).toDocument(pattern, Direction::Backward).toJson() ==
          sheaf::parse(R"({"a":["[MaxKey, MinKey]"]})").toJson());
    CHECK((IndexBounds{{OrderedIntervalList()}}.toDocument(pattern, Direction::Forward).toJson() ==
           sheaf::parse(R"({"a":[]})").toJson()));
}

TEST_CASE("single runs are points, then at most one interval, then all values") {
    const OrderedIntervalList point(Interval::point(Value(1)));
    const OrderedIntervalList range(Interval{Value(1), Value(2)});
    const OrderedIntervalList points =
        OrderedIntervalList::unionOf({Interval::point(Value(1)), Interval::point(Value(2))});
    const OrderedIntervalList all = OrderedIntervalList::allValues();
    CHECK(IndexBounds{{point}}.isSingleRun());
    CHECK(IndexBounds{{range}}.isSingleRun());
    CHECK(IndexBounds{{all, all}}.isSingleRun());
    CHECK(IndexBounds{{point, point, range}}.isSingleRun());
    CHECK(IndexBounds{{point, range, all}}.isSingleRun());
    CHECK(!IndexBounds{{points}}.isSingleRun());
    CHECK(!IndexBounds{{range, point}}.isSingleRun());
    CHECK(!IndexBounds{{all, point}}.isSingleRun());
    CHECK(!IndexBounds{{point, OrderedIntervalList()}}.isSingleRun());
}

TEST_CASE("the checker skips from one point to the next without looking at what lies between") {
    RandomValues random(1);
    std::vector<StoredKey> keys;
    const Ordering ordering{0, 2};
    for (int a = 0; a < 20; ++a) {
        for (int b = 0; b < 20; ++b) {
            KeyBuffer key;
            key.append(Value(a), false);
            key.append(Value(b), false);
            const Bytes bytes = key.components();
            keys.push_back({{bytes.begin(), bytes.end()}, {}, false});
            keys.back().bytes.insert(keys.back().bytes.end(), {0x20, 0x08});
        }
    }
    IndexBounds bounds;
    bounds.fields.emplace_back(Interval{Value(5), Value(7)});
    bounds.fields.push_back(OrderedIntervalList::unionOf({Interval::point(Value(3)), Interval::point(Value(9))}));
    IndexBoundsChecker checker(bounds, ordering, Direction::Forward);
    REQUIRE(checker.start());
    std::size_t examined = 0;
    std::size_t valid = 0;
    for (std::size_t at = seek(keys, checker.seekCut(), Direction::Forward); at < keys.size();) {
        ++examined;
        const IndexBoundsChecker::State state = checker.check(keys[at].bytes);
        if (state == IndexBoundsChecker::State::Done) break;
        if (state == IndexBoundsChecker::State::Valid) {
            ++valid;
            ++at;
        } else {
            at = seek(keys, checker.seekCut(), Direction::Forward);
        }
    }
    CHECK(valid == 6);
    CHECK(examined == 15);  // for each a: (a,3), (a,4), (a,9), (a,10), and the first entry of the next a
}

}  // namespace sheaf::index
