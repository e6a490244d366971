// BSON to Extended JSON v2, canonical and relaxed.
#include <sheaf/bson/json.h>

#include "bson/json_text.h"
#include "bson/json_wrapper.h"
#include "bson/raise.h"

#include <cmath>

namespace sheaf::bson {
namespace {

constexpr int kMaxDepth = 250;  // deeper than any valid document

class JsonWriter {
public:
    JsonWriter(std::string& out, JsonMode mode) : out_(out), isCanonical_(mode == JsonMode::Canonical) {}

    void document(DocumentView document, int depth) {
        if (depth > kMaxDepth) raise(ErrorCode::Overflow, "documents nested deeper than ", kMaxDepth, " levels");
        char before = '{';
        for (const Element& element : document) {
            out_ += before;
            before = ',';
            json::appendString(out_, element.name);
            out_ += ':';
            value(element.value, depth);
        }
        if (before == '{') out_ += '{';
        out_ += '}';
    }

    void value(ValueView value, int depth) {
        switch (value.type()) {
            case Type::String: return json::appendString(out_, value.asString());
            case Type::Int32: return number(value.asInt32(), "$numberInt");
            case Type::Int64: return number(value.asInt64(), "$numberLong");
            case Type::Double: return appendDouble(value.asDouble());
            case Type::Document: return document(value.asDocument(), depth + 1);
            case Type::Array: return array(value.asArray(), depth + 1);
            case Type::Bool: out_ += value.asBool() ? "true" : "false"; return;
            case Type::Null: out_ += "null"; return;
            case Type::Date: return date(value.asDate());
            case Type::ObjectId: return wrapped("$oid", value.asObjectId().toHex());
            case Type::Decimal128: return wrapped("$numberDecimal", value.asDecimal128().toString());
            default: return rare(value, depth);
        }
    }

private:
    void array(ArrayView array, int depth) {
        if (depth > kMaxDepth) raise(ErrorCode::Overflow, "arrays nested deeper than ", kMaxDepth, " levels");
        char before = '[';
        for (const ValueView element : array) {
            out_ += before;
            before = ',';
            value(element, depth);
        }
        if (before == '[') out_ += '[';
        out_ += ']';
    }

    // {"$name":"text"}; the text needs no escapes.
    void wrapped(std::string_view name, std::string_view text) {
        out_.append("{\"").append(name).append("\":\"").append(text).append("\"}");
    }

    template <typename Integer>
    void number(Integer value, std::string_view name) {
        json::IntegerText text(value);
        if (isCanonical_) {
            wrapped(name, text.view());
        } else {
            out_ += text.view();
        }
    }

    void appendDouble(double value) {
        const json::DoubleText text(value);
        if (isCanonical_ || !std::isfinite(value)) {
            wrapped("$numberDouble", text.view());
        } else {
            out_ += text.view();
        }
    }

    void date(Date value) {
        if (!isCanonical_ && json::isIsoYear(value.ms)) return wrapped("$date", json::isoDate(value.ms));
        out_ += "{\"$date\":{\"$numberLong\":\"";
        out_ += json::IntegerText(value.ms).view();
        out_ += "\"}}";
    }

    void member(std::string_view name, std::string_view text) {
        out_.append("\"").append(name).append("\":");
        json::appendString(out_, text);
    }

