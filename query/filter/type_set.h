// Sets of BSON types, and the $type condition.
#pragma once

#include "query/filter/node.h"

#include <bitset>

namespace sheaf::query {

class TypeSet {
public:
    void add(bson::Type type) { bits_.set(static_cast<std::size_t>(type)); }
    bool contains(bson::Type type) const { return bits_.test(static_cast<std::size_t>(type)); }
    bool isEmpty() const { return bits_.none(); }

private:
    std::bitset<256> bits_;
};

// An alias, a type number or a list of those. Throws BadValue (2), TypeMismatch (14),
// FailedToParse (9) for an empty list.
TypeSet parseTypeSet(bson::ValueView argument);

class TypeNode final : public PathNode {
public:
    TypeNode(std::string_view path, TypeSet types) : PathNode(FilterKind::Type, path), types_(types) {}
    const TypeSet& types() const { return types_; }
    bool matchesElement(bson::ValueView value) const override {
        return !value.isMissing() && types_.contains(value.type());
    }
    void describeCondition(bson::Builder& operators) const override;

private:
    TypeSet types_;
};

}  // namespace sheaf::query
