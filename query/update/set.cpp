// $set: gives a field a value, and makes the field and the documents above it where they are missing.
//
//   { $set: { <path>: <value>, ... } }
//
// Changes nothing when the field already has that value, in the same type.

#include "query/update/operators.h"

namespace sheaf::query {
namespace {

class SetModifier : public Modifier {
public:
    explicit SetModifier(ValueView value) : value_(value), levels_(levelsOf(value)) {}

    FieldEffect modify(const FieldChange&, FieldWriter& out) const override { return out.set(value_); }
    int newLevels(DocumentView) const override { return levels_; }

private:
    ValueView value_;
    int levels_;
};

void parseSet(std::string_view path, ValueView operand, ModifierList& list) {
    list.add(path, std::make_unique<SetModifier>(operand));
}

}  // namespace

constinit const UpdateOperator kSet{.name = "$set", .parse = parseSet};

}  // namespace sheaf::query
