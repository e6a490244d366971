// The readers of import: what each format gives as documents, and where errors are said to be.
#include "tools/import/debian_version.h"
#include "tools/import/formats.h"

#include <sheaf/bson/builder.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <sstream>

using namespace sheaf;
using namespace sheaf::tools;

namespace {

// The documents in relaxed JSON, one a line; then the error's text, if there is one.
std::string read(const ImportFormat& format, const std::string& text) {
    std::istringstream in(text);
    std::string result;
    try {
        const auto reader = format.open({in, "file"});
        while (const auto document = reader->next()) result += document->toJson(bson::JsonMode::Canonical) + "\n";
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::FailedToParse);
        result += error.what();
    }
    return result;
}

struct Case {
    const char* what;
    std::string text;
    const char* outcome;
};

template <std::size_t N>
void check(const ImportFormat& format, const Case (&cases)[N]) {
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(read(format, c.text) == c.outcome);
    }
}

}  // namespace

TEST_CASE("JSON Lines gives a document for each line") {
    const Case cases[] = {
        {"nothing", "", ""},
        {"no line end at the end", "{\"a\":1}\n{\"a\":\"x\"}", "{\"a\":{\"$numberInt\":\"1\"}}\n{\"a\":\"x\"}\n"},
        {"empty lines, carriage returns, a byte order mark", "\xEF\xBB\xBF{}\r\n\r\n  \n{}\r\n", "{}\n{}\n"},
    };
    check(kJsonLinesFormat, cases);
    CHECK(read(kJsonLinesFormat, "{}\n{\"a\":}\n").rfind("{}\nfile:2: ", 0) == 0);
    CHECK(read(kJsonLinesFormat, "{} {}\n").rfind("file:1: ", 0) == 0);
}

TEST_CASE("JSON is an array or a sequence of documents") {
    const Case cases[] = {
        {"an empty array", "[]", ""},
        {"an array over lines", "[\n {\"a\": \"}]\\\"\"},\n {\"b\": [{}, []]}\n]\n",
         "{\"a\":\"}]\\\"\"}\n{\"b\":[{},[]]}\n"},
        {"a sequence", "{\"a\":1}\n\n{\"a\":2}{\"a\":\n3}",
         "{\"a\":{\"$numberInt\":\"1\"}}\n{\"a\":{\"$numberInt\":\"2\"}}\n{\"a\":{\"$numberInt\":\"3\"}}\n"},
        {"no comma", "[{}\n{}]", "{}\nfile:2: expected a comma between documents"},
        {"two commas", "[{},,{}]", "{}\nfile:1: expected a document, found ','"},
        {"a comma at the end", "[{},]", "{}\nfile:1: expected a document, found ']'"},
        {"no end of the array", "[{},\n{}\n", "{}\n{}\nfile:2: the array has no end"},
        {"no end of a document", "{}\n{\"a\":\n", "{}\nfile:2: the document that begins here has no end"},
        {"text after the array", "[]\n{}", "file:2: there is text after the array"},
        {"no document", "1", "file:1: expected a document, found '1'"},
    };
    check(kJsonFormat, cases);
    CHECK(read(kJsonFormat, "{}\n{\"a\":\n}\n").rfind("{}\nfile:2: in the document that begins here: ", 0) == 0);
}

