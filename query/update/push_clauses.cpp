// $each, $slice, $sort and $position: what a $push may say beside its values.

#include "query/update/push.h"

#include "bson/number.h"
#include "bson/raise.h"
#include "query/update/operators.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::query {
namespace {

int parseDirection(ValueView value) {
    if (value.isNumber()) {
        const double direction = bson::toDouble(value);
        if (direction == 1) return 1;
        if (direction == -1) return -1;
    }
    raise(ErrorCode::BadValue, "$push: the $sort element value must be either 1 or -1, not ", describeValue(value));
}

std::int64_t parseWhole(std::string_view clause, ValueView value) {
    const auto whole = value.isNumber() ? bson::exactInt64(value) : std::nullopt;
    if (!whole) {
        raise(ErrorCode::BadValue, "$push: the value for ", clause, " must be an integer, but is ",
              describeValue(value));
    }
    return *whole;
}

// A sort key: fields of documents, positions of arrays, no search among the elements of an array.
ValueView keyOf(ValueView element, const bson::FieldPath& path) {
    if (!element.isDocument()) return ValueView(bson::Type::Null, nullptr, 0);
    ValueView value = element;
    for (const bson::FieldPath::Component& component : path.components()) {
        if (value.isDocument()) {
            value = value.asDocument()[component.name];
        } else if (value.isArray() && component.index >= 0) {
            value = value.asArray()[static_cast<std::size_t>(component.index)];
        } else {
            value = ValueView();
        }
        if (value.isMissing()) return ValueView(bson::Type::Null, nullptr, 0);
    }
    return value;
}

}  // namespace

PushSort PushSort::parse(ValueView clause, CollationPtr collation) {
    PushSort sort;
    sort.collation_ = std::move(collation);
    if (!clause.isDocument()) {
        if (!clause.isNumber()) {
            raise(ErrorCode::BadValue, "$push: $sort must be 1, -1 or a document of fields, not ",
                  describeValue(clause));
        }
        sort.wholeDirection_ = parseDirection(clause);
        return sort;
    }
    for (const bson::Element& field : clause.asDocument()) {
        bson::FieldPath path(field.name);
        for (const auto& component : path.components()) {
            if (component.name.empty()) {
                raise(ErrorCode::BadValue, "$push: the $sort field '", field.name, "' has an empty part");
            }
        }
        sort.keys_.push_back({std::move(path), parseDirection(field.value)});
    }
    if (sort.keys_.empty()) raise(ErrorCode::BadValue, "$push: the $sort pattern is empty");
    return sort;
}

int PushSort::compare(ValueView a, ValueView b) const {
    if (keys_.empty()) return wholeDirection_ * bson::compare(a, b, collation_.get());
    for (const Key& key : keys_) {
        const int order = bson::compare(keyOf(a, key.path), keyOf(b, key.path), collation_.get());
        if (order != 0) return key.direction * order;
    }
    return 0;
}

void PushSort::sort(std::vector<ValueView>& elements) const {
    std::stable_sort(elements.begin(), elements.end(),
                     [this](ValueView a, ValueView b) { return compare(a, b) < 0; });
}

PushClauses PushClauses::parse(std::string_view path, ValueView operand, const CollationPtr& collation) {
    PushClauses clauses;
    if (!operand.isDocument() || !operand.asDocument().contains("$each")) {
        clauses.values.push_back(operand);
        return clauses;
    }
    bool hasEach = false;
    for (const bson::Element& clause : operand.asDocument()) {
        const bool isRepeated = (clause.name == "$each" && hasEach) || (clause.name == "$slice" && clauses.slice) ||
                                (clause.name == "$position" && clauses.position) ||
                                (clause.name == "$sort" && clauses.sort);
        if (isRepeated) raise(ErrorCode::BadValue, "$push: only one ", clause.name, " is allowed for '", path, "'");
        if (clause.name == "$each") {
            if (!clause.value.isArray()) {
                raise(ErrorCode::BadValue, "$push: the argument to $each must be an array, but has type ",
                      clause.value.typeName());
            }
            hasEach = true;
            clauses.values.assign(clause.value.asArray().begin(), clause.value.asArray().end());
        } else if (clause.name == "$slice") {
            clauses.slice = parseWhole("$slice", clause.value);
        } else if (clause.name == "$position") {
            clauses.position = parseWhole("$position", clause.value);
        } else if (clause.name == "$sort") {
            clauses.sort = PushSort::parse(clause.value, collation);
        } else {
            raise(ErrorCode::BadValue, "Unrecognized clause in $push: ", clause.name);
        }
    }
    return clauses;
}

}  // namespace sheaf::query
