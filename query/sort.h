// Sort patterns, and the keys that make documents comparable byte by byte.
#pragma once

#include "bson/path.h"
#include "query/collation/collation.h"
#include "index/key_generator.h"
#include "query/path_set.h"

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
    static constexpr std::size_t kMaxParts = 32;

    SortPattern() = default;  // no order
    // {$natural: ±1} is the caller's to take away. Throws
    //   15974                a direction that is no number
    //   15975                another number than 1 and -1
    //   40352, 40353, 15998  an empty path, one that ends with a dot, one with an empty component
    //   BadValue (2)         a `$`-prefixed component, more than kMaxParts fields
    //   7472500              a field twice
    static SortPattern parse(bson::DocumentView sort, CollationPtr collation = nullptr);

    bool isEmpty() const { return parts_.empty(); }
    const std::vector<Part>& parts() const { return parts_; }
    const CollationPtr& collation() const { return collation_; }
    bson::Document toDocument() const;

private:
    std::vector<Part> parts_;
    CollationPtr collation_;
};

// Makes sort keys of documents. Copies what it needs of the pattern. Threads: one at a time.
class SortKeyGenerator {
public:
    explicit SortKeyGenerator(const SortPattern& pattern);
    SortKeyGenerator(const SortKeyGenerator&) = delete;
    SortKeyGenerator& operator=(const SortKeyGenerator&) = delete;

    // Appends the document's key: memcmp order of whole keys (a shorter one before what it starts) is the order of the
    // documents. Throws BadValue (2) for arrays on two paths that are not one in the other, location(16746) for a
    // numeric path component that is both a position and a name.
    void appendKey(bson::DocumentView document, bson::Buffer& out);

private:
    class LeastKey;
    void appendFlat(std::size_t arrayPart, bson::Buffer& out);
    void appendLeast(bson::DocumentView document, bson::Buffer& out);

    std::vector<SortPattern::Part> parts_;
    std::vector<bson::FieldPath> paths_;
    std::vector<std::size_t> slots_;   // per part
    CollationPtr collation_;
    bson::Buffer collated_;            // what stands for a string
    PathSet pathSet_;
    PathWalker walker_;
};

}  // namespace sheaf::query
