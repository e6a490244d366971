// Extended JSON to BSON: what is taken, what is refused, and where the error is seen.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <cstdlib>
#include <string>
#include <thread>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

// The canonical text of what was read, or "<code> <line>:<column>" of the error.
std::string read(std::string_view text) {
    try {
        const Document document = fromJson(text);
        requireValid(document.view().bytes(), kCommandLimits);
        return document.toJson(JsonMode::Canonical);
    } catch (const Error& error) {
        const std::string what = error.what();
        const std::size_t line = what.find("line ");
        const std::size_t column = what.find("column ");
        if (line == std::string::npos || column == std::string::npos) return error.codeName() + " without a place";
        return error.codeName() + " " + std::to_string(std::stoul(what.substr(line + 5))) + ":" +
               std::to_string(std::stoul(what.substr(column + 7)));
    }
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t k = 0; k < times; ++k) out += text;
    return out;
}

struct Case {
    const char* text;
    const char* outcome;
};

template <std::size_t N>
void checkAll(const Case (&cases)[N]) {
    for (const Case& c : cases) {
        CAPTURE(std::string(c.text));
        CHECK(read(c.text) == c.outcome);
    }
}

}  // namespace

TEST_CASE("a bare number is an int32, an int64, or a double, whatever holds it") {
    checkAll({
        {R"({"a":0})", R"({"a":{"$numberInt":"0"}})"},
        {R"({"a":-0})", R"({"a":{"$numberInt":"0"}})"},
        {R"({"a":2147483647})", R"({"a":{"$numberInt":"2147483647"}})"},
        {R"({"a":2147483648})", R"({"a":{"$numberLong":"2147483648"}})"},
        {R"({"a":-2147483648})", R"({"a":{"$numberInt":"-2147483648"}})"},
        {R"({"a":-2147483649})", R"({"a":{"$numberLong":"-2147483649"}})"},
        {R"({"a":9223372036854775807})", R"({"a":{"$numberLong":"9223372036854775807"}})"},
        {R"({"a":-9223372036854775808})", R"({"a":{"$numberLong":"-9223372036854775808"}})"},
        {R"({"a":9223372036854775808})", R"({"a":{"$numberDouble":"9.223372036854776E+18"}})"},
        {R"({"a":-9223372036854775809})", R"({"a":{"$numberDouble":"-9.223372036854776E+18"}})"},
        {R"({"a":18446744073709551615})", R"({"a":{"$numberDouble":"1.8446744073709552E+19"}})"},
        {R"({"a":18446744073709551616})", R"({"a":{"$numberDouble":"1.8446744073709552E+19"}})"},
        {R"({"a":123456789012345678901234567890})", R"({"a":{"$numberDouble":"1.2345678901234568E+29"}})"},
        {R"({"a":1.0})", R"({"a":{"$numberDouble":"1.0"}})"},
        {R"({"a":-0.0})", R"({"a":{"$numberDouble":"-0.0"}})"},
        {R"({"a":1e2})", R"({"a":{"$numberDouble":"100.0"}})"},
        {R"({"a":1.7976931348623157e308})", R"({"a":{"$numberDouble":"1.7976931348623157E+308"}})"},
        {R"({"a":5e-324})", R"({"a":{"$numberDouble":"5E-324"}})"},
        {R"({"a":1e400})", R"({"a":{"$numberDouble":"Infinity"}})"},
        {R"({"a":-1e400})", R"({"a":{"$numberDouble":"-Infinity"}})"},
        {R"({"a":1e-400})", R"({"a":{"$numberDouble":"0.0"}})"},
    });
}

TEST_CASE("values, white space and duplicate names are kept as they stand") {
    checkAll({
        {"{}", "{}"},
        {" \t\r\n{ \"a\" : [ ] } \n", R"({"a":[]})"},
        {"\xEF\xBB\xBF{}", "{}"},
        {R"({"":{"":[{},null,true,false,""]}})", R"({"":{"":[{},null,true,false,""]}})"},
        {R"({"a":"x","a":"y","a":{"b":null,"b":null}})", R"({"a":"x","a":"y","a":{"b":null,"b":null}})"},
        {R"({"a":"b\u0000c"})", R"({"a":"b\u0000c"})"},
        {R"({"a":"\ud83d\ude00 \u00e9 \"\\\/\b\f\n\r\t"})", R"({"a":"😀 é \"\\/\b\f\n\r\t"})"},
        {R"({"\u00e9":"\u007f"})", "{\"é\":\"\x7f\"}"},
    });
}

