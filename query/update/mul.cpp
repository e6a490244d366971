// $mul: multiplies a field by a number; a missing field becomes 0 of the number's type.
//
//   { $mul: { <path>: <number>, ... } }
//
// Result    the wider of the two types; int32 grows into int64.
// Errors    14 while parsing: the factor is not a number.
//           14 while running: the field is not a number (null included).
//           2 while running: int64 overflows.

#include "query/update/operators.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::query {
namespace {

class MulModifier : public Modifier {
public:
    explicit MulModifier(ValueView factor) : factor_(factor) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        const Value zero(std::int32_t{0});
        const ValueView old = change.old.isMissing() ? zero.view() : change.old;
        if (!old.isNumber()) {
            raise(ErrorCode::TypeMismatch, "Cannot apply $mul to a value of non-numeric type: the document ",
                  describeDocument(change.root), " has the field '", change.name, "' of type ",
                  change.old.typeName());
        }
        const auto product = bson::multiply(old, factor_, bson::IntegerOverflow::Refuse);
        if (!product) {
            raise(ErrorCode::BadValue, "$mul overflows a 64-bit integer: the field '", change.name,
                  "' of the document ", describeDocument(change.root), " is ", change.old, ", the factor ", factor_);
        }
        return out.set(*product);
    }

private:
    ValueView factor_;
};

void parseMul(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isNumber()) {
        raise(ErrorCode::TypeMismatch, "Cannot multiply with non-numeric argument: {", path, ": ",
              describeValue(operand), "}");
    }
    list.add(path, std::make_unique<MulModifier>(operand));
}

}  // namespace

constinit const UpdateOperator kMul{.name = "$mul", .parse = parseMul};

}  // namespace sheaf::query
