// Validation of foreign bytes: each fault with its place, the limits to the byte, and no read past the end.
#include <doctest/doctest.h>

#include <sheaf/bson/types.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

using Bytes = std::vector<std::uint8_t>;

// The bytes lie in a block of exactly their size, so that the address sanitizer sees any read beyond them.
Validation check(const Bytes& bytes, const Limits& limits = kStoredLimits) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), exact.get());
    return validate({exact.get(), bytes.size()}, limits);
}

void setLength(Bytes& bytes, std::size_t at, std::size_t length) {
    for (std::size_t byte = 0; byte < 4; ++byte) bytes[at + byte] = static_cast<std::uint8_t>(length >> (8 * byte));
}

// A document around the bytes of its elements, given as hexadecimal digits and spaces.
Bytes document(std::string_view elements) {
    std::string digits(elements);
    std::erase(digits, ' ');
    Bytes bytes(4);
    for (std::size_t at = 0; at < digits.size(); at += 2) bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(at, 2), nullptr, 16)));
    bytes.push_back(0);
    setLength(bytes, 0, bytes.size());
    return bytes;
}

// Documents in each other, `levels` of them.
Bytes nested(int levels, Type type) {
    Bytes bytes{5, 0, 0, 0, 0};
    for (int level = 1; level < levels; ++level) {
        Bytes outer(4);
        outer.insert(outer.end(), {static_cast<std::uint8_t>(type), '0', 0});
        outer.insert(outer.end(), bytes.begin(), bytes.end());
        outer.push_back(0);
        setLength(outer, 0, outer.size());
        bytes = std::move(outer);
    }
    return bytes;
}

// A document of exactly that size: one string.
Bytes ofSize(std::size_t size) {
    Bytes bytes(size, 'x');
    setLength(bytes, 0, size);
    bytes[4] = 2;
    bytes[5] = 'a';
    bytes[6] = 0;
    setLength(bytes, 7, size - 12);
    bytes[size - 2] = bytes[size - 1] = 0;
    return bytes;
}

// One document with an element of every type.
constexpr std::string_view kEveryType =
    "01 61 00 000000000000f03f"                         // double
    "02 62 00 03000000 c3a9 00"                         // string
    "03 63 00 0c000000 10 78 00 01000000 00"            // document
    "04 64 00 0c000000 10 30 00 01000000 00"            // array
    "05 65 00 02000000 00 0102"                         // binary
    "05 66 00 06000000 02 02000000 0102"                // binary of the old kind
    "06 67 00"                                          // undefined
    "07 68 00 0102030405060708090a0b0c"                 // ObjectId
    "08 69 00 01"                                       // boolean
    "09 6a 00 0000000000000000"                         // date
    "0a 6b 00"                                          // null
    "0b 6c 00 6100 6900"                                // regular expression
    "0c 6d 00 02000000 6100 0102030405060708090a0b0c"   // DBPointer
    "0d 6e 00 02000000 6100"                            // code
    "0e 6f 00 02000000 6100"                            // symbol
    "0f 70 00 0f000000 02000000 6100 05000000 00"       // code with scope
    "10 71 00 01000000"                                 // int32
    "11 72 00 0100000001000000"                         // timestamp
    "12 73 00 0100000000000000"                         // int64
    "13 74 00 00000000000000000000000000004030"         // Decimal128
    "ff 75 00"                                          // min key
    "7f 76 00";                                         // max key

}  // namespace

TEST_CASE("a sound document has no fault, whatever types are in it") {
    CHECK(check({5, 0, 0, 0, 0}));
    CHECK(check(document(kEveryType)));
    CHECK(check(document("10 00 01000000")));                    // an empty name
    CHECK(check(document("02 61 00 04000000 610062 00")));       // a null byte within a string
    CHECK(check(document("05 61 00 00000000 80")));              // an empty binary of a user's subtype
    CHECK(check(document("0b 61 00 00 00")));                    // an empty regular expression
    CHECK(check(document("04 61 00 0c000000 10 7a 00 01000000 00")));  // an array whose names are no numbers
}

