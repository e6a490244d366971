// Rows of filter tests: a filter, a document, and whether it matches. The compiled matcher must agree with the tree, and
// the canonical form with both.
#pragma once

#include "query/filter/filter.h"
#include "query/filter/matcher.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sheaf::query::test {

struct FilterCase {
    const char* what;
    const char* filter;
    const char* document;
    const char* outcome;  // "yes", "no", or the name of the error that parsing gives
};

inline std::string outcomeOf(const FilterCase& c) {
    try {
        const Filter filter = Filter::parse(bson::fromJson(c.filter));
        const bson::Document document = bson::fromJson(c.document);
        const bool matches = filter.matches(document);
        Matcher matcher(filter);
        if (matcher.matches(document) != matches) return "the matcher disagrees";
        if (matcher.matches(document) != matches) return "the matcher disagrees with itself";
        // The canonical form says the same.
        if (Filter::parse(filter.toDocument()).matches(document) != matches) return "the canonical form disagrees";
        return matches ? "yes" : "no";
    } catch (const Error& error) {
        return error.codeName();
    }
}

inline void check(const std::vector<FilterCase>& cases) {
    for (const FilterCase& c : cases) {
        CAPTURE(c.what);
        CAPTURE(c.filter);
        CAPTURE(c.document);
        CHECK(outcomeOf(c) == c.outcome);
    }
}

}  // namespace sheaf::query::test
