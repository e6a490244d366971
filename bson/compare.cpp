// MongoDB's order over all BSON values, and the hash that goes with its equality.
//
// Values nest as deep as stored bytes do; beyond kMaxDepth, which no valid document reaches, Overflow is thrown.
#include <sheaf/bson/compare.h>

#include "bson/bytes.h"
#include "bson/decimal.h"
#include "bson/hash.h"
#include "bson/number.h"
#include "bson/raise.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sheaf::bson {
namespace {

constexpr int kMaxDepth = 250;

template <typename T>
int order(T a, T b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

int compareBytes(std::string_view a, std::string_view b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int result = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    return result != 0 ? result : order(a.size(), b.size());
}

// NaN is less than everything but NaN.
int compareDoubles(double a, double b) {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a == b) return 0;
    return order(!std::isnan(a), !std::isnan(b));
}

// A double beyond int64 decides by its sign; otherwise its whole part is an int64, and a fraction breaks a tie.
int compareIntegerWithDouble(std::int64_t a, double b) {
    if (std::isnan(b)) return 1;
    constexpr double kTwoTo63 = 9223372036854775808.0;
    if (b >= kTwoTo63) return -1;
    if (b < -kTwoTo63) return 1;
    const auto whole = static_cast<std::int64_t>(b);
    if (a != whole) return order(a, whole);
    return order(0.0, b - static_cast<double>(whole));
}

std::int64_t integer(ValueView value) { return value.type() == Type::Int32 ? value.asInt32() : value.asInt64(); }

int compareDecimalWith(Decimal128 a, ValueView b) {
    const bool aIsNaN = decimal::isNaN(a);
    if (aIsNaN || isNaN(b)) return order(!aIsNaN, !isNaN(b));
    if (b.type() == Type::Double) return decimal::compareWithDouble(a, b.asDouble());
    if (b.type() == Type::Decimal128) return decimal::compare(a, b.asDecimal128());
    return decimal::compare(a, Decimal128::fromInt64(integer(b)));
}

int compareBinaries(BinaryView a, BinaryView b) {
    if (a.size != b.size) return order(a.size, b.size);
    if (a.subtype != b.subtype) return order(a.subtype, b.subtype);
    return a.size == 0 ? 0 : std::memcmp(a.data, b.data, a.size);
}

std::uint64_t unsignedTimestamp(Timestamp value) {
    return (std::uint64_t{value.seconds} << 32) | value.increment;
}

int compareAt(ValueView a, ValueView b, const StringOrder* strings, int depth);

int compareElements(DocumentView a, DocumentView b, bool withNames, const StringOrder* strings, int depth) {
    if (depth > kMaxDepth) raise(ErrorCode::Overflow, "documents nested deeper than ", kMaxDepth, " levels");
    auto left = a.begin();
    auto right = b.begin();
    for (; left != a.end() && right != b.end(); ++left, ++right) {
        const int byClass = order(canonicalType(left->value.type()), canonicalType(right->value.type()));
        if (byClass != 0) return byClass;
        if (withNames) {
            const int byName = compareBytes(left->name, right->name);
            if (byName != 0) return byName;
        }
        const int byValue = compareAt(left->value, right->value, strings, depth + 1);
        if (byValue != 0) return byValue;
    }
    return order(left != a.end(), right != b.end());
}

int compareRegexes(RegexView a, RegexView b) {
    const int byPattern = compareBytes(a.pattern, b.pattern);
    return byPattern != 0 ? byPattern : compareBytes(a.options, b.options);
}

int compareDbPointers(ValueView a, ValueView b) {
    if (a.size() != b.size()) return order(a.size(), b.size());
    return std::memcmp(a.data(), b.data(), a.size());
}

int compareCodesWithScope(ValueView a, ValueView b, const StringOrder* strings, int depth) {
    const int byCode = compareBytes(a.codeOfCodeWithScope(), b.codeOfCodeWithScope());
    if (byCode != 0) return byCode;
    return compareElements(a.scopeOfCodeWithScope(), b.scopeOfCodeWithScope(), true, strings, depth + 1);
}

int compareAt(ValueView a, ValueView b, const StringOrder* strings, int depth) {
    const int byClass = order(canonicalType(a.type()), canonicalType(b.type()));
    if (byClass != 0) return byClass;
    switch (a.type()) {
        case Type::Double:
        case Type::Int32:
        case Type::Int64:
        case Type::Decimal128: return compareNumbers(a, b);
        case Type::String:
        case Type::Symbol:
            if (strings) return strings->compare(a.asString(), b.asString());
            return compareBytes(a.asString(), b.asString());
        case Type::Code: return compareBytes(a.asString(), b.asString());
        case Type::Document: return compareElements(a.asDocument(), b.asDocument(), true, strings, depth);
        case Type::Array: return compareElements(a.asDocument(), b.asDocument(), false, strings, depth);
        case Type::Binary: return compareBinaries(a.asBinary(), b.asBinary());
        case Type::ObjectId: return std::memcmp(a.data(), b.data(), 12);
        case Type::Bool: return order(a.asBool(), b.asBool());
        case Type::Date: return order(a.asDate().ms, b.asDate().ms);
        case Type::Timestamp: return order(unsignedTimestamp(a.asTimestamp()), unsignedTimestamp(b.asTimestamp()));
        case Type::Regex: return compareRegexes(a.asRegex(), b.asRegex());
        case Type::DbPointer: return compareDbPointers(a, b);
        case Type::CodeWithScope: return compareCodesWithScope(a, b, strings, depth);
        default: return 0;  // the types that have one value: MinKey, missing, undefined, null, MaxKey
    }
}

// Feeds values into one running XXH3 by chaining seeds.
std::uint64_t hashText(std::string_view text, std::uint64_t seed) {
    return hashBytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, seed);
}

