// The literals of MongoDB's shell: what people type, and what they are told when it is wrong.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <string>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

// The canonical text of the value, or "<code> <line>:<column>" of the error.
std::string read(std::string_view text) {
    try {
        return valueFromShell(text).toJson(JsonMode::Canonical);
    } catch (const Error& error) {
        const std::string what = error.what();
        const std::size_t column = what.find(", column ");
        if (what.substr(0, 5) != "line " || column == std::string::npos) return error.codeName() + " without a place";
        return error.codeName() + " " + std::to_string(std::stoul(what.substr(5))) + ":" +
               std::to_string(std::stoul(what.substr(column + 9)));
    }
}

std::string messageOf(std::string_view text) {
    try {
        fromShell(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
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

constexpr const char* kId = R"({"$oid":"56e1fc72e0c917e9c4714161"})";

}  // namespace

TEST_CASE("a bare whole number is an int32 when it fits, else a double; a fraction or an exponent makes a double") {
    checkAll({
        {"0", R"({"$numberInt":"0"})"},
        {"-0", R"({"$numberDouble":"-0.0"})"},
        {"+1", R"({"$numberInt":"1"})"},
        {"2147483647", R"({"$numberInt":"2147483647"})"},
        {"2147483648", R"({"$numberDouble":"2147483648.0"})"},
        {"-2147483648", R"({"$numberInt":"-2147483648"})"},
        {"-2147483649", R"({"$numberDouble":"-2147483649.0"})"},
        {"9007199254740993", R"({"$numberDouble":"9007199254740992.0"})"},
        {"1.0", R"({"$numberDouble":"1.0"})"},
        {".5", R"({"$numberDouble":"0.5"})"},
        {"5.", R"({"$numberDouble":"5.0"})"},
        {"-.5e3", R"({"$numberDouble":"-500.0"})"},
        {"1e400", R"({"$numberDouble":"Infinity"})"},
        {"0x1F", R"({"$numberInt":"31"})"},
        {"0xE", R"({"$numberInt":"14"})"},
        {"-0XfF", R"({"$numberInt":"-255"})"},
        {"0xffffffffff", R"({"$numberDouble":"1099511627775.0"})"},
        {"5n", R"({"$numberLong":"5"})"},
        {"-9223372036854775808n", R"({"$numberLong":"-9223372036854775808"})"},
        {"Infinity", R"({"$numberDouble":"Infinity"})"},
        {"-Infinity", R"({"$numberDouble":"-Infinity"})"},
        {"NaN", R"({"$numberDouble":"NaN"})"},
        {"9223372036854775808n", "FailedToParse 1:1"},
        {"0x", "FailedToParse 1:3"},
        {"12abc", "FailedToParse 1:3"},
        {"1e", "FailedToParse 1:3"},
        {".", "FailedToParse 1:1"},
        {"--1", "FailedToParse 1:2"},
        {"-x", "FailedToParse 1:2"},
        {"1.2.3", "FailedToParse 1:4"},
        {"1 2", "FailedToParse 1:3"},
    });
}

TEST_CASE("documents and arrays are as in JavaScript") {
    checkAll({
        {"{}", "{}"},
        {"[]", "[]"},
        {"{a: true, 'b': false, \"c\": null, `d`: undefined, $e: 'x', _f: [], 7: {}, é: '',}",
         R"({"a":true,"b":false,"c":null,"d":{"$undefined":true},"$e":"x","_f":[],"7":{},"é":""})"},
        {"[true, [null,],]", "[true,[null]]"},
        {"{new: true, null: true, ObjectId: true}", R"({"new":true,"null":true,"ObjectId":true})"},
        {"{a: true, a: false}", R"({"a":true,"a":false})"},
        {"// one\n { /* two\n */ a: true } // three", R"({"a":true})"},
        {"\xC2\xA0{a:\xC2\xA0true}\r\n", R"({"a":true})"},
        {"", "FailedToParse 1:1"},
        {"{,}", "FailedToParse 1:2"},
        {"[,]", "FailedToParse 1:2"},
        {"[true,,true]", "FailedToParse 1:7"},
        {"{a}", "FailedToParse 1:3"},
        {"{a:}", "FailedToParse 1:4"},
        {"{a.b: 1}", "FailedToParse 1:3"},
        {"{a: 1 b: 2}", "FailedToParse 1:7"},
        {"{a: 1", "FailedToParse 1:6"},
        {"{", "FailedToParse 1:2"},
        {"[1, 2", "FailedToParse 1:6"},
        {"{a: 1} {", "FailedToParse 1:8"},
        {"{a: 1]", "FailedToParse 1:6"},
        {"/* never closed", "FailedToParse 1:1"},
        {"{a: \xE2\x80\x9Cx\xE2\x80\x9D}", "FailedToParse 1:5"},
        {"foo", "FailedToParse 1:1"},
        {"{a: foo}", "FailedToParse 1:5"},
        {"new", "FailedToParse 1:1"},
        {"(1)", "FailedToParse 1:1"},
    });
}

TEST_CASE("strings stand in three kinds of quotes, with JavaScript's escapes") {
    checkAll({
        {"''", R"("")"},
        {R"('it\'s "so"')", R"("it's \"so\"")"},
        {R"("\x41\u00e9\u{1F600}\ud83d\ude00")", R"("Aé😀😀")"},
        {R"('\n\t\r\b\f\v\0\\\/\q')", R"("\n\t\r\b\f\u000b\u0000\\/q")"},
        {"'a\\\nb'", R"("ab")"},
        {"`a\nb`", R"("a\nb")"},
        {"`$ {x} $`", R"("$ {x} $")"},
        {"'é😀'", R"("é😀")"},
        {"'abc", "FailedToParse 1:1"},
        {"'abc\"", "FailedToParse 1:1"},
        {"'", "FailedToParse 1:1"},
        {"'\\", "FailedToParse 1:1"},
        {"'a\nb'", "FailedToParse 1:1"},
        {"`a${b}`", "FailedToParse 1:3"},
        {R"('\x4')", "FailedToParse 1:5"},
        {R"('\u00e')", "FailedToParse 1:7"},
        {R"('\u{}')", "FailedToParse 1:5"},
        {R"('\u{110000}')", "FailedToParse 1:11"},
        {R"('\ud83d')", "FailedToParse 1:8"},
        {R"('\ud83d\u0041')", "FailedToParse 1:14"},
        {R"('\ude00')", "FailedToParse 1:8"},
        {"'a\xff'", "FailedToParse 1:3"},
        {"{'\xff': 1}", "FailedToParse 1:3"},
        {"{\xff: 1}", "FailedToParse 1:2"},
        {"{'a\\0': 1}", "FailedToParse 1:2"},
    });
    CHECK(read(std::string_view("'a\0b'", 5)) == R"("a\u0000b")");
    CHECK(read(std::string_view("{'a\0': 1}", 9)) == "FailedToParse 1:2");
}

TEST_CASE("regular expressions stand between slashes") {
    checkAll({
        {"/abc/", R"({"$regularExpression":{"pattern":"abc","options":""}})"},
        {"/a.*\\d/xi", R"({"$regularExpression":{"pattern":"a.*\\d","options":"ix"}})"},
        {"/a\\/b[/\\]]c/", R"({"$regularExpression":{"pattern":"a/b[/\\]]c","options":""}})"},
        {"RegExp('a/b', 'mi')", R"({"$regularExpression":{"pattern":"a/b","options":"im"}})"},
        {"/a/g", "FailedToParse 1:1"},
        {"/a/ii", "FailedToParse 1:1"},
        {"/a/q", "FailedToParse 1:1"},
        {"/abc", "FailedToParse 1:1"},
        {"/[/", "FailedToParse 1:1"},
        {"/a\nb/", "FailedToParse 1:1"},
        {"/\xff/", "FailedToParse 1:2"},
        {"RegExp('a', 'g')", "FailedToParse 1:1"},
        {"RegExp('a\\0')", "FailedToParse 1:1"},
        {"RegExp(1)", "FailedToParse 1:1"},
    });
    CHECK(read(std::string_view("/a\0/", 4)) == "FailedToParse 1:1");
}

TEST_CASE("constructors make the types that JavaScript lacks") {
    checkAll({
        {"ObjectId('56e1fc72e0c917e9c4714161')", kId},
        {"new ObjectId(\"56E1FC72E0C917E9C4714161\")", kId},
        {"ObjectId('56e1')", "FailedToParse 1:1"},
        {"ObjectId(1)", "FailedToParse 1:1"},
        {"ObjectId('56e1fc72e0c917e9c4714161', 1)", "FailedToParse 1:1"},
        {"ObjectId", "FailedToParse 1:9"},
        {"UUID('73ffd264-44b3-4c69-90e8-e7d1dfc035d4')",
         R"({"$binary":{"base64":"c//SZESzTGmQ6OfR38A11A==","subType":"04"}})"},
        {"UUID('73ffd264')", "FailedToParse 1:1"},
        {"BinData(0, '//8=')", R"({"$binary":{"base64":"//8=","subType":"00"}})"},
        {"BinData(2, '//8=')", R"({"$binary":{"base64":"//8=","subType":"02"}})"},
        {"BinData(256, '//8=')", "FailedToParse 1:1"},
        {"BinData(0, '//8')", "FailedToParse 1:1"},
        {"HexData(128, 'FFff')", R"({"$binary":{"base64":"//8=","subType":"80"}})"},
        {"HexData(0, 'fff')", "FailedToParse 1:1"},
        {"Binary.createFromBase64('//8=', 5)", R"({"$binary":{"base64":"//8=","subType":"05"}})"},
        {"Timestamp(1, 2)", R"({"$timestamp":{"t":1,"i":2}})"},
        {"Timestamp({t: 4294967295, i: 4294967295})", R"({"$timestamp":{"t":4294967295,"i":4294967295}})"},
        {"Timestamp()", R"({"$timestamp":{"t":0,"i":0}})"},
        {"Timestamp(1)", "FailedToParse 1:1"},
        {"Timestamp(-1, 0)", "FailedToParse 1:1"},
        {"Timestamp(1.5, 0)", "FailedToParse 1:1"},
        {"Timestamp(4294967296, 0)", "FailedToParse 1:1"},
        {"MinKey", R"({"$minKey":1})"},
        {"MinKey()", R"({"$minKey":1})"},
        {"new MaxKey()", R"({"$maxKey":1})"},
        {"MaxKey(1)", "FailedToParse 1:1"},
        {"Code('f', {x: true})", R"({"$code":"f","$scope":{"x":true}})"},
        {"Code('f')", R"({"$code":"f"})"},
        {"Code('f', 1)", "FailedToParse 1:1"},
        {"Symbol('s')", R"({"$symbol":"s"})"},
        {"DBRef('c', ObjectId('56e1fc72e0c917e9c4714161'), 'd')",
         R"({"$ref":"c","$id":{"$oid":"56e1fc72e0c917e9c4714161"},"$db":"d"})"},
        {"DBRef('c')", "FailedToParse 1:1"},
        {"DBPointer('a.b', ObjectId('56e1fc72e0c917e9c4714161'))",
         R"({"$dbPointer":{"$ref":"a.b","$id":{"$oid":"56e1fc72e0c917e9c4714161"}}})"},
        {"Foo('x')", "FailedToParse 1:1"},
        {"{a: [1, ObjectId('x')]}", "FailedToParse 1:9"},
        {"ObjectId('56e1fc72e0c917e9c4714161'", "FailedToParse 1:36"},
        {"ObjectId(", "FailedToParse 1:10"},
    });
}

TEST_CASE("numbers with a type keep every digit") {
    checkAll({
        {"NumberLong('9223372036854775807')", R"({"$numberLong":"9223372036854775807"})"},
        {"NumberLong(9223372036854775807)", R"({"$numberLong":"9223372036854775807"})"},
        {"NumberLong(1700000000000000)", R"({"$numberLong":"1700000000000000"})"},
        {"NumberLong(-5)", R"({"$numberLong":"-5"})"},
        {"NumberLong(1e3)", R"({"$numberLong":"1000"})"},
        {"NumberLong()", R"({"$numberLong":"0"})"},
        {"Long('7')", R"({"$numberLong":"7"})"},
        {"NumberLong(5.5)", "FailedToParse 1:1"},
        {"NumberLong('9223372036854775808')", "FailedToParse 1:1"},
        {"NumberLong('')", "FailedToParse 1:1"},
        {"NumberLong(null)", "FailedToParse 1:1"},
        {"NumberInt(5)", R"({"$numberInt":"5"})"},
        {"Int32('-5')", R"({"$numberInt":"-5"})"},
        {"NumberInt(2147483648)", "FailedToParse 1:1"},
        {"NumberDecimal('1.50')", R"({"$numberDecimal":"1.50"})"},
        {"NumberDecimal(12345678901234567)", R"({"$numberDecimal":"12345678901234567"})"},
        {"NumberDecimal(0.1)", R"({"$numberDecimal":"0.1"})"},
        {"Decimal128('-Infinity')", R"({"$numberDecimal":"-Infinity"})"},
        {"NumberDecimal('1^2')", "FailedToParse 1:1"},
        {"Double(5)", R"({"$numberDouble":"5.0"})"},
        {"Double('x')", "FailedToParse 1:1"},
    });
}

TEST_CASE("dates are milliseconds, ISO 8601 texts, or parts in UTC") {
    checkAll({
        {"ISODate('2020-01-01')", R"({"$date":{"$numberLong":"1577836800000"}})"},
        {"ISODate('2020-01-01T10:00:00.123+01:00')", R"({"$date":{"$numberLong":"1577869200123"}})"},
        {"new Date('2020-01-01T00:00:00Z')", R"({"$date":{"$numberLong":"1577836800000"}})"},
        {"new Date(1700000000000)", R"({"$date":{"$numberLong":"1700000000000"}})"},
        {"new Date(-1)", R"({"$date":{"$numberLong":"-1"}})"},
        {"new Date(NumberLong('5'))", R"({"$date":{"$numberLong":"5"}})"},
        {"new Date(2020, 0)", R"({"$date":{"$numberLong":"1577836800000"}})"},
        {"new Date(2020, 0, 1, 2, 3, 4, 5)", R"({"$date":{"$numberLong":"1577844184005"}})"},
        {"new Date(2020, 12)", "FailedToParse 1:1"},
        {"new Date(2020, 1, 30)", "FailedToParse 1:1"},
        {"new Date(2020, 'x')", "FailedToParse 1:1"},
        {"new Date(1, 2, 3, 4, 5, 6, 7, 8)", "FailedToParse 1:1"},
        {"ISODate('yesterday')", "FailedToParse 1:1"},
        {"ISODate(null)", "FailedToParse 1:1"},
    });
    const std::int64_t before = Date::now().ms;
    const std::int64_t now = valueFromShell("ISODate()").view().asDate().ms;
    CHECK(now >= before);
    CHECK(now <= Date::now().ms);
    CHECK(valueFromShell("new Date").view().isDate());
}

TEST_CASE("ObjectId() and UUID() are new each time") {
    CHECK_FALSE(valueFromShell("ObjectId()").view().asObjectId() == valueFromShell("ObjectId()").view().asObjectId());
    CHECK(valueFromShell("new ObjectId").view().type() == Type::ObjectId);
    const Value uuid = valueFromShell("UUID()");
    CHECK(uuid.view().asBinary().subtype == 4);
    const int version = uuid.view().asBinary().data[6] >> 4;
    CHECK(version == 4);
    CHECK(uuid.toJson() != valueFromShell("UUID()").toJson());
}

TEST_CASE("the wrappers of Extended JSON are values here too") {
    checkAll({
        {"{$oid: '56e1fc72e0c917e9c4714161'}", kId},
        {"{a: {$date: {$numberLong: '5'}}}", R"({"a":{"$date":{"$numberLong":"5"}}})"},
        {"{a: {$date: NumberLong(5)}}", R"({"a":{"$date":{"$numberLong":"5"}}})"},
        {"{a: {$timestamp: {t: 4000000000, i: 1}}}", R"({"a":{"$timestamp":{"t":4000000000,"i":1}}})"},
        {"{a: {$code: 'x', $scope: {y: NumberLong(1)}}}", R"({"a":{"$code":"x","$scope":{"y":{"$numberLong":"1"}}}})"},
        {"{a: {$binary: '//8=', $type: '0'}}", R"({"a":{"$binary":{"base64":"//8=","subType":"00"}}})"},
        {"{a: {$gt: true}}", R"({"a":{"$gt":true}})"},
        {"{a: {$regex: 'x', $options: 'i'}}", R"({"a":{"$regex":"x","$options":"i"}})"},
        {"{a: {$regex: /x/i}}", R"({"a":{"$regex":{"$regularExpression":{"pattern":"x","options":"i"}}}})"},
        {"{a: {$oid: 'x'}}", "FailedToParse 1:5"},
        {"{a: {$oid: '56e1fc72e0c917e9c4714161', b: 1}}", "FailedToParse 1:5"},
        {"{a: {$date: 42}}", "FailedToParse 1:5"},
        {"{a: {$minKey: 2}}", "FailedToParse 1:5"},
        {"{a: {$undefined: false}}", "FailedToParse 1:5"},
        {"{a: {$numberDecimal: 'x'}}", "FailedToParse 1:5"},
        {"{a: {$timestamp: {t: 1}}}", "FailedToParse 1:5"},
        {"{a: {$scope: {}}}", "FailedToParse 1:5"},
        {"{a: {$binary: '//8='}}", "FailedToParse 1:5"},
    });
}

TEST_CASE("200 levels are read, and everything deeper is refused without following it") {
    const std::string deepest = repeated("{a:", 199) + "{a:{$dbPointer:{$ref:'b',$id:{$oid:'56e1fc72e0c917e9c4714161'}}}}";
    CHECK(read(deepest + repeated("}", 199)).find("FailedToParse") == std::string::npos);
    CHECK(read(repeated("{a:", 200) + "{}" + repeated("}", 200)).substr(0, 15) == "FailedToParse 1");
    CHECK(read(repeated("[", 200) + repeated("]", 200)).substr(0, 3) == "[[[");
    CHECK(read(repeated("[", 201) + repeated("]", 201)).substr(0, 15) == "FailedToParse 1");
    for (const char* opening : {"[", "{a:", "{$date:", "{$scope:", "{$code:", "Code(", "new Date(", "-"}) {
        CAPTURE(std::string(opening));
        CHECK(read(repeated(opening, 100'000)).substr(0, 15) == "FailedToParse 1");
    }
}

TEST_CASE("an error shows the line and a caret below the place") {
    CHECK(messageOf("{a: 1 b: 2}") ==
          "line 1, column 7: expected ',' or '}' after the value\n  {a: 1 b: 2}\n        ^");
    CHECK(messageOf("{\n  é: ObjectId('x'),\n}") ==
          "line 2, column 6: ObjectId takes 24 hexadecimal digits, or nothing\n    é: ObjectId('x'),\n       ^");
    CHECK(messageOf("[1]") == "line 1, column 1: expected '{' at the start of a document\n  [1]\n  ^");
    CHECK(messageOf("{\ta: x}") == "line 1, column 6: unknown name \"x\": a text needs quotes\n  { a: x}\n       ^");
    const std::string longLine = "{" + repeated("é: 1, ", 100) + "b: x, " + repeated("é: 1, ", 100) + "}";
    const std::string message = messageOf(longLine);
    const std::size_t line = message.find('\n') + 3;
    const std::size_t caretLine = message.find('\n', line) + 3;
    CHECK(caretLine - line < 130);
    std::size_t place = line;
    for (std::size_t column = message.find('^') - caretLine; column > 0; ++place) {
        if ((message[place + 1] & 0xC0) != 0x80) --column;
    }
    CHECK(message.substr(place, 2) == "x,");
}

TEST_CASE("valueFromShellPrefix reads one value and tells where it ended") {
    std::size_t used = 0;
    CHECK(valueFromShellPrefix(" {a: 1}, {b: 2})", used).toJson() == R"({"a":1})");
    CHECK(used == 7);
    CHECK(valueFromShellPrefix("/a/i).sort", used).toJson() == R"({"$regularExpression":{"pattern":"a","options":"i"}})");
    CHECK(used == 4);
    CHECK(valueFromShellPrefix("/* x */ 12)", used).toJson() == "12");
    CHECK(used == 10);
    CHECK(valueFromShellPrefix("'a' \xff", used).toJson() == R"("a")");
    CHECK(used == 3);
    CHECK_THROWS_AS(valueFromShellPrefix(")", used), Error);
}

TEST_CASE("fromShell makes valid documents and wants nothing around them") {
    const Document document = fromShell("{a: [1, 'x', {b: /y/}], c: ISODate('2020-01-01')}");
    requireValid(document.view().bytes(), kStoredLimits);
    CHECK_THROWS_AS(fromShell("{a: 1};"), Error);
    CHECK_THROWS_AS(fromShell("5"), Error);
    CHECK(fromShell("{}").isEmpty());
}
