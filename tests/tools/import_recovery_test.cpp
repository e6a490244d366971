// A bad document in the middle of a file takes nothing else with it, in every format that can go on.
#include "tools/import/formats.h"

#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <sstream>

using namespace sheaf;
using namespace sheaf::tools;

namespace {

// The documents' _id values and "!" for each fault, until the end or until the reader cannot go on ("#").
std::string readOn(const ImportFormat& format, const std::string& text) {
    std::istringstream in(text);
    const auto reader = format.open({in, "file"});
    std::string result;
    while (true) {
        try {
            const auto document = reader->next();
            if (!document) return result;
            result += (*document)["_id"].isString() ? std::string((*document)["_id"].asString()) : (*document)["_id"].toJson();
        } catch (const Error&) {
            result += '!';
            if (!reader->canContinue()) return result + '#';
        }
    }
}

}  // namespace

TEST_CASE("after a document that cannot be read, import goes on with the next") {
    struct Case { const char* what; const ImportFormat* format; std::string text; const char* outcome; };
    const Case cases[] = {
        {"a bad line", &kJsonLinesFormat, "{\"_id\":1}\n{bad}\n{\"_id\":2}\n", "1!2"},
        {"only bad lines", &kJsonLinesFormat, "x\ny\n", "!!"},
        {"a document in an array", &kJsonFormat, "[{\"_id\":1}, {\"_id\": oops}, {\"_id\":2}]", "1!2"},
        {"an array without its end", &kJsonFormat, "[{\"_id\":1}", "1!#"},
        {"a row with too many cells", &kCsvFormat, "_id,a\n1,x\n2,y,z\n3,w\n", "1!3"},
        {"a stanza without a name", &kDumpavailFormat, "Package: a\nVersion: 1\n\nVersion: 2\n\nPackage: b\nVersion: 3\n", "a!b"},
        {"a line that is no field", &kDumpavailFormat, "Package: a\n\nPackage: b\nnonsense\nVersion: 1\n\nPackage: c\n", "a!c"},
        {"a size that is no number", &kDumpavailFormat, "Package: a\nSize: many\n\nPackage: b\n", "!b"},
        {"a dump that is cut", &kBsonFormat, std::string("\x0e\0\0\0\x10_id\0\x01\0\0\0\0\x0e\0", 16), "1!#"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(readOn(*c.format, c.text) == c.outcome);
    }
}
