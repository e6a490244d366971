// $inc: adds a number to a field; a missing field counts as 0 and gets the number itself.
//
//   { $inc: { <path>: <number>, ... } }
//
// Result    the wider of the two types; int32 grows into int64.
// Errors    14 while parsing: the amount is not a number.
//           14 while running: the field is not a number (null included).
//           2 while running: int64 overflows.

#include "query/update/operators.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::query {
namespace {

class IncModifier : public Modifier {
public:
    explicit IncModifier(ValueView amount) : amount_(amount) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (change.old.isMissing()) return out.set(amount_);
        if (!change.old.isNumber()) {
            raise(ErrorCode::TypeMismatch, "Cannot apply $inc to a value of non-numeric type: the document ",
                  describeDocument(change.root), " has the field '", change.name, "' of type ",
                  change.old.typeName());
        }
        const auto sum = bson::add(change.old, amount_, bson::IntegerOverflow::Refuse);
        if (!sum) {
            raise(ErrorCode::BadValue, "$inc overflows a 64-bit integer: the field '", change.name,
                  "' of the document ", describeDocument(change.root), " is ", change.old, ", the amount ", amount_);
        }
        return out.set(*sum);
    }

private:
    ValueView amount_;
};

void parseInc(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isNumber()) {
        raise(ErrorCode::TypeMismatch, "Cannot increment with non-numeric argument: {", path, ": ",
              describeValue(operand), "}");
    }
    list.add(path, std::make_unique<IncModifier>(operand));
}

}  // namespace

constinit const UpdateOperator kInc{.name = "$inc", .parse = parseInc};

}  // namespace sheaf::query
