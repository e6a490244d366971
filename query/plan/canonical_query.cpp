// Parses what a query asks for.

#include "query/plan/canonical_query.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <limits>

namespace sheaf::query {
namespace {

Hint::Kind naturalHint(bson::ValueView direction) {
    const auto number = direction.isNumber() ? bson::exactInt64(direction) : std::nullopt;
    if (number == 1) return Hint::Kind::NaturalForward;
    if (number == -1) return Hint::Kind::NaturalBackward;
    raise(ErrorCode::BadValue, "$natural must be 1 or -1, found ", direction);
}

Hint parseHint(bson::ValueView hint) {
    Hint parsed;
    if (hint.isMissing()) return parsed;
    if (hint.isString()) {
        parsed.kind = Hint::Kind::IndexName;
        parsed.indexName = hint.asString();
        return parsed;
    }
    if (!hint.isDocument()) raise(ErrorCode::FailedToParse, "Hint must be a string or an object, found ", hint);
    const bson::DocumentView pattern = hint.asDocument();
    if (pattern.isEmpty()) return parsed;
    if (const bson::ValueView natural = pattern["$natural"]; !natural.isMissing()) {
        if (pattern.countElements() != 1) {
            raise(ErrorCode::BadValue, "$natural may not be combined with other fields in a hint, found ", pattern);
        }
        parsed.kind = naturalHint(natural);
        return parsed;
    }
    parsed.kind = Hint::Kind::IndexPattern;
    parsed.keyPattern = bson::Document(pattern);
    return parsed;
}

// A {$natural: ±1} sort becomes the hint.
void parseSort(bson::DocumentView sort, CanonicalQuery& query) {
    const bson::ValueView natural = sort["$natural"];
    if (natural.isMissing()) {
        query.sort = SortPattern::parse(sort, query.collation);
        return;
    }
    if (sort.countElements() != 1) raise(ErrorCode::BadValue, "Cannot include '$natural' in compound sort: ", sort);
    const Hint::Kind kind = naturalHint(natural);
    const bool hasIndexHint = query.hint.kind == Hint::Kind::IndexName || query.hint.kind == Hint::Kind::IndexPattern;
    if (hasIndexHint) raise(ErrorCode::BadValue, "a hint on an index contradicts the sort ", sort);
    query.hint.kind = kind;
}

void requireSameNames(bson::DocumentView min, bson::DocumentView max) {
    bson::ElementIterator other = max.begin();
    for (const bson::Element& element : min) {
        const bool isSame = other != max.end() && other->name == element.name;
        if (!isSame) raise(location(51176), "min and max must have the same field names: ", min, " and ", max);
        ++other;
    }
    if (other != max.end()) raise(location(51176), "min and max must have the same field names: ", min, " and ", max);
}

}  // namespace

CanonicalQuery CanonicalQuery::parse(const QueryRequest& request) {
    CanonicalQuery query;
    query.collation = request.collation;
    query.filter = Filter::parse(request.filter, {.collation = request.collation,
                                                  .variables = request.variables,
                                                  .allowsExpr = request.allowsExpr});
    if (!request.projection.isEmpty()) {
        query.projection = Projection::parse(request.projection, {.variables = request.variables});
        query.projectionSpecification = bson::Document(request.projection);
    }
    query.hint = parseHint(request.hint);
    if (!request.sort.isEmpty()) parseSort(request.sort, query);
    if (request.skip < 0) raise(location(51024), "skip must not be negative, found ", request.skip);
    query.skip = static_cast<std::uint64_t>(request.skip);
    const auto limit = static_cast<std::uint64_t>(request.limit);
    query.limit = request.limit < 0 ? 0 - limit : limit;
    query.allowDiskUse = request.allowDiskUse;
    query.needsPosition = request.needsPosition || query.projection.needsPosition();
    query.countsOnly = request.countsOnly;
    if (!request.min.isEmpty() && !request.max.isEmpty()) requireSameNames(request.min, request.max);
    query.min = request.min.copy();
    query.max = request.max.copy();
    query.returnKey = request.returnKey;
    return query;
}

}  // namespace sheaf::query
