// $jsonSchema: MongoDB's part of JSON Schema draft 4, with its own keyword bsonType.
#pragma once

#include <sheaf/bson/document.h>

#include <memory>
#include <vector>

namespace sheaf::query {

class SchemaRule;

// A parsed schema: immutable, shared by copies, safe to read from many threads.
class Schema {
public:
    // Throws FailedToParse (9: an unknown or unsupported keyword, a wrong value), TypeMismatch (14), BadValue (2: an
    // unknown type name, nesting deeper than kMaxDepth), location(40415) for a wrong field of encryptMetadata, and what
    // a pattern's regular expression throws. Copies what it keeps.
    static Schema parse(bson::DocumentView schema);

    bool accepts(bson::ValueView value) const;

    static constexpr int kMaxDepth = 100;

private:
    friend class SchemaParser;
    std::vector<std::shared_ptr<const SchemaRule>> rules_;
};

}  // namespace sheaf::query
