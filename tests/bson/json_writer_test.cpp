// BSON to Extended JSON: canonical, relaxed and indented.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include "bson/utf8.h"

#include <cmath>
#include <limits>
#include <rapidcheck.h>
#include <string>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

std::string relaxed(const Document& document) { return document.toJson(JsonMode::Relaxed); }
std::string canonical(const Document& document) { return document.toJson(JsonMode::Canonical); }

}  // namespace

TEST_CASE("doubles are the shortest text that reads back, and always look like doubles") {
    struct Case {
        double value;
        const char* text;
    };
    const Case cases[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {100.0, "100.0"},
        {1.0 / 3, "0.3333333333333333"},
        {123456789012345.0, "123456789012345.0"},
        {999999999999999.0, "999999999999999.0"},
        {1e15, "1000000000000000.0"},
        {1e17, "1E+17"},
        {1e21, "1E+21"},
        {1.2345678921232e18, "1.2345678921232E+18"},
        {0.00001, "0.00001"},
        {0.000001, "1E-6"},
        {1.5e-7, "1.5E-7"},
        {-1.5e-300, "-1.5E-300"},
        {std::numeric_limits<double>::max(), "1.7976931348623157E+308"},
        {std::numeric_limits<double>::denorm_min(), "5E-324"},
        {9007199254740993.0, "9007199254740992.0"},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.text));
        CHECK(relaxed(make("a", c.value)) == std::string(R"({"a":)") + c.text + "}");
        CHECK(canonical(make("a", c.value)) == std::string(R"({"a":{"$numberDouble":")") + c.text + R"("}})");
    }
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(relaxed(make("a", infinity, "b", -infinity, "c", std::nan(""))) ==
          R"({"a":{"$numberDouble":"Infinity"},"b":{"$numberDouble":"-Infinity"},"c":{"$numberDouble":"NaN"}})");
}

TEST_CASE("every double is read back bit for bit, from both modes") {
    rc::check([](std::uint64_t bits) {
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isnan(value)) return;
        for (const JsonMode mode : {JsonMode::Canonical, JsonMode::Relaxed}) {
            const Document back = fromJson(make("a", value).toJson(mode));
            RC_ASSERT(back["a"].type() == Type::Double);
            double read = back["a"].asDouble();
            RC_ASSERT(std::memcmp(&read, &value, sizeof value) == 0);
        }
    });
}

TEST_CASE("integers are plain in relaxed and wrapped in canonical") {
    const Document document = make("a", std::numeric_limits<std::int32_t>::min(), "b",
                                   std::numeric_limits<std::int64_t>::min(), "c", std::int64_t{1});
    CHECK(relaxed(document) == R"({"a":-2147483648,"b":-9223372036854775808,"c":1})");
    CHECK(canonical(document) == R"({"a":{"$numberInt":"-2147483648"},"b":{"$numberLong":"-9223372036854775808"},)"
                                 R"("c":{"$numberLong":"1"}})");
}

TEST_CASE("relaxed dates are ISO 8601 within the years 1970 to 9999") {
    struct Case {
        std::int64_t ms;
        const char* text;
    };
    const Case cases[] = {
        {0, R"("1970-01-01T00:00:00Z")"},
        {1, R"("1970-01-01T00:00:00.001Z")"},
        {951782399999, R"("2000-02-28T23:59:59.999Z")"},
        {951782400000, R"("2000-02-29T00:00:00Z")"},
        {1709164800000, R"("2024-02-29T00:00:00Z")"},
        {4107542400000, R"("2100-03-01T00:00:00Z")"},
        {253402300799999, R"("9999-12-31T23:59:59.999Z")"},
        {253402300800000, R"({"$numberLong":"253402300800000"})"},
        {-1, R"({"$numberLong":"-1"})"},
        {std::numeric_limits<std::int64_t>::min(), R"({"$numberLong":"-9223372036854775808"})"},
        {std::numeric_limits<std::int64_t>::max(), R"({"$numberLong":"9223372036854775807"})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.ms);
        const Document document = make("a", Date{c.ms});
        CHECK(relaxed(document) == std::string(R"({"a":{"$date":)") + c.text + "}}");
        CHECK(canonical(document) == R"({"a":{"$date":{"$numberLong":")" + std::to_string(c.ms) + R"("}}})");
        CHECK(fromJson(relaxed(document))["a"].asDate() == Date{c.ms});
    }
}

TEST_CASE("strings keep their UTF-8 and escape quotes, backslashes and control characters only") {
    CHECK(relaxed(make("a\"b", "\\ \" / \b\f\n\r\t \x01\x1f\x7f é 😀")) ==
          "{\"a\\\"b\":\"\\\\ \\\" / \\b\\f\\n\\r\\t \\u0001\\u001f\x7f é 😀\"}");
    CHECK(relaxed(make("a", std::string("\0x\0", 3))) == R"({"a":"\u0000x\u0000"})");
    for (std::size_t before = 0; before < 20; ++before) {
        const std::string plain(before, 'x');
        CAPTURE(before);
        CHECK(relaxed(make("a", plain + "\n" + plain)) == R"({"a":")" + plain + "\\n" + plain + R"("})");
        CHECK(relaxed(make("a", plain + "\"")) == R"({"a":")" + plain + "\\\"\"}");
    }
}

