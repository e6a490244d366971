// The clauses of $push, and the order that its $sort asks for.
#pragma once

#include "bson/path.h"
#include "query/collation/collation.h"

#include <sheaf/bson/view.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sheaf::query {

// $sort of a $push: by whole elements, or by fields of elements that are documents (others count as empty documents).
class PushSort {
public:
    // 1, -1 or {<path>: 1 | -1, ...}. Throws BadValue (2).
    static PushSort parse(bson::ValueView clause, CollationPtr collation);
    // Stable.
    void sort(std::vector<bson::ValueView>& elements) const;

private:
    struct Key {
        bson::FieldPath path;
        int direction;
    };
    int compare(bson::ValueView a, bson::ValueView b) const;

    std::vector<Key> keys_;
    CollationPtr collation_;
    int wholeDirection_ = 1;  // when there are no keys
};

struct PushClauses {
    std::vector<bson::ValueView> values;
    std::optional<std::int64_t> slice;
    std::optional<std::int64_t> position;
    std::optional<PushSort> sort;

    // The operand of one path. Throws BadValue (2).
    static PushClauses parse(std::string_view path, bson::ValueView operand, const CollationPtr& collation);
};

}  // namespace sheaf::query