TEST_CASE("CSV infers types, nests dotted names and minds quotes") {
    const Case cases[] = {
        {"only a header", "a,b\n", ""},
        {"numbers and booleans", "a,b,c,d,e\n1,-2147483649,1.5,true,1e3\n",
         "{\"a\":{\"$numberInt\":\"1\"},\"b\":{\"$numberLong\":\"-2147483649\"},\"c\":{\"$numberDouble\":\"1.5\"},"
         "\"d\":true,\"e\":{\"$numberDouble\":\"1000.0\"}}\n"},
        {"what looks like a number and is text", "a,b,c,d,e\n007,+49,\"1\",1.2.3,-\n",
         "{\"a\":\"007\",\"b\":\"+49\",\"c\":\"1\",\"d\":\"1.2.3\",\"e\":\"-\"}\n"},
        {"a number beyond int64 is a double", "a\n9223372036854775808\n", "{\"a\":{\"$numberDouble\":\"9.223372036854776E+18\"}}\n"},
        {"empty cells, missing cells, empty lines", "a,b,c\n,\"\"\n\nx\n", "{\"b\":\"\"}\n{\"a\":\"x\"}\n"},
        {"quotes", "a,b\n\"x, \"\"y\"\"\",\"two\nlines\"\n", "{\"a\":\"x, \\\"y\\\"\",\"b\":\"two\\nlines\"}\n"},
        {"dotted names beside each other", "m.n,x,m.o.p,m.o.q,y.z\n1,2,3,4,5\n",
         "{\"m\":{\"n\":{\"$numberInt\":\"1\"},\"o\":{\"p\":{\"$numberInt\":\"3\"},\"q\":{\"$numberInt\":\"4\"}}},"
         "\"x\":{\"$numberInt\":\"2\"},\"y\":{\"z\":{\"$numberInt\":\"5\"}}}\n"},
        {"too many cells", "a\n1\n1,2\n", "{\"a\":{\"$numberInt\":\"1\"}}\nfile:3: the row has 2 cells, the header 1"},
        {"a quote without end", "a\n\"x\ny\n", "file:2: a quote has no end"},
        {"text after a quote", "a\n\"x\"y\n", "file:2: there is text between a closing quote and the separator"},
        {"names in each other's way", "a,a.b\n", "file:1: two names in the header are in each other's way: \"a.b\""},
        {"a name with an empty part", "a..b\n", "file:1: a name in the header has an empty part: \"a..b\""},
        {"not UTF-8", "a\n\xFF\n", "file:2: text that is not UTF-8"},
    };
    check(kCsvFormat, cases);
    CHECK(read(kTsvFormat, "a\tb\n1,5\tx\n") == "{\"a\":\"1,5\",\"b\":\"x\"}\n");
}

TEST_CASE("a BSON file gives its documents, and is checked") {
    const Document one = bson::make("a", 1);
    const std::string bytes(reinterpret_cast<const char*>(one.view().data()), one.size());
    const Case cases[] = {
        {"two documents", bytes + bytes, "{\"a\":{\"$numberInt\":\"1\"}}\n{\"a\":{\"$numberInt\":\"1\"}}\n"},
        {"cut off", bytes + bytes.substr(0, 7), "{\"a\":{\"$numberInt\":\"1\"}}\nfile:2: the file ends inside a document"},
        {"cut off in the length", bytes.substr(0, 3), "file:1: the file ends inside a document"},
        {"a length that cannot be", std::string("\x04\0\0\0", 4), "file:1: document number 1 cannot have 4 bytes"},
    };
    check(kBsonFormat, cases);
}

