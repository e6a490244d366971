// Statements and write errors of write commands.
#include "engine/commands/write_replies.h"

#include "bson/raise.h"

#include <sheaf/bson/validate.h>

namespace sheaf::engine {

std::span<const bson::DocumentView> oneSourceOf(const CommandCall& call, const CommandFields& fields, std::string_view name,
                                                const std::vector<bson::DocumentView>* inside) {
    const std::optional<std::span<const bson::DocumentView>> beside = findSequence(call, name);
    if (inside && beside) {
        raise(location(40413), "BSON field '", fields.command(), ".", name, "' is a duplicate field: inside the command and beside");
    }
    if (!inside && !beside) fields.missing(name);
    const std::span<const bson::DocumentView> found = inside ? std::span<const bson::DocumentView>(*inside) : *beside;
    if (found.empty() || found.size() > kMaxWriteBatch) {
        raise(ErrorCode::InvalidLength, "Write batch sizes must be between 1 and ", kMaxWriteBatch, ". Got ", found.size(),
              " operations.");
    }
    return found;
}

void finishSettings(const CommandCall& call, WriteSettings& settings) {
    settings.sync = call.generic.journal;
    if (settings.listPages && !settings.metered) {
        raise(ErrorCode::BadValue, "pages: \"list\" needs metered: true");
    }
}

void appendWriteErrors(bson::Builder& reply, const std::vector<WriteError>& errors) {
    if (errors.empty()) return;
    reply.openArray("writeErrors");
    for (const WriteError& error : errors) {
        reply.pushDocument().append("index", error.index).append("code", error.code);
        reply.appendElements(error.details);
        reply.append("errmsg", error.message).close();
    }
    reply.close();
}

StatementFields::StatementFields(std::string_view where, bson::DocumentView statement)
    : where_(where), statement_(statement), element_(statement.begin()) {}

bool StatementFields::next() {
    if (started_) ++element_;
    started_ = true;
    if (element_ == statement_.end()) return false;
    for (bson::ElementIterator before = statement_.begin(); before != element_; ++before) {
        if (before->name == element_->name) {
            raise(location(40413), "BSON field '", where_, ".", element_->name, "' is a duplicate field");
        }
    }
    return true;
}

void StatementFields::wrongType(std::string_view expected) const {
    raise(ErrorCode::TypeMismatch, "BSON field '", where_, ".", element_->name, "' is the wrong type '", value().typeName(),
          "', expected type '", expected, "'");
}

bson::DocumentView StatementFields::document() const {
    if (value().isNull()) return {};
    if (!value().isDocument()) wrongType("object");
    return value().asDocument();
}

std::string_view StatementFields::string() const {
    if (!value().isString()) wrongType("string");
    return value().asString();
}

std::vector<bson::DocumentView> StatementFields::documents() const {
    if (!value().isArray()) wrongType("array");
    std::vector<bson::DocumentView> found;
    for (const bson::ValueView& item : value().asArray()) {
        if (!item.isDocument()) wrongType("array of objects");
        found.push_back(item.asDocument());
    }
    return found;
}

bool StatementFields::boolean() const {
    if (!value().isBool()) wrongType("bool");
    return value().asBool();
}

void StatementFields::refuse() const {
    raise(location(40415), "BSON field '", where_, ".", element_->name, "' is an unknown field.");
}

void StatementFields::require(std::string_view name) const {
    if (statement_.contains(name)) return;
    raise(location(40414), "BSON field '", where_, ".", name, "' is missing but a required field");
}

bson::ValueView updateOf(bson::ValueView update) {
    if (!update.isDocument() && !update.isArray()) {
        raise(ErrorCode::FailedToParse, "The update must be either an object or an array, found ", update.typeName());
    }
    return update;
}

bool takeUpdateField(const StatementFields& fields, UpdateStatement& statement) {
    if (fields.is("multi")) statement.isMulti = fields.boolean();
    else if (fields.is("upsert")) statement.isUpsert = fields.boolean();
    else if (fields.is("arrayFilters")) statement.arrayFilters = fields.documents();
    else if (fields.is("hint")) statement.hint = fields.value();
    else if (fields.is("sort")) statement.sort = fields.document();
    else if (fields.is("collation")) statement.collation = fields.document();
    else if (fields.is("upsertSupplied")) fields.boolean();
    else return false;
    return true;
}

void requireValidStatement(bson::DocumentView statement) { bson::requireValid(statement.bytes(), bson::kCommandLimits); }

}  // namespace sheaf::engine