template <typename T>
std::uint64_t hashPlain(T value, std::uint64_t seed) {
    std::uint8_t bytes[sizeof value];
    store(bytes, value);
    return hashBytes(bytes, seed);
}

// Equal numbers have the same nearest double, whatever their type; unequal ones may share it.
std::uint64_t hashNumber(ValueView value, std::uint64_t seed) {
    if (isNaN(value)) return hashPlain(std::uint64_t{0x7FF8}, seed);
    const double nearest = toDouble(value);
    return hashPlain(nearest == 0 ? 0.0 : nearest, seed);
}

std::uint64_t hashAt(ValueView value, std::uint64_t seed, const StringOrder* strings, int depth) {
    if (depth > kMaxDepth) raise(ErrorCode::Overflow, "documents nested deeper than ", kMaxDepth, " levels");
    seed = seed * 31 + static_cast<std::uint64_t>(canonicalType(value.type()) + 2);
    switch (value.type()) {
        case Type::Double:
        case Type::Int32:
        case Type::Int64:
        case Type::Decimal128: return hashNumber(value, seed);
        case Type::String:
        case Type::Symbol:
            if (strings) return strings->hash(value.asString(), seed);
            return hashText(value.asString(), seed);
        case Type::Code: return hashText(value.asString(), seed);
        case Type::Document:
        case Type::Array:
            for (const Element& element : value.asDocument()) {
                if (value.isDocument()) seed = hashText(element.name, seed);
                seed = hashAt(element.value, seed, strings, depth + 1);
            }
            return hashPlain(seed, seed);
        case Type::CodeWithScope:
            return hashAt(value.scopeOfCodeWithScope().asValue(), hashText(value.codeOfCodeWithScope(), seed), strings,
                          depth + 1);
        case Type::Bool: return hashPlain(value.asBool(), seed);
        default: return hashBytes(value.bytes(), seed);
    }
}

}  // namespace

int canonicalType(Type type) {
    switch (type) {
        case Type::MinKey: return -1;
        case Type::Missing:
        case Type::Undefined: return 0;
        case Type::Null: return 5;
        case Type::Double:
        case Type::Int32:
        case Type::Int64:
        case Type::Decimal128: return 10;
        case Type::String:
        case Type::Symbol: return 15;
        case Type::Document: return 20;
        case Type::Array: return 25;
        case Type::Binary: return 30;
        case Type::ObjectId: return 35;
        case Type::Bool: return 40;
        case Type::Date: return 45;
        case Type::Timestamp: return 47;
        case Type::Regex: return 50;
        case Type::DbPointer: return 55;
        case Type::Code: return 60;
        case Type::CodeWithScope: return 65;
        case Type::MaxKey: return 127;
    }
    return 0;
}

int compareNumbers(ValueView a, ValueView b) {
    if (a.type() == Type::Int32 && b.type() == Type::Int32) return order(a.asInt32(), b.asInt32());
    if (a.type() == Type::Decimal128) return compareDecimalWith(a.asDecimal128(), b);
    if (b.type() == Type::Decimal128) return -compareDecimalWith(b.asDecimal128(), a);
    if (a.type() == Type::Double && b.type() == Type::Double) return compareDoubles(a.asDouble(), b.asDouble());
    if (b.type() == Type::Double) return compareIntegerWithDouble(integer(a), b.asDouble());
    if (a.type() == Type::Double) return -compareIntegerWithDouble(integer(b), a.asDouble());
    return order(integer(a), integer(b));
}

int compare(ValueView a, ValueView b, const StringOrder* strings) { return compareAt(a, b, strings, 0); }

int compare(DocumentView a, DocumentView b, const StringOrder* strings) {
    return compareElements(a, b, true, strings, 0);
}

bool identical(ValueView a, ValueView b) {
    return a.type() == b.type() && a.size() == b.size() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

std::uint64_t hash(ValueView value, std::uint64_t seed, const StringOrder* strings) {
    return hashAt(value, seed, strings, 0);
}

}  // namespace sheaf::bson
