// The methods of databases.
#include "tools/shell/methods.h"

#include "tools/shell/help.h"
#include "tools/shell/listings.h"

#include <sheaf/bson/builder.h>

namespace sheaf::tools::shell {
namespace {

// A command by name stands for {name: 1}.
bson::Document commandOf(const MethodCall& call) {
    if (call.has(0) && call.value(0).view().isString()) return bson::make(call.string(0), 1);
    return call.requiredDocument(0);
}

Item runCommand(MethodCall& call) { return Item(call.session.runCommand(call.database(), commandOf(call))); }

Item adminCommand(MethodCall& call) { return Item(call.session.runCommand("admin", commandOf(call))); }

Item getCollection(MethodCall& call) { return Item(CollectionRef{call.database(), call.string(0), {}}); }

Item getCollectionNames(MethodCall& call) {
    std::vector<Value> names;
    for (const std::string& name : collectionNames(call.session, call.database())) names.emplace_back(name);
    return Item(makeArray(names));
}

Item getCollectionInfos(MethodCall& call) {
    const bson::Document filter = call.document(0);
    return Item(makeArray(allOf(call.session, call.database(), bson::make("listCollections", 1, "filter", filter))));
}

Item createCollection(MethodCall& call) {
    bson::Builder command;
    command.append("create", call.string(0)).appendElements(call.document(1));
    return Item(call.session.runCommand(call.database(), command.take()));
}

Item createView(MethodCall& call) {
    bson::Builder command;
    command.append("create", call.string(0)).append("viewOn", call.string(1)).append("pipeline", call.required(2));
    return Item(call.session.runCommand(call.database(), command.take()));
}

Item dropDatabase(MethodCall& call) {
    return Item(call.session.runCommand(call.database(), bson::make("dropDatabase", 1)));
}

Item getName(MethodCall& call) { return Item(Value(call.database())); }

Item getSiblingDB(MethodCall& call) { return Item(DatabaseRef{call.string(0)}); }

// Sums of what Store::statistics has of this database's collections.
Item stats(MethodCall& call) {
    std::int64_t collections = 0, objects = 0, dataBytes = 0, indexes = 0, indexBytes = 0;
    const std::string prefix = call.database() + ".";
    const bson::Document all = call.session.store.statistics();
    for (const ValueView& entry : all["collections"].asArray()) {
        const DocumentView collection = entry.asDocument();
        if (collection["ns"].asString().substr(0, prefix.size()) != prefix) continue;
        ++collections;
        objects += toWhole(collection["documents"]).value_or(0);
        dataBytes += toWhole(collection["bytes"]).value_or(0);
        for (const ValueView& index : collection["indexes"].asArray()) {
            ++indexes;
            indexBytes += toWhole(index.asDocument()["bytes"]).value_or(0);
        }
    }
    return Item(bson::make("db", call.database(), "collections", fromNumber(static_cast<double>(collections)), "objects",
                           fromNumber(static_cast<double>(objects)), "storageSize", fromNumber(static_cast<double>(dataBytes)),
                           "indexes", fromNumber(static_cast<double>(indexes)), "indexSize",
                           fromNumber(static_cast<double>(indexBytes)), "totalSize",
                           fromNumber(static_cast<double>(dataBytes + indexBytes)), "store", Value(all["file"])));
}

Item version(MethodCall& call) {
    return Item(Value(call.session.runCommand("admin", bson::make("buildInfo", 1))["version"]));
}

Item aggregate(MethodCall& call) {
    const bson::Document command = bson::make("aggregate", 1, "pipeline", call.required(0), "cursor", bson::Document());
    return Item(makeArray(allOf(call.session, call.database(), command)));
}

Item help(MethodCall& call) {
    printMethods(call.session.out, "db", methodsOf(call.self));
    return {};
}

constexpr Method kMethods[] = {
    {"adminCommand", adminCommand, "command"},
    {"aggregate", aggregate, "pipeline"},
    {"createCollection", createCollection, "name, options"},
    {"createView", createView, "name, collection, pipeline"},
    {"dropDatabase", dropDatabase, "()"},
    {"getCollection", getCollection, "name"},
    {"getCollectionInfos", getCollectionInfos, "filter"},
    {"getCollectionNames", getCollectionNames, "()"},
    {"getName", getName, "()"},
    {"getSiblingDB", getSiblingDB, "name"},
    {"help", help, ""},
    {"runCommand", runCommand, "command"},
    {"stats", stats, "()"},
    {"version", version, "()"},
};

}  // namespace

MethodTable databaseMethods() { return kMethods; }

}  // namespace sheaf::tools::shell
