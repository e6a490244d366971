// Options of the typed operations.
#include "engine/collection_options.h"

#include "bson/raise.h"

namespace sheaf::engine {

bson::ValueView hintOf(const bson::Document& hint) {
    if (hint.isEmpty()) return {};
    const bson::ValueView name = hint["$hint"];
    return name.isMissing() ? hint.view().asValue() : name;
}

std::vector<bson::DocumentView> viewsOf(const std::vector<bson::Document>& documents) {
    return {documents.begin(), documents.end()};
}

bool startsWithOperator(bson::DocumentView update) {
    const bson::ElementIterator first = update.begin();
    return first != update.end() && first->name.starts_with('$');
}

void requireOperators(bson::DocumentView update, std::string_view operation) {
    if (startsWithOperator(update)) return;
    raise(ErrorCode::FailedToParse, operation, " needs update operators, found ", update);
}

void requireReplacement(bson::DocumentView replacement, std::string_view operation) {
    if (!startsWithOperator(replacement)) return;
    raise(ErrorCode::FailedToParse, operation, " needs a document without update operators, found ", replacement);
}

}  // namespace sheaf::engine
