// The one document that findAndModify gives back, taken while it is changed.
#pragma once

#include "query/projection/projection.h"

#include <sheaf/bson/document.h>

#include <optional>

namespace sheaf::engine {

struct ReturnedDocument {
    query::Projection projection;
    bool isNew = false;  // as it is after the update, else as it was before
    std::optional<bson::Document> document;

    // Copies it through the projection. `position` is where the filter matched inside an array.
    void keep(bson::DocumentView found, std::optional<std::uint32_t> position) {
        bson::Buffer out;
        projection.apply(found, {.positionalIndex = position}, out);
        document = bson::Document(std::move(out));
    }
};

}  // namespace sheaf::engine
