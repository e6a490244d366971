// $addToSet: appends a value to an array unless the array has an equal one; a missing field becomes an array.
//
//   { $addToSet: { <path>: <value> | { $each: [ <value>, ... ] }, ... } }
//
// Equality  BSON's: 1 and 1.0 are equal, documents with another order of fields are not. What the array already holds
//           twice stays.
// Errors    14 while parsing: $each is no array.
//           2 while parsing: anything beside $each.
//           2 while running: the field is no array.

#include "query/update/operators.h"

#include "bson/raise.h"
#include "query/logical_bytes.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <vector>

namespace sheaf::query {
namespace {

// Fewer than this many values are looked for by comparison, one after the other; more by binary search.
constexpr std::size_t kFewValues = 8;

class AddToSetModifier : public Modifier {
public:
    AddToSetModifier(std::vector<ValueView> values, CollationPtr collation)
        : values_(std::move(values)), collation_(std::move(collation)) {
        for (ValueView value : values_) levels_ = std::max(levels_, levelsOf(value) + 1);
        sorted_.resize(values_.size());
        for (std::uint32_t i = 0; i < sorted_.size(); ++i) sorted_[i] = i;
        std::stable_sort(sorted_.begin(), sorted_.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return isLess(values_[a], values_[b]); });
    }

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (!change.old.isMissing() && !change.old.isArray()) {
            raise(ErrorCode::BadValue, "Cannot apply $addToSet to a non-array value: the field '", change.name,
                  "' of the document ", describeDocument(change.root), " has type ", change.old.typeName());
        }
        std::vector<bool> isPresent(values_.size());
        for (std::size_t i = 1; i < sorted_.size(); ++i) {  // of equal values only the first is new
            if (isEqual(values_[sorted_[i - 1]], values_[sorted_[i]])) isPresent[sorted_[i]] = true;
        }
        std::uint32_t count = 0;
        const DocumentView array = change.old.isMissing() ? DocumentView() : change.old.asDocument();
        for (const bson::Element& element : array) {
            markPresent(element.value, isPresent);
            ++count;
        }
        const bool hasNew = std::find(isPresent.begin(), isPresent.end(), false) != isPresent.end();
        if (!hasNew && !change.old.isMissing()) return FieldEffect::Keep;
        return append(array, count, isPresent, change.old.isMissing(), out);
    }
    int newLevels(DocumentView) const override { return levels_; }

private:
    bool isLess(ValueView a, ValueView b) const { return bson::compare(a, b, collation_.get()) < 0; }
    bool isEqual(ValueView a, ValueView b) const { return bson::equal(a, b, collation_.get()); }

    void markPresent(ValueView element, std::vector<bool>& isPresent) const {
        if (values_.size() < kFewValues) {
            for (std::size_t i = 0; i < values_.size(); ++i) {
                if (!isPresent[i] && isEqual(values_[i], element)) isPresent[i] = true;
            }
            return;
        }
        const auto range = std::lower_bound(sorted_.begin(), sorted_.end(), element,
                                            [this](std::uint32_t a, ValueView b) { return isLess(values_[a], b); });
        for (auto at = range; at != sorted_.end() && isEqual(values_[*at], element); ++at) isPresent[*at] = true;
    }

    FieldEffect append(DocumentView array, std::uint32_t count, const std::vector<bool>& isPresent, bool isNewField,
                       FieldWriter& out) const {
        out.openArray();
        out.copy(array.data() + 4, array.data() + array.size() - 1, count);
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (isPresent[i]) continue;
            bytes += elementBytes(PositionName(out.arrayCount()).view(), values_[i]);
            out.push(values_[i]);
        }
        if (!isNewField) out.setLogicalBytes(bytes);
        return out.closeArray();
    }

    std::vector<ValueView> values_;
    CollationPtr collation_;
    std::vector<std::uint32_t> sorted_;  // places in values_, equal values in the order given
    int levels_ = 1;
};

void parseAddToSet(std::string_view path, ValueView operand, ModifierList& list) {
    std::vector<ValueView> values{operand};
    if (operand.isDocument() && !operand.asDocument().isEmpty()) {
        const bson::Element each = *operand.asDocument().begin();
        if (each.name == "$each") {
            if (!each.value.isArray()) {
                raise(ErrorCode::TypeMismatch, "$addToSet: the argument to $each must be an array, but has type ",
                      each.value.typeName());
            }
            if (operand.asDocument().countElements() > 1) {
                raise(ErrorCode::BadValue, "$addToSet: found unexpected fields after $each: ",
                      describeValue(operand));
            }
            values.assign(each.value.asArray().begin(), each.value.asArray().end());
        }
    }
    list.add(path, std::make_unique<AddToSetModifier>(std::move(values), list.collation()));
}

}  // namespace

constinit const UpdateOperator kAddToSet{.name = "$addToSet", .parse = parseAddToSet};

}  // namespace sheaf::query
