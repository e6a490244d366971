// Filters: MongoDB's query language over single documents, parsed once into an immutable tree.
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sheaf::query {

class FilterNode;
using FilterPtr = std::shared_ptr<const FilterNode>;

class Collation;
class OperationVariables;

struct FilterOptions {
    std::shared_ptr<const Collation> collation = nullptr;  // how strings compare; null: by their bytes
    const OperationVariables* variables = nullptr;  // for $expr; null: none but those of the system
    bool allowsExpr = true;                         // false: $expr is QueryFeatureNotAllowed (224)
    bool namesDbRefParts = false;                   // a filter on the elements of an array: $ref, $id, $db are fields
};

// What the positional operator `$` of updates and projections needs to know about a match.
struct MatchDetails {
    // The index of the element that matched, in the outermost array that was traversed without an index in the path.
    std::optional<std::uint32_t> positionalIndex;
};

// A parsed filter document. Copies share the tree; safe to read from many threads. For a stream of documents make a
// Matcher (query/filter/matcher.h), which walks each document once.
class Filter {
public:
    Filter();  // {}: matches every document

    // Copies what it keeps. Throws BadValue (2) for unknown operators, wrong arguments and nesting deeper than
    // kMaxDepth, and MongoDB's numbers of single operators (see their files).
    static Filter parse(bson::DocumentView filter, const FilterOptions& options = {});
    // Takes a tree as it is, for rewrites.
    explicit Filter(FilterPtr root);

    bool matches(bson::DocumentView document, MatchDetails* details = nullptr) const;
    bool isAlwaysTrue() const;
    bool isAlwaysFalse() const;

    const FilterNode& root() const { return *root_; }
    const FilterPtr& rootPtr() const { return root_; }
    // The canonical form, as explain's parsedQuery shows it.
    bson::Document toDocument() const;

    // Both must match.
    static Filter both(const Filter& a, const Filter& b);

    // A path that every matching document must hold with this value, as an upsert puts it into a new document: from
    // equality, $eq, $in and $all of one value, through $and and $or of one branch. In filter order; a path may occur
    // twice.
    struct Equality {
        std::string path;
        bson::Value value;
    };
    std::vector<Equality> equalities() const;

    static constexpr int kMaxDepth = 100;

private:
    FilterPtr root_;
};

// A condition on one value, as $pull, $elemMatch and arrayFilters state it: {$gte: 5, $lt: 9}, or any value to equal.
class ValueFilter {
public:
    // A document whose first name is an operator is an operator expression, all else is a value to equal; a regular
    // expression matches as in {field: /re/}. Throws as Filter::parse.
    static ValueFilter parse(bson::ValueView condition, const FilterOptions& options = {});

    // As if `value` were a field's value: an array matches through its elements too.
    bool matches(bson::ValueView value) const;
    // `value` itself, without looking into an array.
    bool matchesElement(bson::ValueView value) const;

    // Whether a condition on elements is about the elements themselves ({$gt: 5}), not about their fields ({a: 1},
    // {$or: [{a: 1}]}).
    static bool isOperatorExpression(bson::ValueView condition);

private:
    FilterPtr root_;  // nodes of the empty path
};

}  // namespace sheaf::query
