// Errors of readers.
#include "tools/import/document_reader.h"

#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

namespace sheaf::tools {

void ReadPlace::raise(std::uint64_t line, const std::string& problem) const {
    throw Error(ErrorCode::FailedToParse, name_ + ":" + std::to_string(line) + ": " + problem);
}

void ReadPlace::requireValid(std::uint64_t line, bson::DocumentView document) const {
    const bson::Validation validation = bson::validate(document.bytes(), bson::kStoredLimits);
    if (!validation) raise(line, std::string(bson::describe(validation.fault)));
}

}  // namespace sheaf::tools
