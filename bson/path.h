// Dotted field paths, and MongoDB's way of following them through arrays.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::bson {

// "a.b.0.c" taken apart once. Components that are whole numbers without a leading zero may also be array indexes.
class FieldPath {
public:
    struct Component {
        std::string name;
        std::int32_t index;  // as an array index, or -1
    };

    // No checks: an empty component is a field named "".
    explicit FieldPath(std::string_view dotted);

    const std::string& dotted() const { return dotted_; }
    std::size_t size() const { return components_.size(); }
    const Component& operator[](std::size_t at) const { return components_[at]; }
    const std::vector<Component>& components() const { return components_; }
    bool isPrefixOf(const FieldPath& other) const;  // or equal

private:
    std::string dotted_;
    std::vector<Component> components_;
};

// What a visitor of a path is told about each place that the path reaches.
struct PathHit {
    ValueView value;            // missing when the path ends early inside a document
    bool isArrayElement;        // the value is an element of an array met at the path's end
    std::int32_t arrayIndex;    // index in the outermost array that was traversed implicitly, or -1 (positional $)
};

// How an array at the very end of a path is treated.
enum class LeafArray : std::uint8_t {
    Whole,      // as one value
    Elements,   // its elements only
    Both,       // its elements, then the array itself: how predicates look at it
};

// Calls visit(const PathHit&) -> bool (false stops) for every value that the path reaches from `root` by MongoDB's
// matching rules: an array in the middle of the path is entered through its documents, and, if the next component is
// an index, at that index; nested arrays are not entered twice without an index; where a document lacks the field the
// hit is missing; an array without any document gives no hit beyond it; a scalar in the middle gives a missing hit
// unless it is an array element. A path that ends with a dot ends at an array before the dot.
// Returns false when a visit returned false.
template <typename Visit>
bool visitPath(DocumentView root, const FieldPath& path, LeafArray leaf, Visit&& visit);

}  // namespace sheaf::bson

#include "bson/path_visit.h"
