// Reads index specifications, shows them, and finds conflicts between them.

#include "index/spec.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <algorithm>
#include <string_view>

namespace sheaf::index {
namespace {

enum class Support : std::uint8_t {
    Yes,
    OffOnly,  // only with the value that switches it off
    Ignored,  // without effect in MongoDB too
    No,
};

struct Option {
    std::string_view name;
    Support support;
    bool isForIdIndex;  // {_id: 1} may have it
};
constexpr Option kOptions[] = {
    {"2dsphereIndexVersion", Support::No, false},
    {"background", Support::Ignored, true},
    {"bits", Support::No, false},
    {"bucketSize", Support::No, false},
    {"collation", Support::No, true},
    {"default_language", Support::No, false},
    {"dropDups", Support::Ignored, false},
    {"expireAfterSeconds", Support::No, false},
    {"hidden", Support::Yes, false},
    {"key", Support::Yes, true},
    {"language_override", Support::No, false},
    {"max", Support::No, false},
    {"min", Support::No, false},
    {"name", Support::Yes, true},
    {"ns", Support::Ignored, true},
    {"partialFilterExpression", Support::No, false},
    {"prepareUnique", Support::OffOnly, false},
    {"sparse", Support::OffOnly, false},
    {"storageEngine", Support::Ignored, false},
    {"textIndexVersion", Support::No, false},
    {"unique", Support::Yes, false},
    {"v", Support::Yes, true},
    {"weights", Support::No, false},
    {"wildcardProjection", Support::No, false},
};

constexpr std::string_view kIdIndexName = "_id_";
constexpr std::string_view kAnyIndexName = "*";  // means all indexes where one is dropped

const Option* findOption(std::string_view name) {
    const auto found = std::find_if(std::begin(kOptions), std::end(kOptions),
                                    [&](const Option& option) { return option.name == name; });
    return found == std::end(kOptions) ? nullptr : found;
}

bool boolOf(bson::DocumentView entry, std::string_view name) {
    const bson::ValueView value = entry[name];
    if (value.isMissing()) return false;
    if (value.isBool()) return value.asBool();
    if (value.isNumber()) return bson::toDouble(value) != 0;
    raise(ErrorCode::TypeMismatch, "The field '", name, "' has value ", value, ", which is not convertible to bool");
}

bool isSimpleCollation(bson::ValueView value) {
    if (!value.isDocument()) return false;
    const bson::ValueView locale = value.asDocument()["locale"];
    return value.asDocument().countElements() == 1 && locale.isString() && locale.asString() == "simple";
}

KeyPattern keyOf(bson::DocumentView entry) {
    const bson::ValueView key = entry["key"];
    if (key.isMissing()) {
        raise(ErrorCode::FailedToParse, "The 'key' field is a required property of an index specification: ", entry);
    }
    if (!key.isDocument()) {
        raise(ErrorCode::TypeMismatch, "The field 'key' must be an object, but got ", key.typeName());
    }
    return KeyPattern(key.asDocument());
}

void checkOptions(bson::DocumentView entry, bool isIdIndex) {
    for (const bson::Element& element : entry) {
        const Option* const option = findOption(element.name);
        if (option == nullptr) {
            raise(ErrorCode::InvalidIndexSpecificationOption, "The field '", element.name,
                  "' is not valid for an index specification. Specification: ", entry);
        }
        if (isIdIndex && !option->isForIdIndex) {
            raise(ErrorCode::InvalidIndexSpecificationOption, "The field '", element.name,
                  "' is not valid for an _id index specification. Specification: ", entry);
        }
        const bool isOff = option->support == Support::OffOnly && !boolOf(entry, option->name);
        const bool isNoCollation = option->name == "collation" && isSimpleCollation(element.value);
        if (option->support == Support::No || option->support == Support::OffOnly) {
            if (isOff || isNoCollation) continue;
            raise(ErrorCode::CannotCreateIndex, "the index option '", element.name, "' is not supported, in ", entry);
        }
    }
}

void checkKinds(const KeyPattern& pattern) {
    for (const KeyField& field : pattern.fields()) {
        if (field.kind == FieldKind::Ascending || field.kind == FieldKind::Descending) continue;
        raise(ErrorCode::CannotCreateIndex, "the kind of index on the field '", field.path.dotted(),
              "' is not supported, in key pattern ", pattern.document());
    }
}

void checkVersion(bson::DocumentView entry) {
    const bson::ValueView version = entry["v"];
    if (version.isMissing()) return;
    if (!version.isNumber()) {
        raise(ErrorCode::TypeMismatch, "The field 'v' must be a number, but got ", version.typeName());
    }
    const std::optional<std::int64_t> number = bson::exactInt64(version);
    if (number != 1 && number != 2) {
        raise(ErrorCode::CannotCreateIndex, "Invalid index specification ", entry,
              "; cannot create an index with v=", version);
    }
}

std::string nameOf(bson::DocumentView entry, const KeyPattern& pattern) {
    const bson::ValueView name = entry["name"];
    if (!name.isMissing() && !name.isString()) {
        raise(ErrorCode::TypeMismatch, "The field 'name' must be a string, but got ", name.typeName());
    }
    if (pattern.isIdPattern()) return std::string(kIdIndexName);
    if (name.isMissing()) return pattern.defaultName();
    const std::string_view text = name.asString();
    if (text.empty()) raise(ErrorCode::CannotCreateIndex, "index name cannot be empty, in ", entry);
    if (text.find('\0') != std::string_view::npos) {
        raise(ErrorCode::CannotCreateIndex, "index name cannot contain NUL bytes, in ", entry);
    }
    if (text == kAnyIndexName) raise(ErrorCode::BadValue, "The index name '*' is not valid.");
    if (text == kIdIndexName) {
        raise(ErrorCode::BadValue,
              "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found ",
              pattern.document());
    }
    return std::string(text);
}

// MongoDB tells indexes of one key pattern apart by these.
bool hasSameSignature(const IndexSpec& a, const IndexSpec& b) {
    return a.keyPattern == b.keyPattern && a.isUniqueInTree() == b.isUniqueInTree() && a.sparse == b.sparse;
}

}  // namespace

IndexSpec IndexSpec::parse(bson::DocumentView entry) {
    IndexSpec spec{keyOf(entry), {}};
    const KeyPattern& pattern = spec.keyPattern;
    if (pattern.size() == 1 && pattern[0].path.dotted() == "_id" && pattern[0].isDescending()) {
        raise(ErrorCode::BadValue, "The field 'key' for an _id index must be {_id: 1}, but got ", pattern.document());
    }
    checkOptions(entry, pattern.isIdPattern());
    checkKinds(pattern);
    checkVersion(entry);
    spec.name = nameOf(entry, pattern);
    spec.unique = boolOf(entry, "unique");
    spec.sparse = boolOf(entry, "sparse");
    spec.hidden = boolOf(entry, "hidden");
    return spec;
}

IndexSpec IndexSpec::idIndex() { return {KeyPattern(bson::make("_id", 1)), std::string(kIdIndexName)}; }

bson::Document IndexSpec::toDocument() const {
    bson::Builder out;
    out.append("v", 2).append("key", keyPattern.document()).append("name", name);
    if (unique) out.append("unique", true);
    if (sparse) out.append("sparse", true);
    if (hidden) out.append("hidden", true);
    return out.take();
}

bool isSameIndexOrThrow(const IndexSpec& existing, const IndexSpec& requested) {
    const bool sameName = existing.name == requested.name;
    const bool sameSignature = hasSameSignature(existing, requested);
    if (sameName && !sameSignature) {
        raise(ErrorCode::IndexKeySpecsConflict, "An existing index has the same name as the requested index. When index "
              "names are not specified, they are auto generated and can cause conflicts. Requested index: ",
              requested.toDocument(), ", existing index: ", existing.toDocument());
    }
    if (!sameName && sameSignature) {
        raise(ErrorCode::IndexOptionsConflict, "Index already exists with a different name: ", existing.name);
    }
    return sameName;
}

}  // namespace sheaf::index
