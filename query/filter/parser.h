// Takes filter documents apart: field conditions and top-level operators, with a bound on nesting.
#pragma once

#include "query/filter/node.h"

#include <sheaf/bson/document.h>

#include <string_view>

namespace sheaf::query {

// Handed from operator to operator while one filter is parsed.
class FilterParser {
public:
    explicit FilterParser(const FilterOptions& options = {}) : options_(options) {}

    const FilterOptions& options() const { return options_; }
    // Inside $elemMatch: conditions are on a part of the document.
    bool isInsideElement() const { return elements_ != 0; }
    // The field names $ref, $id and $db, where they are no operators.
    bool mayNameDbRefPart(std::string_view name) const;
    // A whole filter document: {a: 1, $or: […]}.
    FilterPtr parseFilter(bson::DocumentView filter);
    // The same on the elements of an array: it may also name the fields of a DBRef ($ref, $id, $db).
    FilterPtr parseElementFilter(bson::DocumentView filter);
    // The operator document of one path: {$gt: 1, $lt: 5}.
    FilterPtr parseOperators(std::string_view path, bson::DocumentView operators);
    // What stands behind a field name: a regular expression, an operator document or a value.
    FilterPtr parseField(std::string_view path, bson::ValueView condition);

    // Entries of $and, $or, $nor: a non-empty array of filter documents.
    std::vector<FilterPtr> parseFilterList(std::string_view operatorName, bson::ValueView argument);

private:
    class Level;
    FilterOptions options_;
    int depth_ = 0;
    int elements_ = 0;
};

// Whether it is a document whose first name is an operator. A DBRef, a document with $ref and $id, is none.
bool isOperatorDocument(bson::ValueView value);
// $ref, $id or $db.
bool isDbRefName(std::string_view name);
// Whether an $elemMatch of that argument is about elements themselves ({$gt: 5}); else it is a filter over the fields of
// elements that are documents ({a: 1}, {$or: [{a: 1}]}, {$ref: "c"}).
bool isValueCondition(bson::ValueView argument);

}  // namespace sheaf::query