TEST_CASE("every string is read back as it was") {
    rc::check([](const std::string& text) {
        if (!isUtf8(reinterpret_cast<const std::uint8_t*>(text.data()), text.size())) return;
        RC_ASSERT(fromJson(make("a", text).toJson())["a"].asString() == text);
    });
}

TEST_CASE("documents that were never validated still print as UTF-8") {
    CHECK(relaxed(make("a\xff", "\xc3", "b", "é\xed\xa0\x80z")) == "{\"a\uFFFD\":\"\uFFFD\",\"b\":\"é\uFFFD\uFFFD\uFFFDz\"}");
    std::string out = "\xff before ";
    appendJson(out, make("a", "\xff").view(), JsonMode::Relaxed);
    CHECK(out == "\xff before {\"a\":\"\uFFFD\"}");
}

TEST_CASE("rare types print as the specification says") {
    const std::uint8_t bytes[] = {2, 0, 0, 0, 0xff, 0xfe};
    const ObjectId id = ObjectId::fromHex("0102030405060708090a0b0c");
    Builder builder;
    builder.append("a", BinaryView{0, bytes, 0}).append("b", BinaryView{0x80, bytes, 4}).append("c", BinaryView{2, bytes, 6});
    builder.append("d", RegexView{"a\"/", "mi"}).append("e", Timestamp{4294967295, 1}).append("f", DbPointerView{"x.y", id});
    builder.append("g", CodeView{"f\n"}).append("h", SymbolView{"s"}).append("i", MinKey{}).append("j", MaxKey{});
    builder.append("k", Undefined{}).appendCodeWithScope("l", "g", make("z", std::int64_t{1})).append("m", id);
    CHECK(canonical(builder.take()) ==
          R"({"a":{"$binary":{"base64":"","subType":"00"}},"b":{"$binary":{"base64":"AgAAAA==","subType":"80"}},)"
          R"("c":{"$binary":{"base64":"//4=","subType":"02"}},"d":{"$regularExpression":{"pattern":"a\"/","options":"im"}},)"
          R"("e":{"$timestamp":{"t":4294967295,"i":1}},)"
          R"("f":{"$dbPointer":{"$ref":"x.y","$id":{"$oid":"0102030405060708090a0b0c"}}},)"
          R"("g":{"$code":"f\n"},"h":{"$symbol":"s"},"i":{"$minKey":1},"j":{"$maxKey":1},"k":{"$undefined":true},)"
          R"("l":{"$code":"g","$scope":{"z":{"$numberLong":"1"}}},"m":{"$oid":"0102030405060708090a0b0c"}})");
}

TEST_CASE("single values print alone, and a missing one as null") {
    CHECK(Value(5).toJson(JsonMode::Canonical) == R"({"$numberInt":"5"})");
    CHECK(Value("x").toJson() == R"("x")");
    CHECK(ValueView().toJson() == "null");
    CHECK(fromJson(R"({"a":[1,[],{}]})")["a"].toJson() == "[1,[],{}]");
}

TEST_CASE("prettyJson puts each element on a line of its own") {
    const Document document = fromJson(R"({"a":1,"b":{"c":[1,{"d":null}],"e":[],"f":{}},"g":{"$oid":"0102030405060708090a0b0c"}})");
    CHECK(prettyJson(document) == R"({
  "a": 1,
  "b": {
    "c": [
      1,
      {
        "d": null
      }
    ],
    "e": [],
    "f": {}
  },
  "g": {"$oid":"0102030405060708090a0b0c"}
})");
    CHECK(prettyJson(Document()) == "{}");
    CHECK(fromJson(prettyJson(document, JsonMode::Canonical)).toJson() == document.toJson());
}

TEST_CASE("nesting beyond any valid document is refused, not followed") {
    Builder builder;
    for (int k = 0; k < 100'000; ++k) builder.openDocument("a");
    for (int k = 0; k < 100'000; ++k) builder.close();
    const Document deep = builder.take();
    CHECK_THROWS_AS(deep.toJson(), Error);
    CHECK_THROWS_AS(prettyJson(deep), Error);
}
