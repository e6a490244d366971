// $bit: bitwise and, or, xor of an integer field; a missing field counts as int32 0.
//
//   { $bit: { <path>: { and | or | xor: <int32 or int64>, ... }, ... } }
//
// The operations of one path are done in the order given.
// Result    int64 when one of the operands is, else int32.
// Errors    2 while parsing: no document, empty, another operation, an operand that is no integer.
//           2 while running: the field is no integer.

#include "query/update/operators.h"

#include "bson/raise.h"

#include <vector>

namespace sheaf::query {
namespace {

struct BitOperation {
    char kind;  // the first letter: and, or, xor
    ValueView operand;
};

bool isInteger(ValueView value) { return value.type() == bson::Type::Int32 || value.type() == bson::Type::Int64; }

std::int64_t integerOf(ValueView value) {
    return value.type() == bson::Type::Int32 ? value.asInt32() : value.asInt64();
}

class BitModifier : public Modifier {
public:
    explicit BitModifier(std::vector<BitOperation> operations) : operations_(std::move(operations)) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (!change.old.isMissing() && !isInteger(change.old)) {
            raise(ErrorCode::BadValue, "Cannot apply $bit to a value of non-integral type: the document ",
                  describeDocument(change.root), " has the field '", change.name, "' of type ",
                  change.old.typeName());
        }
        std::int64_t bits = change.old.isMissing() ? 0 : integerOf(change.old);
        bool isLong = change.old.type() == bson::Type::Int64;
        for (const BitOperation& operation : operations_) {
            const std::int64_t operand = integerOf(operation.operand);
            isLong = isLong || operation.operand.type() == bson::Type::Int64;
            if (operation.kind == 'a') bits &= operand;
            else if (operation.kind == 'o') bits |= operand;
            else bits ^= operand;
        }
        return out.set(isLong ? Value(bits) : Value(static_cast<std::int32_t>(bits)));
    }

private:
    std::vector<BitOperation> operations_;
};

void parseBit(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isDocument()) {
        raise(ErrorCode::BadValue, "$bit takes {and/or/xor: <integer>}, but '", path, "' has type ",
              operand.typeName());
    }
    std::vector<BitOperation> operations;
    for (const bson::Element& element : operand.asDocument()) {
        if (element.name != "and" && element.name != "or" && element.name != "xor") {
            raise(ErrorCode::BadValue, "$bit knows 'and', 'or' and 'xor', not '", element.name, "'");
        }
        if (!isInteger(element.value)) {
            raise(ErrorCode::BadValue, "$bit: the operand of '", element.name, "' must be an integer, not ",
                  element.value.typeName());
        }
        operations.push_back({element.name[0], element.value});
    }
    if (operations.empty()) raise(ErrorCode::BadValue, "$bit: no operation is given for '", path, "'");
    list.add(path, std::make_unique<BitModifier>(std::move(operations)));
}

}  // namespace

constinit const UpdateOperator kBit{.name = "$bit", .parse = parseBit};

}  // namespace sheaf::query
