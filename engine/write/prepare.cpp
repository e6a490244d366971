// The checks and changes that a document meets before it is inserted.
#include "engine/write/prepare.h"

#include "bson/raise.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/validate.h>

#include <atomic>

namespace sheaf::engine {
namespace {

// The value that replaces Timestamp(0, 0): the time, and a count that makes it unique in the process.
bson::Timestamp nextTimestamp() {
    static std::atomic<std::uint32_t> count{0};
    return {.seconds = static_cast<std::uint32_t>(bson::Date::now().ms / 1000), .increment = ++count};
}

struct TopLevel {
    bson::ValueView id;
    std::size_t ids = 0;
    bool idIsFirst = false;
    bool hasZeroTimestamp = false;
};

bool isZeroTimestamp(const bson::Element& element) {
    return element.value.type() == bson::Type::Timestamp && element.value.asTimestamp() == bson::Timestamp{} &&
           element.name != "_id";
}

TopLevel lookAtTopLevel(bson::DocumentView document) {
    TopLevel found;
    bool isFirst = true;
    for (const bson::Element& element : document) {
        if (element.name == "_id") {
            if (found.ids++ == 0) {
                found.id = element.value;
                found.idIsFirst = isFirst;
            }
        } else if (isZeroTimestamp(element)) {
            found.hasZeroTimestamp = true;
        }
        isFirst = false;
    }
    return found;
}

}  // namespace

void requireStorable(bson::DocumentView document, int maxDepth) {
    if (document.size() > kMaxDocumentBytes) {
        raise(ErrorCode::BadValue, "object to insert too large. size in bytes: ", document.size(),
              ", max size: ", kMaxDocumentBytes);
    }
    bson::requireValid(document.bytes(), {.bytes = kMaxDocumentBytes, .depth = maxDepth});
}

void requireStorableId(bson::ValueView id) {
    switch (id.type()) {
        case bson::Type::Array:
        case bson::Type::Regex:
        case bson::Type::Undefined:
            raise(ErrorCode::InvalidIdField, "The '_id' value cannot be of type ", id.typeName());
        case bson::Type::Document:
            for (const bson::Element& element : id.asDocument()) {
                if (element.name.starts_with('$')) {
                    raise(ErrorCode::DollarPrefixedFieldName, "_id fields may not contain '$'-prefixed fields: ", element.name,
                          " is not valid for storage.");
                }
            }
            return;
        default:
            return;
    }
}

void PreparedDocuments::add(bson::DocumentView document) {
    requireStorable(document, maxDepth_);
    const TopLevel top = lookAtTopLevel(document);
    if (top.ids > 1) raise(ErrorCode::BadValue, "can't have multiple _id fields in one document");
    requireStorableId(top.id);
    if (top.idIsFirst && !top.hasZeroTimestamp) {
        places_.push_back({document.data(), 0, document.size()});
        return;
    }
    const std::size_t start = rewritten_.size();
    bson::Builder builder(rewritten_);
    if (top.ids == 0) builder.append("_id", bson::ObjectId::generate());
    else builder.append("_id", top.id);
    for (const bson::Element& element : document) {
        if (element.name == "_id") continue;
        if (isZeroTimestamp(element)) builder.append(element.name, nextTimestamp());
        else builder.append(element);
    }
    const std::uint32_t size = builder.finish().size();
    if (size > kMaxDocumentBytes) {
        rewritten_.truncate(start);
        raise(ErrorCode::BadValue, "object to insert too large. size in bytes: ", size, ", max size: ", kMaxDocumentBytes);
    }
    places_.push_back({nullptr, start, size});
}

bson::DocumentView PreparedDocuments::operator[](std::size_t at) const {
    const Place& place = places_[at];
    return bson::DocumentView::trusted(place.data ? place.data : rewritten_.data() + place.offset, place.size);
}

}  // namespace sheaf::engine
