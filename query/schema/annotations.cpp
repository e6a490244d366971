// title, description, encryptMetadata: read and checked, without effect on what a schema accepts.
//
//   { title: <string> }    { encryptMetadata: { keyId: <array or string>, algorithm: <string> } }
//
// Errors    14 another kind of argument; 40415 another field in encryptMetadata.

#include "bson/raise.h"
#include "query/schema/keywords.h"

namespace sheaf::query {
namespace {

void parseTitle(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules&) { requireString("title", argument); }

void parseDescription(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules&) {
    requireString("description", argument);
}

void parseEncryptMetadata(SchemaParser&, bson::ValueView argument, bson::DocumentView, SchemaRules&) {
    requireDocument("encryptMetadata", argument);
    for (const bson::Element& field : argument.asDocument()) {
        if (field.name == "algorithm") {
            requireString("encryptMetadata.algorithm", field.value);
        } else if (field.name == "keyId") {
            if (!field.value.isString()) requireArray("encryptMetadata.keyId", field.value);
        } else {
            raise(location(40415), "BSON field 'encryptMetadata.", field.name, "' is an unknown field.");
        }
    }
}

}  // namespace

constinit const SchemaKeyword kSchemaTitle{.name = "title", .parse = parseTitle};
constinit const SchemaKeyword kSchemaDescription{.name = "description", .parse = parseDescription};
constinit const SchemaKeyword kSchemaEncryptMetadata{.name = "encryptMetadata", .parse = parseEncryptMetadata};

}  // namespace sheaf::query
