// Finds the values of many field paths in one walk over a document, as far as no array is in the way.
#pragma once

#include "bson/path.h"

#include <sheaf/bson/view.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::index {

// Paths compiled into a tree of names. Immutable once all paths are added; shareable between threads.
class PathSlots {
public:
    enum class State : std::uint8_t {
        Missing,     // also: something that is no document lies in the middle of the path
        Value,
        LeafArray,   // the value is an array
        InnerArray,  // an array lies in the middle of the path; `value` is not set
    };
    struct Slot {
        bson::ValueView value;
        State state = State::Missing;
    };

    PathSlots() { nodes_.emplace_back(); }

    // Returns the number of the path's slot; the same one for the same path.
    std::uint32_t add(const bson::FieldPath& path);
    std::size_t size() const { return slots_; }

    // Fills `slots`. Of several elements of one name the first counts. Throws InvalidBSON.
    void extract(bson::DocumentView document, std::vector<Slot>& slots) const;

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::size_t kLengths = 16;       // names this long or longer count as one length
    static constexpr std::size_t kMaskedChildren = 64;
    struct Node {
        std::string name;
        std::uint32_t slot = kNone;
        std::vector<std::uint32_t> children;
        std::array<std::uint64_t, kLengths> byLength{};  // which of the first children have a name of that length

        static std::size_t lengthClass(std::size_t length) { return length < kLengths ? length : kLengths - 1; }
    };

    void walk(bson::DocumentView document, const Node& node, std::vector<Slot>& slots) const;
    void walkMany(bson::DocumentView document, const Node& node, std::vector<Slot>& slots) const;
    void reach(const Node& node, bson::ValueView value, std::vector<Slot>& slots) const;
    void markArrayAbove(const Node& node, std::vector<Slot>& slots) const;

    std::vector<Node> nodes_;  // the first is the document itself
    std::uint32_t slots_ = 0;
};

}  // namespace sheaf::index
