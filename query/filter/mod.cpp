// $mod: the value divided by a divisor leaves a remainder.
//
//   { <path>: { $mod: [ <divisor>, <remainder> ] } }
//
// Numbers   fractions are cut off, of the operands and of the values; NaN, infinities and values beyond int64 never
//           match. The remainder has the dividend's sign.
// Errors    2 while parsing: not an array of two numbers; NaN, infinity or beyond int64; divisor 0.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/argument.h"
#include "query/filter/operators.h"

#include <sheaf/bson/compare.h>

namespace sheaf::query {
namespace {

class ModNode final : public PathNode {
public:
    ModNode(std::string_view path, std::int64_t divisor, std::int64_t remainder)
        : PathNode(FilterKind::Other, path), divisor_(divisor), remainder_(remainder) {}
    bool matchesElement(bson::ValueView value) const override {
        if (!value.isNumber() || !fitsInt64(value)) return false;
        const std::int64_t dividend = bson::truncatedInt64(value);
        return (divisor_ == -1 ? 0 : dividend % divisor_) == remainder_;
    }
    void describeCondition(bson::Builder& operators) const override {
        operators.openArray("$mod").push(divisor_).push(remainder_).close();
    }

private:
    static bool fitsInt64(bson::ValueView value) {
        if (value.type() == bson::Type::Double) {
            const double number = value.asDouble();
            return number >= -9223372036854775808.0 && number < 9223372036854775808.0;
        }
        if (value.type() != bson::Type::Decimal128) return true;
        static const bson::Value below(bson::Decimal128::parse("-9223372036854775809"));  // the first that is too low
        static const bson::Value high(9223372036854775808.0);
        return !bson::isNaN(value) && bson::compareNumbers(value, below) > 0 && bson::compareNumbers(value, high) < 0;
    }

    std::int64_t divisor_;
    std::int64_t remainder_;
};

FilterPtr parseMod(const FieldCondition& condition) {
    if (!condition.argument.isArray()) {
        raise(ErrorCode::BadValue, "malformed mod, needs to be an array, found ", condition.argument);
    }
    const bson::ArrayView operands = condition.argument.asArray();
    const std::size_t count = operands.countElements();
    if (count < 2) raise(ErrorCode::BadValue, "malformed mod, not enough elements, found ", condition.argument);
    if (count > 2) raise(ErrorCode::BadValue, "malformed mod, too many elements, found ", condition.argument);
    if (!operands[0].isNumber()) raise(ErrorCode::BadValue, "malformed mod, divisor not a number: ", operands[0]);
    if (!operands[1].isNumber()) raise(ErrorCode::BadValue, "malformed mod, remainder not a number: ", operands[1]);
    const std::int64_t divisor = truncatedInteger("malformed mod, divisor value", operands[0]);
    const std::int64_t remainder = truncatedInteger("malformed mod, remainder value", operands[1]);
    if (divisor == 0) raise(ErrorCode::BadValue, "$mod: divisor cannot be 0, in ", condition.argument);
    return std::make_shared<ModNode>(condition.path, divisor, remainder);
}

}  // namespace

constinit const FilterOperator kFilterMod{.name = "$mod", .parseOnField = parseMod};

}  // namespace sheaf::query
