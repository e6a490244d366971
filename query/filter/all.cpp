// $all: the field holds every value of a list, as elements of its array or as itself.
//
//   { <path>: { $all: [ <value>, …, /regex/, … ] } }
//   { <path>: { $all: [ { $elemMatch: … }, … ] } }
//
// An empty list matches nothing.
// Errors    2 while parsing: not an array; operators other than $elemMatch in it, or $elemMatch beside values.

#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

bool isElemMatch(bson::ValueView member) {
    return isOperatorDocument(member) && member.asDocument().begin()->name == "$elemMatch";
}

FilterPtr parseAll(const FieldCondition& condition) {
    if (!condition.argument.isArray()) raise(ErrorCode::BadValue, "$all needs an array, found ", condition.argument);
    std::vector<FilterPtr> parts;
    const bson::ArrayView members = condition.argument.asArray();
    const bool areElemMatches = isElemMatch(members[0]);
    for (const bson::ValueView& member : members) {
        if (isElemMatch(member) != areElemMatches) {
            raise(ErrorCode::BadValue, "$all/$elemMatch has to be consistent, found ", condition.argument);
        }
        if (!areElemMatches && isOperatorDocument(member)) {
            raise(ErrorCode::BadValue, "no $ expressions in $all, found ", member);
        }
        parts.push_back(condition.parser.parseField(condition.path, member));
    }
    return parts.empty() ? makeAlwaysFalse() : makeAnd(std::move(parts));
}

}  // namespace

constinit const FilterOperator kFilterAll{.name = "$all", .parseOnField = parseAll};

}  // namespace sheaf::query
