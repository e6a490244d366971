// $push: appends values to an array; a missing field becomes an array.
//
//   { $push: { <path>: <value> | { $each: [ <value>, ... ], $position: <n>, $sort: <order>, $slice: <n> }, ... } }
//
// Order     placed, then sorted, then sliced, whatever the order of the clauses.
// $position counts from the front, or from the end when negative; beyond an end it means that end.
// $slice    keeps the first n elements, or the last -n.
// $sort     1, -1, or fields of the elements ({<path>: 1, ...}).
// Errors    2 while parsing: an unknown clause, $each no array, a clause of the wrong type.
//           2 while running: the field is no array.

#include "query/update/push.h"

#include "bson/raise.h"
#include "query/logical_bytes.h"
#include "query/update/operators.h"

#include <algorithm>

namespace sheaf::query {
namespace {

class PushModifier : public Modifier {
public:
    explicit PushModifier(PushClauses clauses) : clauses_(std::move(clauses)) {
        for (ValueView value : clauses_.values) levels_ = std::max(levels_, levelsOf(value) + 1);
        onlyAppends_ = !clauses_.slice && !clauses_.sort && !clauses_.position;
    }

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (!change.old.isMissing() && !change.old.isArray()) {
            raise(ErrorCode::BadValue, "$push: the field '", change.name, "' must be an array but is of type ",
                  change.old.typeName(), " in the document ", describeDocument(change.root));
        }
        const DocumentView array = change.old.isMissing() ? DocumentView() : change.old.asDocument();
        if (onlyAppends_) return append(array, change.old.isMissing(), out);

        std::vector<ValueView> elements;
        for (const bson::Element& element : array) elements.push_back(element.value);
        place(elements);
        if (clauses_.sort) clauses_.sort->sort(elements);
        if (clauses_.slice) slice(elements);
        out.openArray();
        for (ValueView element : elements) out.push(element);
        return out.closeArray();
    }
    int newLevels(DocumentView) const override { return levels_; }

private:
    FieldEffect append(DocumentView array, bool isNewField, FieldWriter& out) const {
        if (clauses_.values.empty() && !isNewField) return FieldEffect::Keep;
        out.openArray();
        out.copy(array.data() + 4, array.data() + array.size() - 1, static_cast<std::uint32_t>(array.countElements()));
        std::uint64_t bytes = 0;
        for (ValueView value : clauses_.values) {
            bytes += elementBytes(PositionName(out.arrayCount()).view(), value);
            out.push(value);
        }
        if (!isNewField) out.setLogicalBytes(bytes);
        return out.closeArray();
    }

    void place(std::vector<ValueView>& elements) const {
        const auto size = static_cast<std::int64_t>(elements.size());
        std::int64_t at = clauses_.position.value_or(size);
        if (at < 0) at = at < -size ? 0 : at + size;
        at = std::min(at, size);
        elements.insert(elements.begin() + at, clauses_.values.begin(), clauses_.values.end());
    }

    void slice(std::vector<ValueView>& elements) const {
        const auto size = static_cast<std::int64_t>(elements.size());
        const std::int64_t limit = *clauses_.slice;
        if (limit >= 0) {
            if (limit < size) elements.resize(static_cast<std::size_t>(limit));
        } else if (limit > -size) {
            elements.erase(elements.begin(), elements.begin() + (size + limit));
        }
    }

    PushClauses clauses_;
    bool onlyAppends_;
    int levels_ = 1;
};

void parsePush(std::string_view path, ValueView operand, ModifierList& list) {
    list.add(path, std::make_unique<PushModifier>(PushClauses::parse(path, operand, list.collation())));
}

}  // namespace

constinit const UpdateOperator kPush{.name = "$push", .parse = parsePush};

}  // namespace sheaf::query