TEST_CASE("what is no JSON is refused at its place") {
    checkAll({
        {"", "FailedToParse 1:1"},
        {" \n ", "FailedToParse 2:2"},
        {"[1]", "FailedToParse 1:1"},
        {"5", "FailedToParse 1:1"},
        {"null", "FailedToParse 1:1"},
        {R"({"a":1)", "FailedToParse 1:7"},
        {R"({"a":[1,2)", "FailedToParse 1:10"},
        {R"({"a":[1,2})", "FailedToParse 1:10"},
        {R"({"a":1,})", "FailedToParse 1:8"},
        {R"({"a":[1,]})", "FailedToParse 1:9"},
        {R"({"a":[1 2]})", "FailedToParse 1:9"},
        {R"({"a" 1})", "FailedToParse 1:6"},
        {R"({"a":1 "b":2})", "FailedToParse 1:8"},
        {R"({"a":})", "FailedToParse 1:6"},
        {R"({a:1})", "FailedToParse 1:2"},
        {R"({'a':1})", "FailedToParse 1:2"},
        {R"({1:1})", "FailedToParse 1:2"},
        {"{\n \"a\": 1,\n \"é\": x\n}", "FailedToParse 3:7"},
        {R"({"a":nul})", "FailedToParse 1:6"},
        {R"({"a":nulll})", "FailedToParse 1:6"},
        {R"({"a":truE})", "FailedToParse 1:6"},
        {R"({"a":NaN})", "FailedToParse 1:6"},
        {R"({"a":Infinity})", "FailedToParse 1:6"},
        {R"({"a":undefined})", "FailedToParse 1:6"},
    });
}

TEST_CASE("malformed numbers are refused") {
    checkAll({
        {R"({"a":01})", "FailedToParse 1:6"},
        {R"({"a":-01})", "FailedToParse 1:6"},
        {R"({"a":00000000000000000000001})", "FailedToParse 1:6"},
        {R"({"a":+1})", "FailedToParse 1:6"},
        {R"({"a":.5})", "FailedToParse 1:6"},
        {R"({"a":-})", "FailedToParse 1:7"},
        {R"({"a":5.})", "FailedToParse 1:8"},
        {R"({"a":1e})", "FailedToParse 1:8"},
        {R"({"a":1e+})", "FailedToParse 1:9"},
        {R"({"a":0x10})", "FailedToParse 1:7"},
        {R"({"a":1_000})", "FailedToParse 1:7"},
        {R"({"a":1.5.2})", "FailedToParse 1:9"},
        {R"({"a":99999999999999999999x})", "FailedToParse 1:26"},
    });
}

TEST_CASE("nothing may follow the document") {
    checkAll({
        {R"({"a":1}x)", "FailedToParse 1:8"},
        {R"({"a":1},)", "FailedToParse 1:8"},
        {R"({"a":1}})", "FailedToParse 1:8"},
        {R"({"a":1} {"b":2})", "FailedToParse 1:9"},
        {"{\"a\":1}\n\n{}", "FailedToParse 3:1"},
        {R"({} "")", "FailedToParse 1:4"},
    });
}

