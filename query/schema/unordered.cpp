// Values with their fields sorted by name, compared as MongoDB's schema keywords do.

#include "query/schema/unordered.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

bool isContainer(bson::ValueView value) { return value.isDocument() || value.isArray(); }

// Stored documents have a bounded depth, and so has this recursion.
void appendSorted(bson::Builder& builder, bson::ValueView container) {
    std::vector<bson::Element> elements(container.asDocument().begin(), container.asDocument().end());
    if (container.isDocument()) {
        std::stable_sort(elements.begin(), elements.end(),
                         [](const bson::Element& a, const bson::Element& b) { return a.name < b.name; });
    }
    for (const bson::Element& element : elements) {
        if (!isContainer(element.value)) {
            builder.append(element);
            continue;
        }
        if (element.value.isDocument()) builder.openDocument(element.name);
        else builder.openArray(element.name);
        appendSorted(builder, element.value);
        builder.close();
    }
}

bson::Value sorted(bson::ValueView value) {
    bson::Builder builder;
    appendSorted(builder, value);
    const bson::Document document = builder.take();
    return bson::Value(document.view().asValue(value.type()));
}

bool isLess(const bson::Value& a, const bson::Value& b) { return bson::compare(a.view(), b.view()) < 0; }

}  // namespace

void UnorderedValues::add(bson::ValueView value) {
    values_.push_back(isContainer(value) ? sorted(value) : bson::Value(value));
}

bool UnorderedValues::finish() {
    std::sort(values_.begin(), values_.end(), isLess);
    return std::adjacent_find(values_.begin(), values_.end(), [](const bson::Value& a, const bson::Value& b) {
               return bson::equal(a.view(), b.view());
           }) == values_.end();
}

bool UnorderedValues::contains(bson::ValueView value) const {
    if (isContainer(value)) {
        const bson::Value own = sorted(value);
        return std::binary_search(values_.begin(), values_.end(), own, isLess);
    }
    const auto found = std::lower_bound(values_.begin(), values_.end(), value, [](const bson::Value& a, bson::ValueView b) {
        return bson::compare(a.view(), b) < 0;
    });
    return found != values_.end() && bson::equal(found->view(), value);
}

}  // namespace sheaf::query
