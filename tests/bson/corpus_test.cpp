// The public BSON corpus: bytes and their Extended JSON for every type, and what must be refused.
//
// tests/bson/corpus/<type>.jsonl holds one case a line:
//   kind "valid"       bytes (hex), canonical and maybe relaxed JSON of the same document; looseBytes, looseText: other
//                      spellings that read as `bytes`; modernBytes, modernText: the document without deprecated types;
//                      lossy: JSON does not carry every bit
//   kind "badBytes"    bytes that are no BSON
//   kind "badText"     a text that is no Extended JSON
//   kind "badDecimal"  a text that is no Decimal128
// The folder SHEAF_BSON_CORPUS, when that is set, is a copy of the corpus in its original form; it is run as well.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/bson/hex.h>
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include "bson/json_text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

std::vector<std::filesystem::path> filesOf(const std::filesystem::path& folder, const std::string& extension) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == extension) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

Buffer bytesOf(std::string_view hex) {
    Buffer bytes;
    appendFromHex(hex, bytes);
    return bytes;
}

std::string hexOf(DocumentView document) { return toHex(document.bytes()); }

std::string lowerCase(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

// Without the spaces between tokens, and with strings escaped as we escape them.
std::string compact(std::string_view json) {
    std::string out;
    for (std::size_t at = 0; at < json.size(); ++at) {
        if (json[at] == '"') {
            std::size_t end = at + 1;
            while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
            std::string wrapped = R"({"":)";
            wrapped.append(json.substr(at, end + 1 - at)).append("}");
            json::appendString(out, fromJson(wrapped)[""].asString());
            at = end;
        } else if (std::string_view(" \t\r\n").find(json[at]) == std::string_view::npos) {
            out += json[at];
        }
    }
    return out;
}

std::string textOf(DocumentView object, const char* name) {
    const ValueView value = object[name];
    return value.isString() ? std::string(value.asString()) : std::string();
}

ErrorCode codeOfReading(std::string_view text) {
    try {
        fromJson(text);
    } catch (const Error& error) {
        return error.code();
    }
    return ErrorCode::OK;
}

struct ValidCase {
    std::string bytes, canonical, relaxed, looseBytes, looseText, modernBytes, modernText;
    bool lossy = false;
};

void checkValid(const ValidCase& c) {
    const Document document(bytesOf(c.bytes));
    CHECK(validate(document.view().bytes(), kStoredLimits).fault == Fault::None);
    CHECK(document.toJson(JsonMode::Canonical) == c.canonical);
    const Document back = fromJson(c.canonical);
    CHECK(back.toJson(JsonMode::Canonical) == c.canonical);
    if (!c.lossy) CHECK(hexOf(back) == c.bytes);
    if (!c.lossy) CHECK(hexOf(fromShell(c.canonical)) == c.bytes);
    if (!c.relaxed.empty()) {
        CHECK(document.toJson(JsonMode::Relaxed) == c.relaxed);
        CHECK(fromJson(c.relaxed).toJson(JsonMode::Relaxed) == c.relaxed);
    }
    if (!c.looseBytes.empty()) {
        const Document loose(bytesOf(c.looseBytes));
        CHECK(loose.toJson(JsonMode::Canonical) == c.canonical);
        CHECK(hexOf(fromJson(loose.toJson(JsonMode::Canonical))) == c.bytes);
    }
    if (!c.looseText.empty() && !c.lossy) {
        CHECK(hexOf(fromJson(c.looseText)) == c.bytes);
        CHECK(hexOf(fromShell(c.looseText)) == c.bytes);
    }
    if (!c.modernBytes.empty()) {
        CHECK(Document(bytesOf(c.modernBytes)).toJson(JsonMode::Canonical) == c.modernText);
        CHECK(hexOf(fromJson(c.modernText)) == c.modernBytes);
    }
}

void checkBadBytes(const std::string& hex) {
    const Buffer bytes = bytesOf(hex);
    CHECK(validate(bytes.bytes(), kStoredLimits).fault != Fault::None);
}

void checkBadText(const std::string& text) { CHECK(codeOfReading(text) == ErrorCode::FailedToParse); }

void checkBadDecimal(const std::string& text) {
    CHECK_THROWS_AS(Decimal128::parse(text), Error);
    std::string json = R"({"d":{"$numberDecimal":)";
    json::appendString(json, text);
    checkBadText(json + "}}");
}

void checkOwnCase(DocumentView c) {
    const std::string kind = textOf(c, "kind");
    if (kind == "valid") {
        checkValid({textOf(c, "bytes"), textOf(c, "canonical"), textOf(c, "relaxed"), textOf(c, "looseBytes"),
                    textOf(c, "looseText"), textOf(c, "modernBytes"), textOf(c, "modernText"), c.contains("lossy")});
    } else if (kind == "badBytes") {
        checkBadBytes(textOf(c, "bytes"));
    } else if (kind == "badText") {
        checkBadText(textOf(c, "text"));
    } else {
        REQUIRE(kind == "badDecimal");
        checkBadDecimal(textOf(c, "text"));
    }
}

ArrayView casesOf(DocumentView corpus, const char* name) {
    const ValueView cases = corpus[name];
    return cases.isArray() ? cases.asArray() : ArrayView();
}

// A file in the corpus' original form. Returns the number of cases.
std::size_t checkOriginalFile(const std::filesystem::path& file) {
    const Document corpus = fromJson(read(file));
    std::size_t count = 0;
    for (const ValueView value : casesOf(corpus, "valid")) {
        const DocumentView c = value.asDocument();
        CAPTURE(textOf(c, "description"));
        checkValid({lowerCase(textOf(c, "canonical_bson")), compact(textOf(c, "canonical_extjson")),
                    compact(textOf(c, "relaxed_extjson")), lowerCase(textOf(c, "degenerate_bson")),
                    textOf(c, "degenerate_extjson"), lowerCase(textOf(c, "converted_bson")),
                    compact(textOf(c, "converted_extjson")), c.contains("lossy")});
        ++count;
    }
    for (const ValueView value : casesOf(corpus, "decodeErrors")) {
        CAPTURE(textOf(value.asDocument(), "description"));
        checkBadBytes(textOf(value.asDocument(), "bson"));
        ++count;
    }
    const bool isDecimal = textOf(corpus, "bson_type") == "0x13";
    for (const ValueView value : casesOf(corpus, "parseErrors")) {
        const DocumentView c = value.asDocument();
        CAPTURE(textOf(c, "description"));
        if (isDecimal) {
            checkBadDecimal(textOf(c, "string"));
        } else {
            checkBadText(textOf(c, "string"));
        }
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("every case of the BSON corpus holds") {
    std::size_t count = 0;
    for (const auto& file : filesOf(SHEAF_SOURCE_DIR "/tests/bson/corpus", ".jsonl")) {
        CAPTURE(file.filename().string());
        std::ifstream lines(file);
        for (std::string line; std::getline(lines, line); ++count) {
            CAPTURE(line);
            checkOwnCase(fromJson(line));
        }
    }
    CHECK(count == 978);
    MESSAGE("cases of the BSON corpus: ", count);
}

TEST_CASE("a copy of the original corpus holds, where SHEAF_BSON_CORPUS names one") {
    const char* folder = std::getenv("SHEAF_BSON_CORPUS");
    if (folder == nullptr) return;
    std::size_t count = 0;
    for (const auto& file : filesOf(folder, ".json")) {
        const std::string name = file.filename().string();
        if (name.find("mongoc") != std::string::npos) continue;  // one driver's own additions
        CAPTURE(name);
        count += checkOriginalFile(file);
    }
    CHECK(count > 0);
    MESSAGE("cases of the original corpus: ", count);
}
