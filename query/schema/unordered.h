// Equality of values as $jsonSchema has it: the order of fields in documents does not count.
#pragma once

#include <sheaf/bson/document.h>

#include <vector>

namespace sheaf::query {

// A set of values. Equal means equal by bson::compare once the fields of every document are sorted by name.
class UnorderedValues {
public:
    // Call finish() after the last one, before contains().
    void add(bson::ValueView value);
    // Sorts; returns false when two of the values are equal.
    bool finish();
    bool contains(bson::ValueView value) const;

private:
    std::vector<bson::Value> values_;
};

}  // namespace sheaf::query