    void rare(ValueView value, int depth) {
        switch (value.type()) {
            case Type::Binary: return binary(value.asBinary());
            case Type::Regex: {
                const RegexView regex = value.asRegex();
                out_ += "{\"$regularExpression\":{";
                member("pattern", regex.pattern);
                out_ += ',';
                member("options", json::sortedOptions(regex.options));
                out_ += "}}";
                return;
            }
            case Type::Timestamp: {
                const Timestamp timestamp = value.asTimestamp();
                out_ += "{\"$timestamp\":{\"t\":" + std::to_string(timestamp.seconds) +
                        ",\"i\":" + std::to_string(timestamp.increment) + "}}";
                return;
            }
            case Type::DbPointer: {
                const DbPointerView pointer = value.asDbPointer();
                out_ += "{\"$dbPointer\":{";
                member("$ref", pointer.ns);
                out_ += ",\"$id\":";
                wrapped("$oid", pointer.id.toHex());
                out_ += "}}";
                return;
            }
            case Type::Code:
            case Type::Symbol:
                out_ += '{';
                member(value.type() == Type::Code ? "$code" : "$symbol", value.asString());
                out_ += '}';
                return;
            case Type::CodeWithScope:
                out_ += '{';
                member("$code", value.codeOfCodeWithScope());
                out_ += ",\"$scope\":";
                document(value.scopeOfCodeWithScope(), depth + 1);
                out_ += '}';
                return;
            case Type::MinKey: out_ += "{\"$minKey\":1}"; return;
            case Type::MaxKey: out_ += "{\"$maxKey\":1}"; return;
            case Type::Undefined: out_ += "{\"$undefined\":true}"; return;
            default: out_ += "null"; return;  // missing, where a message shows a value that is not there
        }
    }

    // The old subtype 2 carries its length once more inside; that is not part of the data.
    void binary(BinaryView binary) {
        constexpr std::uint8_t kOldSubtype = 2;
        constexpr char kHex[] = "0123456789abcdef";
        const std::size_t skip = binary.subtype == kOldSubtype && binary.size >= 4 ? 4 : 0;
        out_ += "{\"$binary\":{\"base64\":\"";
        json::appendBase64(out_, {binary.data + skip, binary.size - skip});
        out_ += "\",\"subType\":\"";
        out_ += kHex[binary.subtype >> 4];
        out_ += kHex[binary.subtype & 15];
        out_ += "\"}}";
    }

    std::string& out_;
    bool isCanonical_;
};

// Line breaks and indentation around what JsonWriter prints for the leaves.
class PrettyWriter {
public:
    PrettyWriter(std::string& out, JsonMode mode) : out_(out), mode_(mode) {}

    void nested(ValueView value, int depth) {
        if (depth > kMaxDepth) raise(ErrorCode::Overflow, "documents nested deeper than ", kMaxDepth, " levels");
        const DocumentView document = value.asDocument();
        if (document.isEmpty()) {
            out_ += value.isArray() ? "[]" : "{}";
            return;
        }
        out_ += value.isArray() ? "[" : "{";
        bool isFirst = true;
        for (const Element& element : document) {
            out_ += isFirst ? "\n" : ",\n";
            isFirst = false;
            out_.append(static_cast<std::size_t>(depth + 1) * 2, ' ');
            if (value.isDocument()) {
                json::appendString(out_, element.name);
                out_ += ": ";
            }
            if (element.value.isDocument() || element.value.isArray()) {
                nested(element.value, depth + 1);
            } else {
                appendJson(out_, element.value, mode_);
            }
        }
        out_ += '\n';
        out_.append(static_cast<std::size_t>(depth) * 2, ' ');
        out_ += value.isArray() ? ']' : '}';
    }

private:
    std::string& out_;
    JsonMode mode_;
};

}  // namespace

void appendJson(std::string& out, DocumentView document, JsonMode mode) { appendJson(out, document.asValue(), mode); }

void appendJson(std::string& out, ValueView value, JsonMode mode) {
    const std::size_t before = out.size();
    JsonWriter(out, mode).value(value, 0);
    json::repairUtf8(out, before);
}

std::string prettyJson(DocumentView document, JsonMode mode) {
    std::string out;
    PrettyWriter(out, mode).nested(document.asValue(), 0);
    json::repairUtf8(out, 0);
    return out;
}

std::string ValueView::toJson(JsonMode mode) const {
    std::string out;
    appendJson(out, *this, mode);
    return out;
}

std::string DocumentView::toJson(JsonMode mode) const {
    std::string out;
    out.reserve(size_ + size_ / 2);
    appendJson(out, *this, mode);
    return out;
}

}  // namespace sheaf::bson
