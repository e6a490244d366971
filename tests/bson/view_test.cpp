// Views over foreign bytes: nothing outside the given bytes is read, and what is broken throws InvalidBSON.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/error.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

using Bytes = std::vector<std::uint8_t>;

// Walks every level and touches what accessors touch.
std::size_t touch(DocumentView document) {
    std::size_t sum = 0;
    for (const Element& element : document) {
        sum += element.name.size() + element.value.size();
        if (element.value.isDocument() || element.value.isArray()) sum += touch(element.value.asDocument());
        if (element.value.type() == Type::CodeWithScope) sum += touch(element.value.scopeOfCodeWithScope());
        if (element.value.type() == Type::Regex) sum += element.value.asRegex().options.size();
        if (element.value.type() == Type::DbPointer) sum += element.value.asDbPointer().id.bytes[11];
    }
    return sum;
}

// "ok" or the error's name. The bytes lie in a block of exactly their size, so that the address sanitizer sees any
// read beyond them.
std::string walk(const Bytes& bytes) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), exact.get());
    try {
        touch(DocumentView(exact.get(), bytes.size()));
        return "ok";
    } catch (const Error& error) {
        return error.codeName();
    }
}

// A document around the bytes of its elements.
Bytes document(std::initializer_list<int> elements) {
    Bytes bytes(4);
    for (int byte : elements) bytes.push_back(static_cast<std::uint8_t>(byte));
    bytes.push_back(0);
    bytes[0] = static_cast<std::uint8_t>(bytes.size());
    return bytes;
}

}  // namespace

TEST_CASE("a document's length and end are checked when it is viewed") {
    struct Case { const char* what; Bytes bytes; const char* outcome; };
    const Case cases[] = {
        {"empty", {5, 0, 0, 0, 0}, "ok"},
        {"bytes after it", {5, 0, 0, 0, 0, 9}, "ok"},
        {"no bytes", {}, "InvalidBSON"},
        {"four bytes", {5, 0, 0, 0}, "InvalidBSON"},
        {"length beyond the bytes", {6, 0, 0, 0, 0}, "InvalidBSON"},
        {"length below five", {4, 0, 0, 0, 0}, "InvalidBSON"},
        {"negative length", {0xFF, 0xFF, 0xFF, 0xFF, 0}, "InvalidBSON"},
        {"no closing null byte", {5, 0, 0, 0, 1}, "InvalidBSON"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(walk(c.bytes) == c.outcome);
    }
}

TEST_CASE("a broken element is an error where it is met") {
    struct Case { const char* what; Bytes bytes; const char* outcome; };
    const Case cases[] = {
        {"null", document({10, 'a', 0}), "ok"},
        {"empty name", document({10, 0}), "ok"},
        {"MinKey and MaxKey", document({0xFF, 'a', 0, 0x7F, 'b', 0}), "ok"},
        {"name runs into the end", document({10, 'a'}), "InvalidBSON"},
        {"long name runs into the end", document({10, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'}), "InvalidBSON"},
        {"only a type", document({10}), "InvalidBSON"},
        {"type 0", document({0, 'a', 0}), "InvalidBSON"},
        {"type 20", document({20, 'a', 0}), "InvalidBSON"},
        {"type 128", document({128, 'a', 0}), "InvalidBSON"},
        {"int32", document({16, 'a', 0, 1, 2, 3, 4}), "ok"},
        {"int32 cut short", document({16, 'a', 0, 1, 2, 3}), "InvalidBSON"},
        {"bool", document({8, 'a', 0, 1}), "ok"},
        {"bool cut short", document({8, 'a', 0}), "InvalidBSON"},
        {"double cut short", document({1, 'a', 0, 1, 2, 3, 4, 5, 6, 7}), "InvalidBSON"},
        {"decimal cut short", document({19, 'a', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
         "InvalidBSON"},
        {"string", document({2, 'a', 0, 2, 0, 0, 0, 'x', 0}), "ok"},
        {"string of length 0", document({2, 'a', 0, 0, 0, 0, 0, 0}), "InvalidBSON"},
        {"string of negative length", document({2, 'a', 0, 0xFF, 0xFF, 0xFF, 0xFF, 0}), "InvalidBSON"},
        {"string length wraps", document({2, 'a', 0, 0xFC, 0xFF, 0xFF, 0xFF, 0}), "InvalidBSON"},
        {"string one too long", document({2, 'a', 0, 3, 0, 0, 0, 'x', 0}), "InvalidBSON"},
        {"string without null byte", document({2, 'a', 0, 2, 0, 0, 0, 'x', 'y'}), "InvalidBSON"},
        {"string without length", document({2, 'a', 0, 2, 0}), "InvalidBSON"},
        {"document", document({3, 'a', 0, 5, 0, 0, 0, 0}), "ok"},
        {"document too long", document({3, 'a', 0, 6, 0, 0, 0, 0}), "InvalidBSON"},
        {"document of length 4", document({3, 'a', 0, 4, 0, 0, 0, 0}), "InvalidBSON"},
        {"document without end", document({3, 'a', 0, 5, 0, 0, 0, 1}), "InvalidBSON"},
        {"broken inside", document({4, 'a', 0, 7, 0, 0, 0, 10, 'x', 0}), "InvalidBSON"},
        {"binary", document({5, 'a', 0, 1, 0, 0, 0, 0, 9}), "ok"},
        {"binary too long", document({5, 'a', 0, 2, 0, 0, 0, 0, 9}), "InvalidBSON"},
        {"binary negative", document({5, 'a', 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 9}), "InvalidBSON"},
        {"regex", document({11, 'a', 0, 'x', 0, 'i', 0}), "ok"},
        {"regex without options", document({11, 'a', 0, 'x', 0}), "InvalidBSON"},
        {"regex without end", document({11, 'a', 0, 'x', 0, 'i'}), "InvalidBSON"},
        {"DBPointer cut short", document({12, 'a', 0, 1, 0, 0, 0, 0, 1, 2, 3}), "InvalidBSON"},
        {"scoped code", document({15, 'a', 0, 14, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0}), "ok"},
        {"its code too long", document({15, 'a', 0, 14, 0, 0, 0, 2, 0, 0, 0, 0, 5, 0, 0, 0, 0}), "InvalidBSON"},
        {"its scope too short", document({15, 'a', 0, 15, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}), "InvalidBSON"},
        {"itself too long", document({15, 'a', 0, 15, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0}), "InvalidBSON"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(walk(c.bytes) == c.outcome);
    }
}

TEST_CASE("cutting or changing any byte of a good document never reads beyond its bytes") {
    Builder builder;
    builder.append("a name of some length", 1.5).append("s", "text").append("r", RegexView{"p", "i"});
    builder.openArray("l").push(1).push(true).push("x").close().append("p", DbPointerView{"n", ObjectId{}});
    builder.appendCodeWithScope("c", "f", make("z", 1)).append("b", BinaryView{0, nullptr, 0}).append("m", MinKey{});
    const Document good = builder.take();
    const Bytes bytes(good.view().data(), good.view().data() + good.size());
    CHECK(walk(bytes) == "ok");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK(walk(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))) == "InvalidBSON");
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (int value : {0, 1, 2, 3, 4, 5, 11, 12, 15, 127, 128, 255}) {
            Bytes changed = bytes;
            changed[at] = static_cast<std::uint8_t>(value);
            const std::string outcome = walk(changed);
            REQUIRE((outcome == "ok" || outcome == "InvalidBSON"));
        }
    }
}
