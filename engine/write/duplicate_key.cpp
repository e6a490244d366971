// The error of a unique key that is there already.
#include "engine/write/index_build.h"

#include "bson/path.h"
#include "index/interval.h"

#include <sheaf/bson/builder.h>

namespace sheaf::engine {
namespace {

// Of a long key only the document knows the values.
void appendFromDocument(bson::Builder& values, const index::KeyPattern& pattern, bson::DocumentView document) {
    for (const index::KeyField& field : pattern.fields()) {
        bson::visitPath(document, field.path, bson::LeafArray::Whole, [&](const bson::PathHit& hit) {
            values.append(field.path.dotted(), hit.value);
            return false;
        });
    }
}

}  // namespace

void raiseDuplicateKey(const Namespace& ns, const CatalogIndex& index, const index::KeyView& key,
                       bson::DocumentView document) {
    const index::KeyPattern& pattern = index.spec.keyPattern;
    bson::Builder values;
    if (key.isLong) {
        appendFromDocument(values, pattern, document);
    } else {
        index::decodeKey({.key = key.stem, .id = 0, .typeBits = key.typeBits, .isLong = false}, pattern, values);
    }
    const bson::Document keyValue = values.take();
    std::string shown;
    bson::Builder complete;
    for (const index::KeyField& field : pattern.fields()) {
        const bson::ValueView value = keyValue[field.path.dotted()];
        shown += shown.empty() ? "{ " : ", ";
        shown += field.path.dotted() + ": " + (value.isMissing() ? "null" : index::boundToString(value));
        if (value.isMissing()) complete.append(field.path.dotted(), nullptr);
        else complete.append(field.path.dotted(), value);
    }
    throw Error(ErrorCode::DuplicateKey,
                "E11000 duplicate key error collection: " + ns.full() + " index: " + index.spec.name + " dup key: " + shown +
                    " }",
                bson::make("keyPattern", pattern.document(), "keyValue", complete.take()));
}

}  // namespace sheaf::engine
