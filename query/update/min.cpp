// $min: gives a field a value that is lower than the one it has, in BSON's order over all types; a missing field gets
// it in any case.
//
//   { $min: { <path>: <value>, ... } }

#include "query/update/operators.h"

#include <sheaf/bson/compare.h>

namespace sheaf::query {
namespace {

class MinModifier : public Modifier {
public:
    MinModifier(ValueView value, CollationPtr collation)
        : value_(value), collation_(std::move(collation)), levels_(levelsOf(value)) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        const bool isSet = change.old.isMissing() || bson::compare(value_, change.old, collation_.get()) < 0;
        if (isSet) return out.set(value_);
        return FieldEffect::Keep;
    }
    int newLevels(DocumentView) const override { return levels_; }

private:
    ValueView value_;
    CollationPtr collation_;
    int levels_;
};

void parseMin(std::string_view path, ValueView operand, ModifierList& list) {
    list.add(path, std::make_unique<MinModifier>(operand, list.collation()));
}

}  // namespace

constinit const UpdateOperator kMin{.name = "$min", .parse = parseMin};

}  // namespace sheaf::query
