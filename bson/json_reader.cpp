// Extended JSON v2 to BSON, in one pass of simdjson's on-demand parser over the text.
#include <sheaf/bson/json.h>

#include "bson/json_fault.h"
#include "bson/json_input.h"
#include "bson/json_text.h"
#include "bson/json_wrapper.h"
#include "bson/raise.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace sheaf::bson {
namespace {

namespace od = simdjson::ondemand;
using json::JsonInput;
using json::WrapperKind;

constexpr int kMaxDepth = 200;
class JsonReader {
public:
    JsonReader(std::string_view text, Builder& builder) : text_(text), builder_(&builder) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some programs write it before the text
        if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) text_.remove_prefix(kByteOrderMark.size());
    }

    void read() {
        if (text_.size() > JsonInput::kKeptBytes) {
            JsonInput large;
            return readFrom(large);
        }
        readFrom(JsonInput::ofThread());
    }

private:
    void readFrom(JsonInput& input) {
        if (const auto error = input.open(text_, document_)) fail(error, 0);
        first_ = input.data();
        od::object top;
        if (const auto error = document_.get_object().get(top)) failHere(error);
        for (auto field : top) readMember(field, 1);
        // This version cannot be asked whether the text has ended: it says where it stands, or nothing at the end.
        const char* rest = nullptr;
        if (document_.current_location().get(rest) == simdjson::SUCCESS) failHere(simdjson::TRAILING_CONTENT);
    }

    template <typename Field>
    void readMember(Field& field, int depth) {
        const std::string_view name = keyOf(field);
        od::value value;
        if (const auto error = field.value().get(value)) failHere(error);
        readValue(name, value, depth);
    }

    template <typename Field>
    std::string_view keyOf(Field& field) {
        std::string_view name;
        od::raw_json_string raw;
        if (const auto error = field.key().get(raw)) failHere(error);
        const char* const opened = raw.raw() - 1;
        if (const auto error = field.unescaped_key().get(name)) failHere(error);
        if (std::memchr(name.data(), 0, name.size()) != nullptr) {
            failAt("a field name holds a null byte", offsetOf(opened));
        }
        return name;
    }

    void readValue(std::string_view name, od::value& value, int depth) {
        switch (typeOf(value)) {
            case od::json_type::string: builder_->append(name, text(value)); return;
            case od::json_type::number: return readNumber(name, value);
            case od::json_type::object: return readObject(name, value, depth + 1);
            case od::json_type::array: return readArray(name, value, depth + 1);
            case od::json_type::boolean: builder_->append(name, boolean(value)); return;
            case od::json_type::null:
                if (!isNull(value)) refuse("not a value");
                builder_->append(name, nullptr);
                return;
        }
        refuse("not a value");
    }

    // An object whose first key says that it stands for one value, until its closing brace.
    struct Pending {
        std::optional<WrapperKind> kind;
        std::optional<std::string_view> code;
        std::optional<std::string_view> oldBinary;  // base64 that waits for its "$type"
        std::optional<Document> scope;
    };

    // The first key tells whether the object stands for one value; then no other key may follow, but for the two
    // wrappers of two keys.
    void readObject(std::string_view name, od::value& value, int depth) {
        od::object object;
        if (const auto error = value.get_object().get(object)) failHere(error);
        bool isOpen = false;
        Pending pending;
        for (auto field : object) {
            const std::string_view key = keyOf(field);
            od::value content;
            if (const auto error = field.value().get(content)) failHere(error);
            if (pending.kind) {
                readSecond(name, pending, key, content, depth);
                continue;
            }
            if (!isOpen) {
                if (!key.empty() && key[0] == '$') pending.kind = json::wrapperKindOf(key);
                if (pending.kind) {
                    readWrapper(name, pending, content, depth);
                    continue;
                }
                openDocument(name, depth);
                isOpen = true;
            }
            readValue(key, content, depth);
        }
        if (pending.kind) {
            finishWrapper(name, pending);
            wrapper_.reset();
            return;
        }
        if (!isOpen) openDocument(name, depth);
        builder_->close();
    }

    void openDocument(std::string_view name, int depth) {
        checkDepth(depth);
        builder_->openDocument(name);
    }

    void readArray(std::string_view name, od::value& value, int depth) {
        checkDepth(depth);
        od::array array;
        if (const auto error = value.get_array().get(array)) failHere(error);
        builder_->openArray(name);
        std::uint32_t index = 0;
        for (auto element : array) {
            od::value content;
            if (const auto error = element.get(content)) failHere(error);
            const json::IntegerText indexName(index++);
            readValue(indexName.view(), content, depth);
        }
        builder_->close();
    }

    void readNumber(std::string_view name, od::value& value) {
        const std::string_view token = value.raw_json_token();
        od::number number;
        const auto error = value.get_number().get(number);
        if (error == simdjson::SUCCESS && number.is_int64()) {
            const std::int64_t integer = number.get_int64();
            const auto narrow = static_cast<std::int32_t>(integer);
            if (narrow == integer) {
                builder_->append(name, narrow);
            } else {
                builder_->append(name, integer);
            }
            return;
        }
        // This version of simdjson reads doubles of more than 19 digits as 0.
        constexpr std::size_t kSafeToken = 19;
        if (error == simdjson::SUCCESS && number.is_double() && token.size() <= kSafeToken) {
            builder_->append(name, number.get_double());
            return;
        }
        readWideNumber(name, token, error);
    }

    // What simdjson does not read, or reads wrongly, from the token itself: integers beyond int64, doubles beyond the
    // range of doubles, and those of many digits.
    void readWideNumber(std::string_view name, std::string_view token, simdjson::error_code error) {
        const std::string_view trimmed = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
        const bool isNumber = trimmed.find_first_not_of("+-.eE0123456789") == std::string_view::npos;
        const std::size_t sign = !trimmed.empty() && trimmed[0] == '-' ? 1 : 0;
        const char second = trimmed.size() > sign + 1 ? trimmed[sign + 1] : '.';
        const bool hasLeadingZero = trimmed[sign] == '0' && second >= '0' && second <= '9';
        const auto wide = isNumber && !hasLeadingZero ? json::parseDouble(trimmed) : std::nullopt;
        if (!wide || trimmed[0] == '+' || trimmed[sign] == '.' || trimmed.back() == '.' ||
            trimmed.find(".e") != std::string_view::npos || trimmed.find(".E") != std::string_view::npos) {
            const auto start = static_cast<std::size_t>(token.data() - first_);
            fail(error == simdjson::SUCCESS ? simdjson::NUMBER_ERROR : error, start);
        }
        builder_->append(name, *wide);
    }

    void readWrapper(std::string_view name, Pending& pending, od::value& content, int depth) {
        const WrapperKind kind = *pending.kind;
        wrapperAt_ = positionHere();
        wrapper_ = kind;
        if (json::isTextWrapper(kind)) return textWrapper(name, kind, content);
        switch (kind) {
            case WrapperKind::Date: return readDate(name, content);
            case WrapperKind::Binary: return readBinary(name, pending, content);
            case WrapperKind::RegularExpression: return readRegex(name, content);
            case WrapperKind::Timestamp: return readTimestamp(name, content);
            case WrapperKind::DbPointer: return readDbPointer(name, content);
            case WrapperKind::MinKey:
            case WrapperKind::MaxKey:
                if (integer(content) != 1) refuseWrapper(kind);
                if (kind == WrapperKind::MinKey) {
                    builder_->append(name, MinKey{});
                } else {
                    builder_->append(name, MaxKey{});
                }
                return;
            case WrapperKind::Undefined:
                if (!boolean(content)) refuseWrapper(kind);
                builder_->append(name, Undefined{});
                return;
            case WrapperKind::Code: pending.code = text(content); return;
            case WrapperKind::Scope: pending.scope = readScope(content, depth); return;
            default: refuseWrapper(kind);
        }
    }

    // A key after the first of a wrapper: $scope beside $code, $type beside the old form of $binary.
    void readSecond(std::string_view name, Pending& pending, std::string_view key, od::value& content, int depth) {
        const WrapperKind kind = *pending.kind;
        if (kind == WrapperKind::Code && key == "$scope" && !pending.scope) {
            pending.scope = readScope(content, depth);
        } else if (kind == WrapperKind::Scope && key == "$code" && !pending.code) {
            pending.code = text(content);
        } else if (kind == WrapperKind::Binary && key == "$type" && pending.oldBinary) {
            const auto subtype = json::parseSubtype(text(content));
            if (!subtype || !json::appendBinary(*builder_, name, *pending.oldBinary, *subtype)) refuseWrapper(kind);
            pending.oldBinary.reset();
        } else {
            refuse("unexpected \"" + std::string(key) + "\" beside " + std::string(json::keyOf(kind)));
        }
    }

    void finishWrapper(std::string_view name, const Pending& pending) {
        if (pending.oldBinary) refuse("$binary as a string needs $type beside it");
        if (*pending.kind != WrapperKind::Code && *pending.kind != WrapperKind::Scope) return;
        if (!pending.code) refuse("$scope without $code");
        if (pending.scope) {
            builder_->appendCodeWithScope(name, *pending.code, *pending.scope);
        } else {
            builder_->append(name, CodeView{*pending.code});
        }
    }

    // A scope is built aside, since $code may come after it.
    Document readScope(od::value& content, int depth) {
        checkDepth(depth + 1);
        od::object object;
        if (const auto error = content.get_object().get(object)) failHere(error);
        Builder aside;
        Builder* const outer = builder_;
        builder_ = &aside;
        for (auto field : object) readMember(field, depth + 1);
        builder_ = outer;
        return aside.take();
    }

    void readDate(std::string_view name, od::value& content) {
        if (typeOf(content) == od::json_type::string) return textWrapper(name, WrapperKind::Date, content);
        std::optional<std::int64_t> ms;
        forMembers(content, WrapperKind::Date, [&](std::string_view key, od::value& value) {
            if (key != "$numberLong" || ms) return false;
            ms = json::parseInteger(text(value));
            return ms.has_value();
        });
        if (!ms) refuseWrapper(WrapperKind::Date);
        builder_->append(name, Date{*ms});
    }

    void readBinary(std::string_view name, Pending& pending, od::value& content) {
        if (typeOf(content) == od::json_type::string) {
            pending.oldBinary = text(content);
            return;
        }
        std::optional<std::string_view> base64;
        std::optional<std::uint8_t> subtype;
        forMembers(content, WrapperKind::Binary, [&](std::string_view key, od::value& value) {
            if (key == "base64" && !base64) return (base64 = text(value)).has_value();
            return key == "subType" && !subtype && (subtype = json::parseSubtype(text(value))).has_value();
        });
        if (!base64 || !subtype || !json::appendBinary(*builder_, name, *base64, *subtype)) {
            refuseWrapper(WrapperKind::Binary);
        }
    }

    void readRegex(std::string_view name, od::value& content) {
        std::optional<std::string_view> pattern;
        std::optional<std::string_view> options;
        forMembers(content, WrapperKind::RegularExpression, [&](std::string_view key, od::value& value) {
            if (key != "pattern" && key != "options") return false;
            auto& target = key == "pattern" ? pattern : options;
            if (target) return false;
            target = text(value);
            return target->find('\0') == std::string_view::npos;
        });
        if (!pattern || !options) refuseWrapper(WrapperKind::RegularExpression);
        builder_->append(name, RegexView{*pattern, json::sortedOptions(*options)});
    }

    void readTimestamp(std::string_view name, od::value& content) {
        std::optional<std::uint32_t> seconds;
        std::optional<std::uint32_t> increment;
        forMembers(content, WrapperKind::Timestamp, [&](std::string_view key, od::value& value) {
            if (key != "t" && key != "i") return false;
            auto& target = key == "t" ? seconds : increment;
            const std::int64_t number = integer(value);
            if (target || number < 0 || number > std::numeric_limits<std::uint32_t>::max()) return false;
            target = static_cast<std::uint32_t>(number);
            return true;
        });
        if (!seconds || !increment) refuseWrapper(WrapperKind::Timestamp);
        builder_->append(name, Timestamp{*seconds, *increment});
    }

    void readDbPointer(std::string_view name, od::value& content) {
        std::optional<std::string_view> ns;
        std::optional<ObjectId> id;
        forMembers(content, WrapperKind::DbPointer, [&](std::string_view key, od::value& value) {
            if (key == "$ref" && !ns) return (ns = text(value)).has_value();
            if (key != "$id" || id) return false;
            forMembers(value, WrapperKind::DbPointer, [&](std::string_view inner, od::value& hex) {
                Builder probe;
                if (inner != "$oid" || !json::appendTextWrapper(probe, "", WrapperKind::Oid, text(hex))) return false;
                id = probe.take()[""].asObjectId();
                return true;
            });
            return id.has_value();
        });
        if (!ns || !id) refuseWrapper(WrapperKind::DbPointer);
        builder_->append(name, DbPointerView{*ns, *id});
    }

    // Calls accept(key, value) for each member of an object; false refuses the wrapper.
    template <typename Accept>
    void forMembers(od::value& value, WrapperKind kind, Accept&& accept) {
        od::object object;
        if (const auto error = value.get_object().get(object)) failHere(error);
        for (auto field : object) {
            const std::string_view key = keyOf(field);
            od::value content;
            if (const auto error = field.value().get(content)) failHere(error);
            if (!accept(key, content)) refuseWrapper(kind);
        }
    }

    void textWrapper(std::string_view name, WrapperKind kind, od::value& content) {
        const std::string_view held = text(content);
        bool isGood = false;
        try {
            isGood = json::appendTextWrapper(*builder_, name, kind, held);
        } catch (const Error& error) {  // says what is wrong with a decimal, but not where
            failAt(error.what(), offsetOf(wrapperAt_));
        }
        if (!isGood) refuseWrapper(kind);
    }

    std::string_view text(od::value& value) {
        std::string_view result;
        if (const auto error = value.get_string().get(result)) failHere(error);
        return result;
    }
    bool boolean(od::value& value) {
        bool result = false;
        if (const auto error = value.get_bool().get(result)) failHere(error);
        return result;
    }
    bool isNull(od::value& value) {
        bool result = false;
        if (const auto error = value.is_null().get(result)) failHere(error);
        return result;
    }
    std::int64_t integer(od::value& value) {
        std::int64_t result = 0;
        if (const auto error = value.get_int64().get(result)) failHere(error);
        return result;
    }

    od::json_type typeOf(od::value& value) {
        od::json_type type{};
        if (const auto error = value.type().get(type)) failHere(error);
        return type;
    }

    void checkDepth(int depth) {
        if (depth > kMaxDepth) refuse("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }

    [[noreturn]] void refuseWrapper(WrapperKind kind) {
        failAt("not what " + std::string(json::keyOf(kind)) + " may hold", offsetOf(wrapperAt_));
    }
    [[noreturn]] void refuse(const std::string& why) { failAt(why, offsetHere()); }
    [[noreturn]] void failHere(simdjson::error_code error) { fail(error, offsetHere()); }
    [[noreturn]] void fail(simdjson::error_code error, std::size_t offset) {
        if (const auto fault = json::findJsonFault(text_)) failAt(fault->what, fault->offset);
        if (error == simdjson::INCORRECT_TYPE && wrapper_) refuseWrapper(*wrapper_);
        failAt(simdjson::error_message(error), offset);
    }

    // The token that comes next; null at the end.
    const char* positionHere() {
        const char* at = nullptr;
        return document_.current_location().get(at) == simdjson::SUCCESS ? at : nullptr;
    }
    std::size_t offsetOf(const char* at) const {
        if (at == nullptr || at < first_) return text_.size();
        return std::min(static_cast<std::size_t>(at - first_), text_.size());
    }
    std::size_t offsetHere() { return offsetOf(positionHere()); }
    [[noreturn]] void failAt(std::string_view why, std::size_t offset) {
        const json::TextPlace place = json::placeOf(text_, offset);
        raise(ErrorCode::FailedToParse, "JSON, line ", place.line, ", column ", place.column, ": ", why);
    }

    std::string_view text_;
    Builder* builder_;
    od::document document_;
    const char* first_ = nullptr;  // the text where simdjson reads it
    std::optional<WrapperKind> wrapper_;  // being read
    const char* wrapperAt_ = nullptr;     // its content
};

}  // namespace

Document fromJson(std::string_view text) {
    Builder builder;
    JsonReader(text, builder).read();
    return builder.take();
}

DocumentView appendFromJson(std::string_view text, Buffer& out) {
    const std::size_t before = out.size();
    try {
        Builder builder(out);
        JsonReader(text, builder).read();
        return builder.finish();
    } catch (...) {
        out.truncate(before);
        throw;
    }
}

}  // namespace sheaf::bson
