// $elemMatch: one element of the array satisfies all of the conditions.
//
//   { <path>: { $elemMatch: { <operators> } } }      conditions on the element itself
//   { <path>: { $elemMatch: { <filter> } } }         a filter on elements that are documents (or arrays)
//
// Only arrays match. $and, $or and $nor in first place make it a filter.
// Errors    2 while parsing: not a document.

#include "bson/raise.h"
#include "query/filter/operators.h"

namespace sheaf::query {
namespace {

FilterPtr parseElemMatch(const FieldCondition& condition) {
    const bson::ValueView argument = condition.argument;
    if (!argument.isDocument()) raise(ErrorCode::BadValue, "$elemMatch needs an Object, found ", argument);
    const bson::DocumentView document = argument.asDocument();
    if (isValueCondition(argument)) {
        return std::make_shared<ElemMatchValueNode>(condition.path, condition.parser.parseOperators("", document));
    }
    return std::make_shared<ElemMatchObjectNode>(condition.path, condition.parser.parseElementFilter(document));
}

// The index of the first element that `satisfies` goes into `details`.
template <typename Satisfies>
bool anyElement(bson::ValueView value, MatchDetails* details, Satisfies satisfies) {
    if (!value.isArray()) return false;
    std::uint32_t index = 0;
    for (const bson::ValueView& element : value.asArray()) {
        if (satisfies(element)) {
            if (details != nullptr) details->positionalIndex = index;
            return true;
        }
        ++index;
    }
    return false;
}

}  // namespace

bool isValueCondition(bson::ValueView argument) {
    if (!isOperatorDocument(argument)) return false;
    const std::string_view first = argument.asDocument().begin()->name;
    if (isDbRefName(first)) return false;
    const FilterOperator* found = findFilterOperator(first);
    return found == nullptr || found->parseOnField != nullptr;
}

constinit const FilterOperator kFilterElemMatch{.name = "$elemMatch", .parseOnField = parseElemMatch};

bool ElemMatchObjectNode::matchesElementAt(bson::ValueView value, MatchDetails* details) const {
    return anyElement(value, details, [&](bson::ValueView element) {
        return (element.isDocument() || element.isArray()) && children()[0]->matches(element.asDocument(), nullptr);
    });
}

void ElemMatchObjectNode::describeCondition(bson::Builder& operators) const {
    operators.openDocument("$elemMatch");
    if (children()[0]->kind() != FilterKind::AlwaysTrue) children()[0]->describe(operators);
    operators.close();
}

bool ElemMatchValueNode::matchesElementAt(bson::ValueView value, MatchDetails* details) const {
    return anyElement(value, details,
                      [&](bson::ValueView element) { return children()[0]->matchesElement(element); });
}

void ElemMatchValueNode::describeCondition(bson::Builder& operators) const {
    operators.openDocument("$elemMatch");
    children()[0]->describeCondition(operators);
    operators.close();
}

}  // namespace sheaf::query
