// $pop: removes the first (-1) or the last (1) element of an array.
//
//   { $pop: { <path>: -1 | 1, ... } }
//
// Nothing happens where the field is missing or the array empty.
// Errors    9 while parsing: not 1 or -1.
//           14 while running: the field is no array.

#include "query/update/operators.h"

#include "bson/number.h"
#include "bson/raise.h"
#include "query/element_place.h"
#include "query/logical_bytes.h"

namespace sheaf::query {
namespace {

class PopModifier : public Modifier {
public:
    explicit PopModifier(bool isFirst) : isFirst_(isFirst) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (change.old.isMissing()) return FieldEffect::Keep;
        if (!change.old.isArray()) {
            raise(ErrorCode::TypeMismatch, "$pop needs an array: the field '", change.name, "' of the document ",
                  describeDocument(change.root), " has type ", change.old.typeName());
        }
        if (change.old.asArray().isEmpty()) return FieldEffect::Keep;
        out.openArray();
        if (isFirst_) popFirst(change.old.asDocument(), out);
        else popLast(change.old.asDocument(), out);
        return out.closeArray();
    }

private:
    static void popFirst(DocumentView array, FieldWriter& out) {
        bool isFirst = true;
        for (const bson::Element& element : array) {
            if (!isFirst) out.push(element.value);
            isFirst = false;
        }
    }

    static void popLast(DocumentView array, FieldWriter& out) {
        bson::Element last;
        std::uint32_t count = 0;
        for (const bson::Element& element : array) {
            last = element;
            ++count;
        }
        out.copy(array.data() + 4, startOf(last), count - 1);
        out.setLogicalBytes(elementBytes(last.name, last.value));
    }

    bool isFirst_;
};

void parsePop(std::string_view path, ValueView operand, ModifierList& list) {
    const auto end = operand.isNumber() ? bson::exactInt64(operand) : std::nullopt;
    if (!end || (*end != 1 && *end != -1)) {
        raise(ErrorCode::FailedToParse, "$pop expects 1 or -1, but '", path, "' is ", describeValue(operand));
    }
    list.add(path, std::make_unique<PopModifier>(*end == -1));
}

}  // namespace

constinit const UpdateOperator kPop{.name = "$pop", .parse = parsePop};

}  // namespace sheaf::query
