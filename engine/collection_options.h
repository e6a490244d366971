// Options of the typed operations as requests hold them, and what they check beforehand.
#pragma once

#include <sheaf/bson/document.h>

#include <string_view>
#include <vector>

namespace sheaf::engine {

// As a command holds it: an index's key pattern, or the name in {$hint: name}. Valid as long as the hint.
bson::ValueView hintOf(const bson::Document& hint);
std::vector<bson::DocumentView> viewsOf(const std::vector<bson::Document>& documents);

bool startsWithOperator(bson::DocumentView update);
// Throw FailedToParse (9): a replacement where operators are due, or the other way round.
void requireOperators(bson::DocumentView update, std::string_view operation);
void requireReplacement(bson::DocumentView replacement, std::string_view operation);

}  // namespace sheaf::engine
