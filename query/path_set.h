// The field paths that a plan needs from each document, compiled into one trie: one bounded walk of the raw bytes
// fills a slot per path.
#pragma once

#include "bson/path.h"

#include <sheaf/bson/view.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

// What a walk found at one path.
struct PathSlot {
    enum class State : std::uint8_t {
        Missing,       // the document has no such field, or a scalar stands in the middle of the path
        Found,         // reached through documents only; value may itself be an array
        ThroughArray,  // an array stands before the path's end: value is that array, the rest of the path is not followed
    };
    bson::ValueView value;
    State state = State::Missing;
};

// A set of dotted paths. Built once, then read by any number of walkers; must outlive them.
class PathSet {
public:
    // Returns the slot of the path; an equal path gets the slot it has.
    std::size_t add(std::string_view dotted);
    std::size_t size() const { return paths_.size(); }
    const bson::FieldPath& path(std::size_t slot) const { return paths_[slot]; }

private:
    friend class PathWalker;
    static constexpr std::int32_t kNone = -1;
    struct Node {
        std::string name;
        std::int32_t slot = kNone;        // the path that ends here
        std::int32_t firstChild = kNone;
        std::int32_t nextSibling = kNone;
        std::int32_t children = 0;
    };
    std::int32_t childOf(std::int32_t node, std::string_view name);

    std::vector<Node> nodes_{Node{}};
    std::vector<bson::FieldPath> paths_;
};

// Fills the slots of a PathSet from one document after the other.
//
// Remembers the names that it met in the previous document, in order; while the next document agrees, names are
// compared by a few words at a time and never looked up. Every step is a step of a real walk, checked against the
// document's end, so a wrong guess costs time, never truth. Throws InvalidBSON (22) on a broken element.
// Threads: one at a time. No allocation per document once the shape is known.
class PathWalker {
public:
    explicit PathWalker(const PathSet& paths);

    // Slots are views into the document.
    void walk(bson::DocumentView document);
    const PathSlot& operator[](std::size_t slot) const { return slots_[slot]; }

private:
    // One step of the remembered shape: the element expected next, or the end of a level.
    struct Step {
        enum class Kind : std::uint8_t {
            Skip,        // an element that no path names
            Take,        // a path ends here, none goes on below
            Enter,       // a document that paths go into
            Array,       // an array that paths go into
            Scalar,      // another value that paths wanted to go into
            Leave,       // nothing more is wanted of this level
            LeaveAtEnd,  // the level ends here, something wanted was missing
        };
        std::uint64_t name[2] = {0, 0};  // up to 16 bytes with the null byte, zero padded
        std::uint64_t mask[2] = {0, 0};
        std::uint32_t nameBytes = 0;     // with the null byte; longer than 16: compared to longNames_
        std::uint32_t longName = 0;      // where
        std::int32_t node = PathSet::kNone;
        Kind kind = Kind::Skip;
    };
    struct Level {
        const std::uint8_t* end;  // the level's closing null byte
        std::int32_t node;
        std::int32_t wanted;      // children of node that were not met yet
    };

    bool isNamed(const Step& step, const std::uint8_t* name, const std::uint8_t* end) const;
    void learn(std::size_t known, const std::uint8_t* at, std::size_t depth);
    std::int32_t unmetChild(std::int32_t node, std::string_view name) const;
    Step::Kind bind(std::int32_t node, bson::ValueView value);
    void bindBelow(std::int32_t node, bson::ValueView array);
    void remember(Step::Kind kind, std::int32_t node, const std::uint8_t* name, std::size_t nameBytes);

    const PathSet* paths_;
    std::vector<PathSlot> slots_;
    std::vector<Step> shape_;
    std::vector<std::uint8_t> longNames_;
    std::vector<Level> levels_;           // one per level of the trie
    std::vector<std::uint64_t> metIn_;    // per node: the number of the learning walk that met it
    std::uint64_t learnings_ = 0;
};

}  // namespace sheaf::query
