// Extended JSON v2 (both ways) and the literals of MongoDB's shell (reading only).
#pragma once

#include <sheaf/bson/document.h>

#include <string>
#include <string_view>

namespace sheaf::bson {

// One document in Extended JSON v2, canonical, relaxed or mixed; white space around it is allowed, anything else
// after it is not. A bare integer is an int32, or an int64 when it does not fit, or a double when that does not
// either; a number with a fraction or an exponent is a double.
// Throws FailedToParse (9) with line and column.
Document fromJson(std::string_view text);

// The same, into the end of `out`. Returns the document's place there.
DocumentView appendFromJson(std::string_view text, Buffer& out);

// One document or value as people type it in the shell: unquoted keys, single quotes, trailing commas, comments,
// /regex/i, ObjectId("…"), ISODate("…"), new Date(…), NumberLong(…), NumberInt(…), NumberDecimal("…"), UUID("…"),
// BinData(0, "…"), Timestamp(…), MinKey, MaxKey, DBRef(…), Infinity, NaN, undefined; and everything that fromJson
// takes. A bare whole number is an int32 when it fits, else a double, as in the shell.
// Throws FailedToParse (9) with line, column, the line itself and a caret below the place.
Document fromShell(std::string_view text);
Value valueFromShell(std::string_view text);
// Parses the value at the start of `text`; `used` is set to how many bytes it took. For larger grammars.
Value valueFromShellPrefix(std::string_view text, std::size_t& used);

// A UTF-8 text without line breaks. Relaxed prints numbers plainly where that loses nothing that relaxed promises.
void appendJson(std::string& out, DocumentView document, JsonMode mode);
void appendJson(std::string& out, ValueView value, JsonMode mode);
// Indented, for people.
std::string prettyJson(DocumentView document, JsonMode mode = JsonMode::Relaxed);

}  // namespace sheaf::bson

namespace sheaf {
// Extended JSON or shell literals to a document: the reader for people and tests.
bson::Document parse(std::string_view text);
}  // namespace sheaf
