// create: makes a collection.
//
//   {create: <collection>, storageEngine: {sheaf: {layout: "whole"}}, collation: <default of its queries>}
//
// Errors    NamespaceExists (48): it is there with other options. NotImplemented (238): options that cannot be had.
#include "engine/commands/commands.h"
#include "engine/commands/create_options.h"
#include "engine/snapshot.h"

#include "bson/raise.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::engine {
namespace {

// Of MongoDB's options, those that change what a collection is.
constexpr std::string_view kUnsupported[] = {
    "changeStreamPreAndPostImages", "clusteredIndex", "encryptedFields",  "expireAfterSeconds", "max", "pipeline", "size",
    "timeseries",                   "validationAction", "validationLevel", "validator",          "viewOn",
};

[[noreturn]] void unsupported(const bson::Element& option) {
    raise(ErrorCode::NotImplemented, "create: the option ", option.name, " is not supported: ", option.value);
}

bool isFalse(bson::ValueView value) { return value.isNull() || (value.isBool() && !value.asBool()); }

void requireWholeLayout(const bson::Element& option) {
    if (!option.value.isDocument()) {
        raise(ErrorCode::TypeMismatch, "create: storageEngine must be an object, found ", option.value.typeName());
    }
    for (const bson::Element& engine : option.value.asDocument()) {
        const bool isOurs = engine.name == "sheaf" && engine.value.isDocument();
        if (!isOurs) unsupported(option);
        for (const bson::Element& setting : engine.value.asDocument()) {
            if (setting.name != "layout" || !setting.value.isString() || setting.value.asString() != "whole") {
                unsupported(option);
            }
        }
    }
}

// As it is to be shown: with all fields; the simple collation is not.
void appendCollation(bson::ValueView collation, bson::Builder& kept) {
    if (collation.isNull()) return;
    if (!collation.isDocument()) {
        raise(ErrorCode::TypeMismatch, "BSON field 'create.collation' is the wrong type '", collation.typeName(),
              "', expected type 'object'");
    }
    const query::CollationPtr parsed = query::Collation::parse(collation.asDocument());
    if (parsed) kept.append("collation", parsed->specification());
}

// {create: …} without what any command may have.
bson::Document ownFields(CommandCall& call) {
    CommandFields fields(call);
    bson::Builder own;
    while (fields.next()) own.append(fields.name(), fields.value());
    return own.take();
}

void runCreate(CommandCall& call, bson::Builder&) {
    const Namespace ns = CommandFields(call).ns();
    createWithOptions(call.operation, ns, parseCreateOptions(ownFields(call)));
}

}  // namespace

bson::Document parseCreateOptions(bson::DocumentView options) {
    bson::Builder kept;
    for (const bson::Element& option : options) {
        if (option.name == "storageEngine") {
            requireWholeLayout(option);
            kept.append(option);
        } else if (option.name == "capped") {
            if (!isFalse(option.value)) unsupported(option);
        } else if (option.name == "collation") {
            appendCollation(option.value, kept);
        } else if (option.name == "idIndex" || option.name == "indexOptionDefaults" || option.name == "autoIndexId") {
            continue;  // there is one kind of _id index only
        } else if (std::ranges::find(kUnsupported, option.name) != std::end(kUnsupported)) {
            unsupported(option);
        } else {
            raise(location(40415), "BSON field 'create.", option.name, "' is an unknown field.");
        }
    }
    return kept.take();
}

void createWithOptions(Operation& operation, const Namespace& ns, const bson::Document& options) {
    while (!createCollection(operation, ns, options)) {
        const EntryPtr there = currentCatalog(operation.store().catalog)->find(ns);
        if (!there) continue;  // dropped in between
        if (bson::compare(there->options.view(), options.view()) != 0) {
            raise(ErrorCode::NamespaceExists, "namespace ", ns.full(), " already exists, but with different options: ",
                  there->options.view());
        }
        return;
    }
}

constinit const Command kCreate{.name = "create", .run = runCreate};

}  // namespace sheaf::engine
