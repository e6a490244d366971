// Checks key patterns and names indexes after them.

#include "index/spec.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <cstdio>

namespace sheaf::index {
namespace {

struct KindName {
    std::string_view name;
    FieldKind kind;
};
constexpr KindName kKindNames[] = {
    {"hashed", FieldKind::Hashed},
    {"text", FieldKind::Text},
    {"2d", FieldKind::Geo2d},
    {"2dsphere", FieldKind::Geo2dsphere},
};

bool isDbRefPart(std::string_view component) {
    return component == "$ref" || component == "$id" || component == "$db";
}

bool isWildcard(std::string_view path) { return path == "$**" || path.ends_with(".$**"); }

void checkPath(const bson::FieldPath& path, bson::DocumentView pattern) {
    for (std::size_t at = 0; at < path.size(); ++at) {
        const std::string& component = path[at].name;
        if (component.empty()) {
            raise(ErrorCode::CannotCreateIndex, "Index keys cannot contain an empty field, in key pattern ", pattern);
        }
        if (component.front() == '$' && !(at > 0 && isDbRefPart(component))) {
            raise(ErrorCode::CannotCreateIndex,
                  "Index key contains an illegal field name: field name starts with '$', in key pattern ", pattern);
        }
    }
}

FieldKind kindOfString(bson::ValueView value, bson::DocumentView pattern) {
    for (const KindName& known : kKindNames) {
        if (known.name == value.asString()) return known.kind;
    }
    raise(ErrorCode::CannotCreateIndex, "Unknown index plugin '", value.asString(), "' in key pattern ", pattern);
}

FieldKind kindOf(const bson::Element& element, bson::DocumentView pattern) {
    const bson::ValueView value = element.value;
    if (value.isString()) return kindOfString(value, pattern);
    if (!value.isNumber()) {
        raise(ErrorCode::CannotCreateIndex, "Values in v:2 index key pattern cannot be of type ", value.typeName(),
              ". Only numbers > 0, numbers < 0, and strings are allowed. Key pattern: ", pattern);
    }
    if (bson::isNaN(value)) {
        raise(ErrorCode::CannotCreateIndex, "Values in the index key pattern cannot be NaN: ", pattern);
    }
    const int sign = bson::compareNumbers(value, bson::Value(0));
    if (sign == 0) raise(ErrorCode::CannotCreateIndex, "Values in the index key pattern cannot be 0: ", pattern);
    if (isWildcard(element.name)) return FieldKind::Wildcard;
    return sign > 0 ? FieldKind::Ascending : FieldKind::Descending;
}

std::string valueInName(bson::ValueView value) {
    if (value.isString()) return std::string(value.asString());
    if (const std::optional<std::int64_t> whole = bson::exactInt64(value)) return std::to_string(*whole);
    char text[32];
    std::snprintf(text, sizeof text, "%.16g", bson::toDouble(value));
    return text;
}

}  // namespace

KeyPattern::KeyPattern(bson::DocumentView pattern) : document_(pattern.copy()) {
    for (const bson::Element& element : document_) {
        const FieldKind kind = kindOf(element, pattern);
        const bson::FieldPath path(element.name);
        if (element.name.empty() || kind != FieldKind::Wildcard) checkPath(path, pattern);
        const bool isRepeated = std::any_of(fields_.begin(), fields_.end(), [&](const KeyField& field) {
            return field.path.dotted() == element.name;
        });
        if (isRepeated) {
            raise(ErrorCode::CannotCreateIndex, "the field '", element.name, "' appears twice in key pattern ", pattern);
        }
        if (fields_.size() == kMaxKeyFields) {
            raise(ErrorCode::CannotCreateIndex, "an index can have at most ", kMaxKeyFields,
                  " fields, in key pattern ", pattern);
        }
        if (kind == FieldKind::Descending) ordering_.descendingMask |= 1u << fields_.size();
        fields_.push_back({path, kind, bson::Value(element.value)});
    }
    if (fields_.empty()) raise(ErrorCode::CannotCreateIndex, "Index keys cannot be an empty object");
    ordering_.fields = static_cast<std::uint32_t>(fields_.size());
}

std::string KeyPattern::defaultName() const {
    std::string name;
    for (const KeyField& field : fields_) {
        if (!name.empty()) name += '_';
        name += field.path.dotted() + "_" + valueInName(field.value);
    }
    return name;
}

bool KeyPattern::isIdPattern() const {
    return size() == 1 && fields_[0].path.dotted() == "_id" && fields_[0].kind == FieldKind::Ascending;
}

bool operator==(const KeyPattern& a, const KeyPattern& b) {
    return bson::compare(a.document(), b.document()) == 0;
}

}  // namespace sheaf::index