TEST_CASE("each fault is told apart, and where it was seen") {
    struct Case { const char* what; Bytes bytes; Fault fault; };
    const auto withLength = [](Bytes bytes, int length) { setLength(bytes, 0, static_cast<std::size_t>(length)); return bytes; };
    const Case cases[] = {
        {"nothing", {}, Fault::TooShort},
        {"a part of a length", {5, 0, 0}, Fault::TooShort},
        {"a length without document", {5, 0, 0, 0}, Fault::TooShort},
        {"a length beyond the end", {6, 0, 0, 0, 0}, Fault::TooShort},
        {"a length of 4", {4, 0, 0, 0, 0}, Fault::BadLength},
        {"a negative length", withLength({0, 0, 0, 0, 0}, -1), Fault::BadLength},
        {"the least length there is", {0, 0, 0, 0x80, 0}, Fault::BadLength},
        {"bytes after it", {5, 0, 0, 0, 0, 0}, Fault::TrailingBytes},
        {"no null byte at the end", {5, 0, 0, 0, 1}, Fault::NoTerminator},
        {"an end before the end", document("00"), Fault::BadLength},
        {"a type alone", document("10"), Fault::NoTerminator},
        {"a name without its end", document("10 61 62"), Fault::NoTerminator},
        {"a type that is none", document("14 61 00"), Fault::UnknownType},
        {"another", document("80 61 00"), Fault::UnknownType},
        {"half an int32", document("10 61 00 0100"), Fault::BadLength},
        {"half a double", document("01 61 00 01000000"), Fault::BadLength},
        {"half an int64", document("12 61 00 01000000"), Fault::BadLength},
        {"half a date", document("09 61 00 01000000"), Fault::BadLength},
        {"half a timestamp", document("11 61 00 01000000"), Fault::BadLength},
        {"half an ObjectId", document("07 61 00 010203040506"), Fault::BadLength},
        {"half a Decimal128", document("13 61 00 0000000000000000"), Fault::BadLength},
        {"a boolean that is missing", document("08 61 00"), Fault::BadLength},
        {"a boolean of 2", document("08 61 00 02"), Fault::BadBool},
        {"a string's length cut off", document("02 61 00 0100"), Fault::BadLength},
        {"a string of length 0", document("02 61 00 00000000 00"), Fault::BadLength},
        {"a string of negative length", document("02 61 00 ffffffff 00"), Fault::BadLength},
        {"a string beyond its document", document("02 61 00 03000000 6100"), Fault::BadLength},
        {"a string without its end", document("02 61 00 02000000 6161"), Fault::NoTerminator},
        {"code beyond its document", document("0d 61 00 ffffff7f 6100"), Fault::BadLength},
        {"a symbol without its end", document("0e 61 00 01000000 61"), Fault::NoTerminator},
        {"a document too short for one", document("03 61 00 04000000 00"), Fault::BadLength},
        {"a document beyond its document", document("03 61 00 06000000 00"), Fault::BadLength},
        {"a document of negative length", document("03 61 00 fbffffff 00"), Fault::BadLength},
        {"a document without its end", document("03 61 00 05000000 01"), Fault::NoTerminator},
        {"an array without its end", document("04 61 00 0c000000 10 30 00 01000000 01"), Fault::NoTerminator},
        {"a document whose element passes its end", document("03 61 00 0a000000 10 78 00 01 00 00 00 00 00"), Fault::BadLength},
        {"a binary of negative length", document("05 61 00 ffffffff 00"), Fault::BadLength},
        {"a binary beyond its document", document("05 61 00 03000000 00 0102"), Fault::BadLength},
        {"an old binary without inner length", document("05 61 00 02000000 02 0102"), Fault::BadBinary},
        {"an old binary with a wrong inner length", document("05 61 00 06000000 02 03000000 0102"), Fault::BadBinary},
        {"a pattern without its end", document("0b 61 00 61"), Fault::NoTerminator},
        {"options without their end", document("0b 61 00 6100 69"), Fault::NoTerminator},
        {"a DBPointer without its ObjectId", document("0c 61 00 02000000 6100 0102"), Fault::BadLength},
        {"code with scope shorter than its parts", document("0f 61 00 0e000000 02000000 6100 05000000 00"), Fault::BadLength},
        {"code with scope longer than its parts", document("0f 61 00 10000000 02000000 6100 05000000 00 00"), Fault::BadLength},
        {"code with scope beyond its document", document("0f 61 00 10000000 02000000 6100 05000000 00"), Fault::BadLength},
        {"code with a broken scope", document("0f 61 00 0f000000 02000000 6100 05000000 01"), Fault::NoTerminator},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.what));
        const Validation validation = check(c.bytes);
        CHECK(describe(validation.fault) == describe(c.fault));
        CHECK(validation.offset <= c.bytes.size());
    }
    CHECK(check(document("10 61 00 01000000 08 62 00 02")).offset == 14);
}