TEST_CASE("a stanza of a package list is a document with fitting types") {
    const Case cases[] = {
        {"all kinds of fields",
         "Package: vim\nVersion: 2:9.0-1\nInstalled-Size: 3700\nSize: 5000000000\n"
         "Maintainer: Vim Team <vim@example.org>,\nDepends: libc6 (>= 2.36), a | b:any (<< 2) [amd64], libc6 (<< 3)\n"
         "Pre-Depends: dpkg\nTag: role::program, use::editing,\n works-with::text\nEssential: yes\n"
         "Source: vim-src (2:9.0-0)\nMulti-Arch: same\nDescription: an editor\n that does it all\n .\n and more\n"
         "Postgresql-Catversion: 202209061\nX: 007\nMD5sum: ab\n",
         "{\"_id\":\"vim\",\"version\":\"2:9.0-1\",\"installedSize\":{\"$numberInt\":\"3700\"},"
         "\"size\":{\"$numberLong\":\"5000000000\"},\"maintainer\":{\"name\":\"Vim Team\",\"email\":\"vim@example.org\"},"
         "\"depends\":[\"libc6\",\"a\",\"b\"],\"preDepends\":[\"dpkg\"],"
         "\"tags\":[\"role::program\",\"use::editing\",\"works-with::text\"],\"essential\":true,"
         "\"source\":\"vim-src\",\"sourceVersion\":\"2:9.0-0\",\"multiArch\":\"same\",\"description\":\"an editor\","
         "\"longDescription\":\"that does it all\\n\\nand more\",\"postgresqlCatversion\":{\"$numberInt\":\"202209061\"},"
         "\"x\":\"007\",\"md5sum\":\"ab\"}\n"},
        {"an empty relation, a maintainer without address, names without regard to case, a comment",
         "# list\n\nPACKAGE: a\ndepends:\nMaintainer: Me\n\n\n", "{\"_id\":\"a\",\"depends\":[],\"maintainer\":{\"name\":\"Me\"}}\n"},
        {"the newest of stanzas side by side", "Package: a\nVersion: 1.10\n\nPackage: a\nVersion: 1.9\n\nPackage: b\nVersion: 1\n",
         "{\"_id\":\"a\",\"version\":\"1.10\"}\n{\"_id\":\"b\",\"version\":\"1\"}\n"},
        {"a name that comes again later", "Package: a\nVersion: 1\n\nPackage: b\n\nPackage: a\nVersion: 2\n",
         "{\"_id\":\"a\",\"version\":\"1\"}\n{\"_id\":\"b\"}\n{\"_id\":\"a_2\",\"version\":\"2\"}\n"},
        {"no colon", "Package: a\nnonsense\n", "file:2: expected \"Field: value\", found \"nonsense\""},
        {"no package", "\nVersion: 1\n\n", "file:2: the stanza that begins here has no field Package"},
        {"a continued nothing", " x\n", "file:1: a line that goes on a field, but there is none"},
        {"a field twice", "Package: a\nSize: 1\nsize: 2\n", "file:3: the field Size is there twice"},
        {"a size that is none", "Package: a\nSize: big\n", "file:2: Size is no whole number: \"big\""},
        {"a flag that is none", "Package: a\nEssential: maybe\n", "file:2: Essential is neither yes nor no: \"maybe\""},
    };
    check(kDumpavailFormat, cases);
}

TEST_CASE("Debian's versions are ordered as dpkg orders them") {
    const char* const ascending[] = {"1.0~~",   "1.0~~a", "1.0~",  "1.0",     "1.0-1",  "1.0a",     "1.0+b",
                                     "1.0.0",   "1.2",    "1.10",  "1.10-2",  "1.10-10", "0:2",     "2.0-1~bpo1",
                                     "2.0-1",   "2.0-1+b1", "1:0.1", "2:0.1-9"};
    for (std::size_t a = 0; a < std::size(ascending); ++a) {
        for (std::size_t b = 0; b < std::size(ascending); ++b) {
            CAPTURE(ascending[a]);
            CAPTURE(ascending[b]);
            const int order = compareDebianVersions(ascending[a], ascending[b]);
            CHECK((order < 0) == (a < b));
            CHECK((order > 0) == (a > b));
        }
    }
    CHECK(compareDebianVersions("0:1.0", "1.0") == 0);
    CHECK(compareDebianVersions("1.01", "1.1") == 0);
    CHECK(compareDebianVersions("", "") == 0);
}

TEST_CASE("formats are found by name and guessed by the file's") {
    std::string_view before;
    for (const ImportFormat* format : importFormats()) {
        CHECK(format->name > before);
        CHECK(findImportFormat(format->name) == format);
        before = format->name;
    }
    CHECK(findImportFormat("xml") == nullptr);
    CHECK(guessImportFormat("/data.d/x.jsonl") == &kJsonLinesFormat);
    CHECK(guessImportFormat("a.json") == &kJsonFormat);
    CHECK(guessImportFormat("lists/Packages") == &kDumpavailFormat);
    CHECK(guessImportFormat("reviews.bson") == &kBsonFormat);
    CHECK(guessImportFormat("noidea") == nullptr);
    CHECK(guessImportFormat("") == nullptr);
}
