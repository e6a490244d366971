// Reads the operands of the bit operators and tests values against them.

#include "query/filter/bits.h"

#include "bson/decimal.h"
#include "bson/number.h"
#include "bson/raise.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace sheaf::query {
namespace {

constexpr std::int64_t kMaxInt32 = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

// Wanted bits of one byte; the lowest byte is number 0.
struct MaskByte {
    std::uint32_t byte;
    std::uint8_t bits;
};
using Mask = std::vector<MaskByte>;  // ascending, none with bits 0

// The data proper: the old subtype 2 repeats its length in front of it.
bson::BinaryView dataOf(bson::BinaryView binary) {
    constexpr std::uint8_t kOldSubtype = 2;
    constexpr std::size_t kLengthBytes = 4;
    if (binary.subtype != kOldSubtype || binary.size < kLengthBytes) return binary;
    return {binary.subtype, binary.data + kLengthBytes, binary.size - kLengthBytes};
}

// Decimals are rounded. NaN and infinity have the bits that the conversion of either gives: only the sign.
std::optional<std::int64_t> bitsOfDecimal(bson::Decimal128 number) {
    if (bson::decimal::isNaN(number) || bson::decimal::isInfinite(number)) return std::numeric_limits<std::int64_t>::min();
    return bson::decimal::exactInt64(bson::decimal::roundToInteger(number, bson::decimal::Rounding::HalfEven));
}

class BitsNode final : public PathNode {
public:
    BitsNode(std::string_view path, BitTest test, std::string_view name, Mask mask)
        : PathNode(FilterKind::Other, path), mask_(std::move(mask)), name_(name), test_(test) {
        for (const MaskByte& part : mask_) {
            if (part.byte < 8) integerMask_ |= std::uint64_t{part.bits} << (part.byte * 8);
            else integerMask_ |= kSign;
        }
    }

    bool matchesElement(bson::ValueView value) const override {
        if (value.type() == bson::Type::Binary) return matchesBinary(dataOf(value.asBinary()));
        if (!value.isNumber()) return false;
        const std::optional<std::int64_t> whole = value.type() == bson::Type::Decimal128 ? bitsOfDecimal(value.asDecimal128())
                                                                                         : bson::exactInt64(value);
        return whole && matchesInteger(static_cast<std::uint64_t>(*whole));
    }

    void describeCondition(bson::Builder& operators) const override {
        operators.openArray(name_);
        for (const MaskByte& part : mask_) {
            for (std::uint32_t bit = 0; bit < 8; ++bit) {
                if ((part.bits >> bit & 1) != 0) operators.push(static_cast<std::int32_t>(part.byte * 8 + bit));
            }
        }
        operators.close();
    }

private:
    bool matchesInteger(std::uint64_t bits) const {
        switch (test_) {
            case BitTest::AllSet: return (bits & integerMask_) == integerMask_;
            case BitTest::AllClear: return (bits & integerMask_) == 0;
            case BitTest::AnySet: return (bits & integerMask_) != 0;
            default: return (bits & integerMask_) != integerMask_;
        }
    }

    bool matchesBinary(bson::BinaryView binary) const {
        const bool looksForSet = test_ == BitTest::AnySet || test_ == BitTest::AllClear;
        for (const MaskByte& part : mask_) {
            const std::uint8_t bits = part.byte < binary.size ? binary.data[part.byte] : std::uint8_t{0};
            const int found = looksForSet ? bits & part.bits : ~bits & part.bits;
            if (found != 0) return test_ == BitTest::AnySet || test_ == BitTest::AnyClear;
        }
        return test_ == BitTest::AllSet || test_ == BitTest::AllClear;
    }

    Mask mask_;
    std::uint64_t integerMask_ = 0;  // of mask_; what lies above bit 63 is the sign
    std::string_view name_;          // the operator's own constant
    BitTest test_;
};

void addByte(Mask& mask, std::size_t byte, std::uint8_t bits) {
    if (bits != 0) mask.push_back({static_cast<std::uint32_t>(byte), bits});
}

Mask maskOfNumber(std::string_view name, bson::ValueView number) {
    const std::optional<std::int64_t> whole = bson::exactInt64(number);
    if (!whole) raise(ErrorCode::FailedToParse, name, ": the mask must be an integer, found ", number);
    if (*whole < 0) raise(ErrorCode::FailedToParse, name, ": the mask cannot be negative, found ", number);
    Mask mask;
    for (std::size_t byte = 0; byte < 8; ++byte) addByte(mask, byte, static_cast<std::uint8_t>(*whole >> (byte * 8)));
    return mask;
}

Mask maskOfBinary(bson::BinaryView binary) {
    Mask mask;
    for (std::size_t byte = 0; byte < binary.size; ++byte) addByte(mask, byte, binary.data[byte]);
    return mask;
}

Mask maskOfPositions(std::string_view name, bson::ArrayView list) {
    std::vector<std::uint32_t> positions;
    for (const bson::ValueView& item : list) {
        std::optional<std::int64_t> whole;
        if (item.type() == bson::Type::Decimal128) whole = bitsOfDecimal(item.asDecimal128());
        else if (item.isNumber()) whole = bson::exactInt64(item);
        if (!whole || *whole > kMaxInt32) {
            raise(ErrorCode::BadValue, name, ": a bit position must be an integer of 32 bits, found ", item);
        }
        if (*whole < 0) raise(ErrorCode::BadValue, name, ": a bit position cannot be negative, found ", item);
        positions.push_back(static_cast<std::uint32_t>(*whole));
    }
    std::sort(positions.begin(), positions.end());
    Mask mask;
    for (const std::uint32_t position : positions) {
        const auto bit = static_cast<std::uint8_t>(1U << (position % 8));
        if (mask.empty() || mask.back().byte != position / 8) mask.push_back({position / 8, bit});
        else mask.back().bits |= bit;
    }
    return mask;
}

}  // namespace

FilterPtr parseBits(BitTest test, std::string_view name, const FieldCondition& condition) {
    const bson::ValueView bits = condition.argument;
    Mask mask;
    if (bits.isNumber()) {
        mask = maskOfNumber(name, bits);
    } else if (bits.type() == bson::Type::Binary) {
        mask = maskOfBinary(dataOf(bits.asBinary()));
    } else if (bits.isArray()) {
        mask = maskOfPositions(name, bits.asArray());
    } else {
        raise(ErrorCode::BadValue, name, " takes an array, a number or binary data, found ", bits);
    }
    return std::make_shared<BitsNode>(condition.path, test, name, std::move(mask));
}

}  // namespace sheaf::query