TEST_CASE("strings hold valid UTF-8 without control characters or halves of surrogate pairs") {
    checkAll({
        {"{\"a\":\"é\xff\"}", "FailedToParse 1:8"},
        {"{\"a\":\"\xc3\"}", "FailedToParse 1:7"},
        {"{\"a\":\"\xed\xa0\x80\"}", "FailedToParse 1:7"},
        {"{\"a\":\"\xc0\x80\"}", "FailedToParse 1:7"},
        {"{\"\xff\":1}", "FailedToParse 1:3"},
        {"{\"a\":\"b\nc\"}", "FailedToParse 1:8"},
        {"{\"a\":\"\x01\"}", "FailedToParse 1:7"},
        {R"({"a":"abc)", "FailedToParse 1:6"},
        {R"({"a":"abc\"})", "FailedToParse 1:6"},
        {R"({"a":"\ud83d"})", "FailedToParse 1:7"},
        {R"({"a":"\ude00"})", "FailedToParse 1:7"},
        {R"({"a":"\ud83d\u0041"})", "FailedToParse 1:7"},
        {R"({"a":"\ud83dx"})", "FailedToParse 1:7"},
        {R"({"a":"\u12"})", "FailedToParse 1:7"},
        {R"({"a":"\x41"})", "FailedToParse 1:7"},
        {R"({"a":"\'"})", "FailedToParse 1:7"},
    });
}

TEST_CASE("a null byte is refused in names and patterns, and kept in strings") {
    checkAll({
        {R"({"ab\u0000":1})", "FailedToParse 1:2"},
        {R"({"x":{"a\u0000b":1}})", "FailedToParse 1:7"},
        {R"({"x":[{"\u0000":1}]})", "FailedToParse 1:8"},
        {R"({"x":"\u0000"})", R"({"x":"\u0000"})"},
        {R"({"x":{"$symbol":"\u0000"}})", R"({"x":{"$symbol":"\u0000"}})"},
        {R"({"x":{"$code":"\u0000"}})", R"({"x":{"$code":"\u0000"}})"},
        {R"({"x":{"$regex":"\u0000"}})", R"({"x":{"$regex":"\u0000"}})"},
        {R"({"x":{"$regularExpression":{"pattern":"\u0000","options":""}}})", "FailedToParse 1:28"},
    });
}

TEST_CASE("type wrappers are one value, and only in their exact form") {
    checkAll({
        {R"({"a":{"$binary":"//8=","$type":"0"}})", R"({"a":{"$binary":{"base64":"//8=","subType":"00"}}})"},
        {R"({"a":{"$binary":"//8=","$type":"80"}})", R"({"a":{"$binary":{"base64":"//8=","subType":"80"}}})"},
        {R"({"a":{"$binary":"//8="}})", "FailedToParse 1:24"},
        {R"({"a":{"$binary":"//8=","$type":"xyz"}})", "FailedToParse 1:17"},
        {R"({"a":{"$binary":{"base64":"//8","subType":"00"}}})", "FailedToParse 1:17"},
        {R"({"a":{"$binary":{"base64":"/=8=","subType":"00"}}})", "FailedToParse 1:17"},
        {R"({"a":{"$binary":{"base64":"//8=","subType":"100"}}})", "FailedToParse 1:17"},
        {R"({"a":{"\u0024oid":"56e1fc72e0c917e9c4714161"}})", R"({"a":{"$oid":"56e1fc72e0c917e9c4714161"}})"},
        {R"({"a":{"$oid":"56e1fc72e0c917e9c471416"}})", "FailedToParse 1:14"},
        {R"({"a":{"$oid":"56e1fc72e0c917e9c471416g"}})", "FailedToParse 1:14"},
        {R"({"a":{"$oid":"56e1fc72e0c917e9c4714161","b":1}})", "FailedToParse 1:45"},
        {R"({"a":{"$numberInt":"2147483648"}})", "FailedToParse 1:20"},
        {R"({"a":{"$numberInt":" 1"}})", "FailedToParse 1:20"},
        {R"({"a":{"$numberInt":""}})", "FailedToParse 1:20"},
        {R"({"a":{"$numberLong":"9223372036854775808"}})", "FailedToParse 1:21"},
        {R"({"a":{"$numberLong":"1.0"}})", "FailedToParse 1:21"},
        {R"({"a":{"$numberDouble":"0x10"}})", "FailedToParse 1:23"},
        {R"({"a":{"$numberDouble":"inf"}})", "FailedToParse 1:23"},
        {R"({"a":{"$numberDouble":"-Infinity"}})", R"({"a":{"$numberDouble":"-Infinity"}})"},
        {R"({"a":{"$numberDecimal":"1.5.0"}})", "FailedToParse 1:24"},
        {R"({"a":{"$scope":{"x":1},"$code":"f"}})", R"({"a":{"$code":"f","$scope":{"x":{"$numberInt":"1"}}}})"},
        {R"({"a":{"$scope":{}}})", "FailedToParse 1:19"},
        {R"({"a":{"$undefined":false}})", "FailedToParse 1:20"},
        {R"({"a":{"$minKey":1.0}})", "FailedToParse 1:17"},
        {R"({"a":{"$timestamp":{"t":4294967296,"i":1}}})", "FailedToParse 1:20"},
        {R"({"a":{"$timestamp":{"t":-1,"i":1}}})", "FailedToParse 1:20"},
        {R"({"a":{"$timestamp":{"t":1,"t":1,"i":1}}})", "FailedToParse 1:20"},
        {R"({"a":{"$uuid":"73ffd26444b34c6990e8e7d1dfc035d4"}})", "FailedToParse 1:15"},
    });
}

TEST_CASE("operators and lookalikes of wrappers stay documents") {
    const char* const same[] = {
        R"({"a":{"$regex":"x"}})",
        R"({"a":{"$regex":"x","$options":"i"}})",
        R"({"a":{"$options":"i","$regex":"x"}})",
        R"({"a":{"$type":"string"}})",
        R"({"a":{"$type":"00","$binary":"//8="}})",
        R"({"a":{"$ref":"c","$id":{"$oid":"56e1fc72e0c917e9c4714161"}}})",
        R"({"a":{"b":null,"$oid":"x"}})",
        R"({"a":{"$oidx":"x"}})",
        R"({"$oid":"the whole document is never a wrapper"})",
        R"({"$match":{"$expr":{"$eq":["$a","$$b"]}}})",
    };
    for (const char* text : same) {
        CAPTURE(std::string(text));
        CHECK(read(text) == text);
    }
}

TEST_CASE("dates are milliseconds, or ISO 8601 texts with or without a zone") {
    struct DateCase {
        const char* date;
        const char* outcome;
    };
    const DateCase cases[] = {
        {R"("1970-01-01T00:00:00Z")", "0"},
        {R"("2020-02-29")", "1582934400000"},
        {R"("2020-02-29T10:00")", "1582970400000"},
        {R"("2020-02-29T10:00:00.1Z")", "1582970400100"},
        {R"("2020-02-29T10:00:00.123456Z")", "1582970400123"},
        {R"("2020-02-29T10:00:00+01:00")", "1582966800000"},
        {R"("2020-02-29T10:00:00-0130")", "1582975800000"},
        {R"("2020-02-29t10:00:00z")", "1582970400000"},
        {R"("0001-01-01T00:00:00Z")", "-62135596800000"},
        {R"("9999-12-31T23:59:59.999Z")", "253402300799999"},
        {R"({"$numberLong":"-9223372036854775808"})", "-9223372036854775808"},
        {R"("2019-02-29")", ""},
        {R"("2020-13-01")", ""},
        {R"("2020-00-01")", ""},
        {R"("2020-01-32")", ""},
        {R"("2020-01-01T24:00:00Z")", ""},
        {R"("2020-01-01T23:60:00Z")", ""},
        {R"("2020-01-01T23:59:60Z")", ""},
        {R"("2020-01-01T10:00:00.Z")", ""},
        {R"("2020-01-01T10:00:00+25:00")", ""},
        {R"("2020-01-01T10:00:00Zx")", ""},
        {R"("2020-1-1")", ""},
        {R"("")", ""},
        {"1582970400000", ""},
        {"1.5", ""},
        {"null", ""},
        {R"({"$numberInt":"5"})", ""},
    };
    for (const DateCase& c : cases) {
        CAPTURE(std::string(c.date));
        const std::string text = std::string(R"({"a":{"$date":)") + c.date + "}}";
        const std::string outcome = c.outcome;
        CHECK(read(text) == (outcome.empty() ? "FailedToParse 1:15" : R"({"a":{"$date":{"$numberLong":")" + outcome + R"("}}})"));
    }
}

TEST_CASE("200 levels are read, 201 are refused, and wrappers are no levels") {
    const std::string deepest = repeated(R"({"a":)", 199) + R"({"a":{"$numberInt":"1"}})" + repeated("}", 199);
    CHECK(read(deepest) == deepest);
    const std::string pointer = R"({"a":{"$dbPointer":{"$ref":"b","$id":{"$oid":"56e1fc72e0c917e9c4714161"}}}})";
    CHECK(read(repeated(R"({"a":)", 199) + pointer + repeated("}", 199)).find("FailedToParse") == std::string::npos);
    CHECK(read(repeated(R"({"a":)", 200) + "{}" + repeated("}", 200)).substr(0, 15) == "FailedToParse 1");
    CHECK(read(R"({"a":)" + repeated("[", 199) + repeated("]", 199) + "}").substr(0, 5) == R"({"a":)");
    CHECK(read(R"({"a":)" + repeated("[", 200) + repeated("]", 200) + "}").substr(0, 15) == "FailedToParse 1");
    CHECK(read(R"({"a":)" + repeated("[", 200'000)).substr(0, 15) == "FailedToParse 1");
    CHECK(read(R"({"a":)" + repeated(R"({"$scope":)", 200'000)).substr(0, 15) == "FailedToParse 1");
    CHECK(read(R"({"a":)" + repeated(R"({"$date":)", 200'000)).substr(0, 15) == "FailedToParse 1");
}

TEST_CASE("texts of every size are read, from memory that ends where they end") {
    for (const std::size_t size : {0u, 1u, 30u, 63u, 64u, 65u, 4095u, 4096u, 70'000u, 3'000'000u}) {
        CAPTURE(size);
        const std::string text = R"({"a":")" + std::string(size, 'x') + R"("})";
        const std::vector<char> exact(text.begin(), text.end());
        CHECK(fromJson({exact.data(), exact.size()})["a"].asString().size() == size);
        const std::string many = R"({"a":[)" + repeated("1,", size) + "1]}";
        CHECK(fromJson(many)["a"].asArray().countElements() == size + 1);
    }
    CHECK(read("{}") == "{}");
}

TEST_CASE("appendFromJson leaves the buffer as it was when the text is refused") {
    Buffer out;
    const std::size_t first = appendFromJson(R"({"a":1})", out).size();
    CHECK(out.size() == first);
    CHECK_THROWS_AS(appendFromJson(R"({"b":[1,2,{"c":"x"},]})", out), Error);
    CHECK(out.size() == first);
    const DocumentView second = appendFromJson(R"({"b":2})", out);
    CHECK(second.toJson() == R"({"b":2})");
    CHECK(second.data() == out.data() + first);
    CHECK(DocumentView(out.data(), out.size()).toJson() == R"({"a":1})");
}

TEST_CASE("threads read at the same time") {
    auto work = [](int seed) {
        const std::string text = R"({"n":)" + std::to_string(seed) + R"(,"s":")" + std::string(100 + seed, 'y') + R"("})";
        for (int k = 0; k < 200; ++k) {
            if (fromJson(text).toJson() != text) return false;
        }
        return true;
    };
    bool first = false;
    std::thread other([&] { first = work(1); });
    const bool second = work(2);
    other.join();
    CHECK(first);
    CHECK(second);
}

TEST_CASE("parse takes JSON as JSON and everything else as the shell does") {
    CHECK(sheaf::parse(R"({"a":3000000000})").toJson(JsonMode::Canonical) == R"({"a":{"$numberLong":"3000000000"}})");
    CHECK(sheaf::parse("{a:3000000000}").toJson(JsonMode::Canonical) == R"({"a":{"$numberDouble":"3000000000.0"}})");
    try {
        sheaf::parse("{\n a: }");
        FAIL("refused");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::FailedToParse);
        CHECK(std::string(error.what()) == "line 2, column 5: expected a value\n   a: }\n      ^");
    }
}

// Story: a double of more than 19 digits was read as 0 by the JSON library, silently. Now every double of every length is
// what the C++ library makes of the same text.
TEST_CASE("doubles of any number of digits are the nearest double to their text") {
    std::uint64_t state = 42;
    for (int round = 0; round < 5000; ++round) {
        auto next = [&](std::uint64_t bound) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return (state >> 33) % bound;
        };
        std::string text = next(2) ? "-" : "";
        const std::size_t whole = 1 + next(24);
        for (std::size_t at = 0; at < whole; ++at) text += static_cast<char>('0' + (at == 0 ? 1 + next(9) : next(10)));
        text += '.';
        const std::size_t fraction = 1 + next(24);
        for (std::size_t at = 0; at < fraction; ++at) text += static_cast<char>('0' + next(10));
        if (next(3) == 0) text += "e" + std::string(next(2) ? "-" : "+") + std::to_string(next(290));
        CAPTURE(text);
        const bson::Document document = bson::fromJson("{\"v\": " + text + "}");
        REQUIRE(document["v"].type() == bson::Type::Double);
        CHECK(document["v"].asDouble() == std::strtod(text.c_str(), nullptr));
    }
}
