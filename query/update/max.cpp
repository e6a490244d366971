// $max: gives a field a value that is higher than the one it has, in BSON's order over all types; a missing field gets
// it in any case.
//
//   { $max: { <path>: <value>, ... } }

#include "query/update/operators.h"

#include <sheaf/bson/compare.h>

namespace sheaf::query {
namespace {

class MaxModifier : public Modifier {
public:
    MaxModifier(ValueView value, CollationPtr collation)
        : value_(value), collation_(std::move(collation)), levels_(levelsOf(value)) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        const bool isSet = change.old.isMissing() || bson::compare(value_, change.old, collation_.get()) > 0;
        if (isSet) return out.set(value_);
        return FieldEffect::Keep;
    }
    int newLevels(DocumentView) const override { return levels_; }

private:
    ValueView value_;
    CollationPtr collation_;
    int levels_;
};

void parseMax(std::string_view path, ValueView operand, ModifierList& list) {
    list.add(path, std::make_unique<MaxModifier>(operand, list.collation()));
}

}  // namespace

constinit const UpdateOperator kMax{.name = "$max", .parse = parseMax};

}  // namespace sheaf::query
