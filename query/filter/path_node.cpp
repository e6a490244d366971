// How a condition on a path looks at a document: every value that the path reaches, until one satisfies it.

#include "query/filter/node.h"

namespace sheaf::query {

bool PathNode::matches(bson::DocumentView document, MatchDetails* details) const {
    const bool noneSatisfies = bson::visitPath(document, path_, leafArray_, [&](const bson::PathHit& hit) {
        if (details == nullptr) return !matchesElement(hit.value);
        if (!matchesElementAt(hit.value, details)) return true;
        if (hit.arrayIndex >= 0) details->positionalIndex = static_cast<std::uint32_t>(hit.arrayIndex);
        return false;
    });
    return !noneSatisfies;
}

bool PathNode::matchesField(bson::ValueView value) const {
    if (value.isArray() && leafArray_ != bson::LeafArray::Whole) {
        for (const bson::ValueView& element : value.asArray()) {
            if (matchesElement(element)) return true;
        }
        if (leafArray_ == bson::LeafArray::Elements) return false;
    }
    return matchesElement(value);
}

bool PathNode::matchesElementAt(bson::ValueView value, MatchDetails*) const { return matchesElement(value); }

void PathNode::describe(bson::Builder& filter) const {
    filter.openDocument(path_.dotted());
    describeCondition(filter);
    filter.close();
}

}  // namespace sheaf::query
