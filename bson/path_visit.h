// The traversal behind visitPath: see bson/path.h for its rules.
#pragma once

#include "bson/path.h"

#include <type_traits>

namespace sheaf::bson {
namespace detail {

// Recursion goes one component of the path deeper each time, so its depth is bounded by the path.
template <typename Visit>
class PathVisitor {
public:
    PathVisitor(const FieldPath& path, LeafArray leaf, Visit& visit) : path_(path), leaf_(leaf), visit_(visit) {}

    // Follows path_[at…] from a document. `outer` is the index in the outermost array entered so far, or -1.
    bool visitDocument(DocumentView document, std::size_t at, std::int32_t outer) {
        while (true) {
            const ValueView value = document[path_[at].name];
            if (at + 1 == path_.size()) return visitLeaf(value, outer);
            ++at;
            if (value.isDocument()) {
                document = value.asDocument();
            } else if (value.isArray()) {
                return visitArray(value.asArray(), at, outer);
            } else {
                return visit_(PathHit{ValueView(), false, outer});
            }
        }
    }

private:
    // An array in the middle: its documents by the rest of the path, and the element that path_[at] numbers. A number
    // in the path is no implicit traversal, so it leaves `outer` as it is.
    bool visitArray(ArrayView array, std::size_t at, std::int32_t outer) {
        const bool isLast = at + 1 == path_.size();
        if (isLast && path_[at].name.empty()) return visitLeaf(array.asValue(), outer);  // "a." ends at an array a
        std::int32_t index = 0;
        for (const ValueView element : array) {
            if (element.isDocument() && !visitDocument(element.asDocument(), at, outer >= 0 ? outer : index)) return false;
            if (path_[at].index == index) {
                if (isLast) {
                    if (!visit_(PathHit{element, false, outer})) return false;
                } else if (element.isDocument()) {
                    if (!visitDocument(element.asDocument(), at + 1, outer)) return false;
                } else if (element.isArray()) {
                    if (!visitArray(element.asArray(), at + 1, outer)) return false;
                }
            }
            ++index;
        }
        return true;
    }

    bool visitLeaf(ValueView value, std::int32_t outer) {
        if (!value.isArray() || leaf_ == LeafArray::Whole) return visit_(PathHit{value, false, outer});
        std::int32_t index = 0;
        for (const ValueView element : value.asArray()) {
            if (!visit_(PathHit{element, true, outer >= 0 ? outer : index})) return false;
            ++index;
        }
        return leaf_ == LeafArray::Elements || visit_(PathHit{value, false, outer});
    }

    const FieldPath& path_;
    LeafArray leaf_;
    Visit& visit_;
};

}  // namespace detail

template <typename Visit>
bool visitPath(DocumentView root, const FieldPath& path, LeafArray leaf, Visit&& visit) {
    return detail::PathVisitor<std::remove_reference_t<Visit>>(path, leaf, visit).visitDocument(root, 0, -1);
}

}  // namespace sheaf::bson
