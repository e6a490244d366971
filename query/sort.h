// Sort patterns, and the keys that make documents comparable byte by byte.
#pragma once

#include "bson/path.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <vector>

namespace sheaf::query {

// {a: 1, "b.c": -1}. An array counts by its smallest element, descending by its largest; the empty array as undefined;
// missing as null.
class SortPattern {
public:
    struct Part {
        bson::FieldPath path;
        bool isDescending = false;
    };

    SortPattern() = default;  // no order
    // Throws BadValue (2) or 15974, 15975, 15976 for what is no sort; {$natural: ±1} is the caller's to take away.
    static SortPattern parse(bson::DocumentView sort);

    bool isEmpty() const { return parts_.empty(); }
    const std::vector<Part>& parts() const { return parts_; }
    bson::Document toDocument() const;

    // Appends the document's key: memcmp order of keys is the order of the documents. Two arrays on different paths:
    // BadValue (2), "cannot sort with keys that are parallel arrays".
    void appendKey(bson::DocumentView document, bson::Buffer& out) const;

private:
    std::vector<Part> parts_;
};

}  // namespace sheaf::query
