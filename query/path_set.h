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
        std::int32_t pathsBelow = 0;      // paths that end here or deeper
    };
    std::int32_t childOf(std::int32_t node, std::string_view name);

    std::vector<Node> nodes_{Node{}};
    std::vector<bson::FieldPath> paths_;
};

// Fills the slots of a PathSet from one document after the other.
//
// Remembers the names and types that it met in the previous document, in order; while the next document agrees, names
// are compared by a few words at a time and never looked up. Every step is a step of a real walk, checked against the
// document's end, so a wrong guess costs time, never truth. Throws InvalidBSON (22) on a broken element.
// Threads: one at a time. No allocation per document once the shape is known.
class PathWalker {
public:
    explicit PathWalker(const PathSet& paths);

    // Slots are views into the document.
    void walk(bson::DocumentView document);
    const PathSlot& operator[](std::size_t slot) const { return slots_[slot]; }

private:
    // One element of the remembered shape.
    struct Step {
        std::uint64_t head[2];       // type byte and name with its null byte, zero padded
        std::uint64_t mask[2];
        std::uint8_t headBytes;      // 0: the name is too long to be remembered
        std::uint8_t type;
        std::int32_t node;           // the trie node that it stands for, or kNone
        enum class Then : std::uint8_t { Skip, Take, Enter, Leave } then;
    };
    class Walk;

    const PathSet* paths_;
    std::vector<PathSlot> slots_;
    std::vector<Step> shape_;
};

}  // namespace sheaf::query
