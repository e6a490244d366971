// Shared options of commands.
#include "engine/commands/options.h"

#include "bson/raise.h"

namespace sheaf::engine {

void requireSimpleCollation(bson::ValueView collation, std::string_view command) {
    if (!collation.isDocument()) {
        raise(ErrorCode::TypeMismatch, command, ": collation must be an object, found ", collation.typeName());
    }
    const bson::DocumentView document = collation.asDocument();
    if (document.isEmpty()) return;
    const bson::ValueView locale = document["locale"];
    if (!locale.isString()) {
        raise(location(40414), "BSON field 'collation.locale' is missing but a required field, in ", document);
    }
    if (locale.asString() != "simple") {
        raise(ErrorCode::NotImplemented, command, ": collations other than {locale: \"simple\"} are not supported: ", document);
    }
}

}  // namespace sheaf::engine