TEST_CASE("text is UTF-8, in names, strings and patterns") {
    const char* const good[] = {"7f", "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf"};
    const char* const bad[] = {"80", "bf", "c080", "c1bf", "c2", "c27f", "e08080", "e09fbf", "e0a0", "eda080", "edbfbf",
                               "f0808080", "f08fbfbf", "f09080", "f4908080", "f5808080", "ff", "fe"};
    const auto faults = [](const std::string& text) {
        const std::string size = std::string(1, "0123456789abcdef"[text.size() / 2 + 1]);
        std::string names;
        for (const std::string& elements : {"0a " + text + " 00", "02 61 00 0" + size + "000000" + text + "00",
                                            "0d 61 00 0" + size + "000000" + text + "00", "0b 61 00 " + text + "00 00",
                                            "0b 61 00 00" + text + "00"}) {
            names += describe(check(document(elements)).fault);
            names += '\n';
        }
        return names;
    };
    const auto fiveTimes = [](Fault fault) {
        std::string names;
        for (int i = 0; i < 5; ++i) (names += describe(fault)) += '\n';
        return names;
    };
    for (const char* text : good) { CAPTURE(std::string(text)); CHECK(faults(text) == fiveTimes(Fault::None)); }
    for (const char* text : bad) { CAPTURE(std::string(text)); CHECK(faults(text) == fiveTimes(Fault::BadUtf8)); }
}

TEST_CASE("levels and bytes are allowed up to the limit, and not one more") {
    for (const Type type : {Type::Document, Type::Array}) {
        CHECK(check(nested(100, type)).fault == Fault::None);
        CHECK(check(nested(101, type)).fault == Fault::TooDeep);
        CHECK(check(nested(200, type), kCommandLimits).fault == Fault::None);
        CHECK(check(nested(201, type), kCommandLimits).fault == Fault::TooDeep);
    }
    for (const Limits& limits : {kStoredLimits, kCommandLimits}) {
        CHECK(check(ofSize(limits.bytes), limits).fault == Fault::None);
        CHECK(check(ofSize(limits.bytes + 1), limits).fault == Fault::TooLarge);
    }
}

TEST_CASE("requireValid says the fault with MongoDB's code") {
    const auto outcome = [](const Bytes& bytes) {
        try {
            requireValid(bytes, kStoredLimits);
            return std::string("ok");
        } catch (const Error& error) {
            return error.codeName();
        }
    };
    CHECK(outcome({5, 0, 0, 0, 0}) == "ok");
    CHECK(outcome({5, 0, 0, 0, 1}) == "InvalidBSON");
    CHECK(outcome(nested(101, Type::Document)) == "Overflow");
    CHECK(outcome(ofSize(16'777'217)) == "BSONObjectTooLarge");
}

TEST_CASE("a document cut at any byte is at fault, and no changed byte makes it read beyond its end") {
    const Bytes whole = document(kEveryType);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(check(cut).fault == Fault::TooShort);
        if (size < 5) continue;
        setLength(cut, 0, size);  // and with a length that says so
        const Validation validation = check(cut);
        if (validation) CHECK(cut.back() == 0);  // the cut fell behind a null byte that ends an element before it
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int byte = 0; byte < 256; ++byte) {
            Bytes changed = whole;
            changed[at] = static_cast<std::uint8_t>(byte);
            CHECK(check(changed).offset <= changed.size());
        }
    }
}
