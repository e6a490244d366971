// Parsed wrapper objects to the values that they stand for.
#include "bson/shell_wrapper.h"

#include "bson/number.h"
#include "bson/shell_constructors.h"

namespace sheaf::bson::json {
namespace {

bool holds(DocumentView object, std::size_t members) { return object.countElements() == members; }

bool isOne(ValueView value) { return value.isNumber() && exactInt64(value) == 1; }

bool appendDateValue(Builder& builder, std::string_view name, ValueView value) {
    if (value.isString()) return appendTextWrapper(builder, name, WrapperKind::Date, value.asString());
    if (value.type() != Type::Int64) return false;
    builder.append(name, Date{value.asInt64()});
    return true;
}

bool appendBinaryObject(Builder& builder, std::string_view name, DocumentView object) {
    const ValueView content = object["$binary"];
    const bool isOld = content.isString();
    if (!isOld && !content.isDocument()) return false;
    const DocumentView parts = isOld ? object : content.asDocument();
    const ValueView base64 = parts[isOld ? "$binary" : "base64"];
    const ValueView type = parts[isOld ? "$type" : "subType"];
    if (!holds(object, isOld ? 2 : 1) || !holds(parts, 2) || !base64.isString() || !type.isString()) return false;
    const auto subtype = parseSubtype(type.asString());
    return subtype && appendBinary(builder, name, base64.asString(), *subtype);
}

bool appendRegexObject(Builder& builder, std::string_view name, ValueView content) {
    if (!content.isDocument() || !holds(content.asDocument(), 2)) return false;
    const ValueView pattern = content.asDocument()["pattern"];
    const ValueView options = content.asDocument()["options"];
    if (!pattern.isString() || !options.isString()) return false;
    builder.append(name, RegexView{pattern.asString(), sortedOptions(options.asString())});
    return true;
}

bool appendDbPointerObject(Builder& builder, std::string_view name, ValueView content) {
    if (!content.isDocument() || !holds(content.asDocument(), 2)) return false;
    const ValueView ns = content.asDocument()["$ref"];
    const ValueView id = content.asDocument()["$id"];
    if (!ns.isString() || id.type() != Type::ObjectId) return false;
    builder.append(name, DbPointerView{ns.asString(), id.asObjectId()});
    return true;
}

bool appendCodeObject(Builder& builder, std::string_view name, DocumentView object) {
    const ValueView code = object["$code"];
    const ValueView scope = object["$scope"];
    if (!code.isString() || !holds(object, scope.isMissing() ? 1 : 2)) return false;
    if (scope.isMissing()) {
        builder.append(name, CodeView{code.asString()});
        return true;
    }
    if (!scope.isDocument()) return false;
    builder.appendCodeWithScope(name, code.asString(), scope.asDocument());
    return true;
}

}  // namespace

bool appendWrapper(Builder& builder, std::string_view name, WrapperKind kind, DocumentView object) {
    if (kind == WrapperKind::Binary) return appendBinaryObject(builder, name, object);
    if (kind == WrapperKind::Code || kind == WrapperKind::Scope) return appendCodeObject(builder, name, object);
    if (!holds(object, 1)) return false;
    const ValueView content = object.begin()->value;
    switch (kind) {
        case WrapperKind::Date: return appendDateValue(builder, name, content);
        case WrapperKind::RegularExpression: return appendRegexObject(builder, name, content);
        case WrapperKind::DbPointer: return appendDbPointerObject(builder, name, content);
        case WrapperKind::Timestamp:
            return content.isDocument() && holds(content.asDocument(), 2) &&
                   appendTimestamp(builder, name, content.asDocument()["t"], content.asDocument()["i"]);
        case WrapperKind::MinKey:
            if (isOne(content)) builder.append(name, MinKey{});
            return isOne(content);
        case WrapperKind::MaxKey:
            if (isOne(content)) builder.append(name, MaxKey{});
            return isOne(content);
        case WrapperKind::Undefined:
            if (!content.isBool() || !content.asBool()) return false;
            builder.append(name, Undefined{});
            return true;
        default: return content.isString() && appendTextWrapper(builder, name, kind, content.asString());
    }
}

}  // namespace sheaf::bson::json
