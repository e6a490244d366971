// Strict reading of command documents.
#include "engine/commands/fields.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

// Fields that any command may have and that change nothing here: they are about drivers, clusters and logs.
constexpr std::string_view kIgnored[] = {
    "$audit",          "$client",     "$clusterTime", "$configServerState", "$configTime", "$db",
    "$readPreference", "$topologyTime", "apiDeprecationErrors", "apiStrict", "apiVersion", "comment",
    "lsid",            "maxTimeMSOpOnly", "readConcern",
};

}  // namespace

CommandFields::CommandFields(CommandCall& call)
    : call_(call), command_(call.command.begin()->name), element_(call.command.begin()) {}

Namespace CommandFields::ns() const {
    const bson::ValueView name = call_.command.begin()->value;
    if (!name.isString()) {
        raise(ErrorCode::InvalidNamespace, "collection name has invalid type ", name.typeName(), " in ", command_);
    }
    return Namespace(call_.database, name.asString());
}

bool CommandFields::next() {
    for (;;) {
        ++element_;
        if (element_ == call_.command.end()) return false;
        requireOnce();
        if (!takeGeneric()) return true;
    }
}

void CommandFields::requireOnce() const {
    for (bson::ElementIterator before = call_.command.begin(); before != element_; ++before) {
        if (before->name == element_->name) {
            raise(location(40413), "BSON field '", command_, ".", element_->name, "' is a duplicate field");
        }
    }
}

bool CommandFields::takeGeneric() {
    if (is("maxTimeMS")) {
        takeMaxTime();
    } else if (is("writeConcern")) {
        takeWriteConcern();
    } else if (is("cost")) {
        call_.generic.wantsCost = boolean();
    } else if (is("txnNumber") || is("autocommit") || is("startTransaction")) {
        raise(ErrorCode::IllegalOperation, "Transaction numbers are not supported: ", name());
    } else {
        return std::ranges::find(kIgnored, name()) != std::end(kIgnored);
    }
    return true;
}

void CommandFields::takeMaxTime() {
    if (!value().isNumber()) wrongType("number");
    const std::optional<std::int64_t> ms = bson::exactInt64(value());
    if (!ms || *ms < 0 || *ms > 2'147'483'647) {
        raise(ErrorCode::BadValue, value(), " value for maxTimeMS is out of range");
    }
    call_.operation.setMaxTime(std::chrono::milliseconds(*ms));
}

void CommandFields::takeWriteConcern() {
    for (const bson::Element& field : document()) {
        if (field.name == "w") {
            if (field.value.isNumber()) call_.generic.tooManyNodes = bson::toDouble(field.value) > 1;
            else if (!field.value.isString() && !field.value.isDocument()) {
                raise(ErrorCode::FailedToParse, "w has to be a number or a string, in writeConcern ", document());
            } else {
                call_.generic.tooManyNodes = !(field.value.isString() && field.value.asString() == "majority");
            }
        } else if (field.name == "j" || field.name == "fsync") {
            if (!field.value.isBool() && !field.value.isNumber()) {
                raise(ErrorCode::FailedToParse, field.name, " must be numeric or a boolean value");
            }
            const bool wanted = field.value.isBool() ? field.value.asBool() : bson::toDouble(field.value) != 0;
            call_.generic.journal = call_.generic.journal || wanted;
        } else if (field.name != "wtimeout" && field.name != "provenance") {
            raise(location(40415), "BSON field 'writeConcern.", field.name, "' is an unknown field.");
        }
    }
}

void CommandFields::refuse() const {
    raise(location(40415), "BSON field '", command_, ".", name(), "' is an unknown field.");
}

void CommandFields::refuseUnsupported() const {
    raise(ErrorCode::NotImplemented, command_, ": the option ", name(), " is not supported: ", value());
}

void CommandFields::wrongType(std::string_view expected) const {
    raise(ErrorCode::TypeMismatch, "BSON field '", command_, ".", name(), "' is the wrong type '", value().typeName(),
          "', expected type '", expected, "'");
}

void CommandFields::missing(std::string_view field) const {
    raise(location(40414), "BSON field '", command_, ".", field, "' is missing but a required field");
}

bool CommandFields::boolean() const {
    if (!value().isBool()) wrongType("bool");
    return value().asBool();
}

bool CommandFields::truthy() const {
    if (value().isNumber()) return bson::toDouble(value()) != 0;
    if (value().isNull()) return false;
    return boolean();
}

std::int64_t CommandFields::integer() const {
    if (!value().isNumber()) wrongType("long");
    const std::optional<std::int64_t> whole = bson::exactInt64(value());
    if (!whole) raise(ErrorCode::FailedToParse, command_, ".", name(), ": expected a whole number, found ", value());
    return *whole;
}

std::int64_t CommandFields::nonNegative() const {
    const std::int64_t number = integer();
    if (number < 0) {
        raise(location(51024), "BSON field '", name(), "' value must be >= 0, actual value '", number, "'");
    }
    return number;
}

std::string_view CommandFields::string() const {
    if (!value().isString()) wrongType("string");
    return value().asString();
}

bson::DocumentView CommandFields::document() const {
    if (value().isNull()) return {};
    if (!value().isDocument()) wrongType("object");
    return value().asDocument();
}

bson::ArrayView CommandFields::array() const {
    if (!value().isArray()) wrongType("array");
    return value().asArray();
}

std::vector<bson::DocumentView> CommandFields::documents() const {
    std::vector<bson::DocumentView> found;
    for (const bson::ValueView& item : array()) {
        if (!item.isDocument()) {
            raise(ErrorCode::TypeMismatch, "BSON field '", command_, ".", name(), ".", found.size(), "' is the wrong type '",
                  item.typeName(), "', expected type 'object'");
        }
        found.push_back(item.asDocument());
    }
    return found;
}

bool CommandFields::takeWriteSetting(WriteSettings& settings) const {
    if (is("ordered")) {
        settings.ordered = boolean();
    } else if (is("metered")) {
        settings.metered = boolean();
    } else if (is("multiBatch")) {
        settings.multiBatch = integer();
        if (settings.multiBatch < 1) raise(ErrorCode::BadValue, "multiBatch must be at least 1, found ", value());
    } else if (is("pages")) {
        if (string() != "list") raise(ErrorCode::BadValue, "pages can only be \"list\", found ", value());
        settings.listPages = true;
    } else {
        return false;
    }
    return true;
}

std::optional<std::span<const bson::DocumentView>> findSequence(const CommandCall& call, std::string_view name) {
    for (const CommandSequence& sequence : call.sequences) {
        if (sequence.name == name) return sequence.documents;
    }
    return std::nullopt;
}

}  // namespace sheaf::engine
