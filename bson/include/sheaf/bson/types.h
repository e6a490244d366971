// The BSON types and the small values that have no C++ type of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf::bson {

// The type byte of an element. Missing (0) is no BSON type: it is what looking up an absent field gives.
enum class Type : std::uint8_t {
    Missing = 0,
    Double = 1,
    String = 2,
    Document = 3,
    Array = 4,
    Binary = 5,
    Undefined = 6,
    ObjectId = 7,
    Bool = 8,
    Date = 9,
    Null = 10,
    Regex = 11,
    DbPointer = 12,
    Code = 13,
    Symbol = 14,
    CodeWithScope = 15,
    Int32 = 16,
    Timestamp = 17,
    Int64 = 18,
    Decimal128 = 19,
    MaxKey = 127,
    MinKey = 255,
};

// MongoDB's name of a type, as $type and error messages use it: "double", "string", "objectId", "missing", …
std::string_view typeName(Type type);

// Twelve bytes: seconds since 1970 (big-endian), five random bytes of the process, a counter.
struct ObjectId {
    std::array<std::uint8_t, 12> bytes{};

    static ObjectId generate();                                  // thread-safe
    static ObjectId fromHex(std::string_view hex);               // throws BadValue unless 24 hex digits
    std::string toHex() const;
    std::uint32_t seconds() const;
    friend bool operator==(const ObjectId&, const ObjectId&) = default;
};

// Milliseconds since 1970-01-01T00:00:00Z.
struct Date {
    std::int64_t ms = 0;
    static Date now();
    friend bool operator==(const Date&, const Date&) = default;
};

struct Timestamp {
    std::uint32_t seconds = 0;
    std::uint32_t increment = 0;
    friend bool operator==(const Timestamp&, const Timestamp&) = default;
};

// An IEEE 754 decimal in BID encoding, as in BSON. Equality here is of the bits; compare() is numeric.
struct Decimal128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    static Decimal128 parse(std::string_view text);              // throws FailedToParse
    static Decimal128 fromInt64(std::int64_t value);
    std::string toString() const;                                // "12.50", "1E+3", "NaN", "-Infinity"
    friend bool operator==(const Decimal128&, const Decimal128&) = default;
};

struct MinKey {};
struct MaxKey {};
struct Undefined {};

// The following point into the bytes of the document that they come from.
struct BinaryView {
    std::uint8_t subtype = 0;
    const std::uint8_t* data = nullptr;
    std::size_t size = 0;
};
struct RegexView {
    std::string_view pattern;
    std::string_view options;
};
struct DbPointerView {
    std::string_view ns;
    ObjectId id;
};
struct CodeView {
    std::string_view code;
};
struct SymbolView {
    std::string_view symbol;
};

}  // namespace sheaf::bson
