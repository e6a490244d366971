// What a find, count, update or delete asks for, parsed: filter, projection, sort, skip, limit, hint.
#pragma once

#include "query/filter/filter.h"
#include "query/projection/projection.h"
#include "query/sort.h"

#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>
#include <string>

namespace sheaf::query {

// As the command has it. Views need to live only while CanonicalQuery::parse runs.
struct QueryRequest {
    bson::DocumentView filter;
    bson::DocumentView projection;
    bson::DocumentView sort;
    bson::ValueView hint;              // missing, a name, a key pattern or {$natural: ±1}
    std::int64_t skip = 0;
    std::int64_t limit = 0;            // 0: all; negative as its absolute value
    bool allowDiskUse = true;
    bool needsPosition = false;        // an update with `$`: the executor tells where the filter matched
    CollationPtr collation = nullptr;  // of filter and sort
    const OperationVariables* variables = nullptr;  // for expressions; null: the system's only
    bool allowsExpr = true;            // false for an upsert
    bool countsOnly = false;           // only the number of results matters: documents may be missing from them
    bson::DocumentView min;            // keys of the index that the hint names: from here, included, ...
    bson::DocumentView max;            // ... to here, excluded; {}: no such end
    bool returnKey = false;            // index keys in place of documents; the projection is then not looked at
};

// {$natural: 1} as a sort counts as a hint. An index by name or by key pattern.
struct Hint {
    enum class Kind : std::uint8_t { None, NaturalForward, NaturalBackward, IndexName, IndexPattern };
    Kind kind = Kind::None;
    std::string indexName;
    bson::Document keyPattern;
};

struct CanonicalQuery {
    Filter filter;
    Projection projection;
    bson::Document projectionSpecification;  // as given, for explain
    SortPattern sort;
    CollationPtr collation;
    Hint hint;
    std::uint64_t skip = 0;
    std::uint64_t limit = 0;           // 0: all
    bool allowDiskUse = true;
    bool needsPosition = false;        // for `$` in the projection or the update
    bool countsOnly = false;
    bson::Document min;
    bson::Document max;
    bool returnKey = false;

    // Throws what Filter, Projection and SortPattern throw; FailedToParse (9) for a hint of the wrong type, BadValue (2)
    // for a wrong $natural, location(51024) for a negative skip, location(51176) when min and max name different fields.
    static CanonicalQuery parse(const QueryRequest& request);
};

}  // namespace sheaf::query
