// The arrayFilters of an update command: which array elements a `$[<identifier>]` stands for.
#pragma once

#include "query/collation/collation.h"
#include "query/filter/filter.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/document.h>

#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

class ArrayFilters {
public:
    // Each document is a filter whose paths all begin with one identifier. Throws FailedToParse (9), BadValue (2:
    // identifiers start with a lower-case letter and hold letters and digits), and what Filter::parse throws.
    ArrayFilters(const std::vector<DocumentView>& documents, const CollationPtr& collation);

    // The number of the filter for that identifier. Throws BadValue (2) when there is none.
    std::int32_t use(std::string_view identifier);
    // Throws FailedToParse (9) when a filter was never used.
    void requireAllUsed() const;

    // `scratch` is overwritten.
    bool matches(std::int32_t number, ValueView element, bson::Buffer& scratch) const;

private:
    struct Entry {
        std::string identifier;
        Filter filter;
        bool isUsed = false;
    };
    std::vector<Entry> entries_;
};

}  // namespace sheaf::query
