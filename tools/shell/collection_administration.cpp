// The methods of collections that look after them: indexes, drop, statistics.
#include "tools/shell/methods.h"

#include "tools/shell/command_builder.h"
#include "tools/shell/help.h"

namespace sheaf::tools::shell {
namespace {

// a_1_b_-1, as MongoDB names indexes.
std::string indexName(DocumentView keys) {
    std::string name;
    for (const bson::Element& key : keys) {
        if (!name.empty()) name += '_';
        name.append(key.name).append("_").append(Item(Value(key.value)).text());
    }
    return name;
}

bson::Document indexSpec(DocumentView keys, DocumentView options) {
    bson::Builder builder;
    builder.append("key", keys);
    if (!options.contains("name")) builder.append("name", indexName(keys));
    builder.appendElements(options);
    return builder.take();
}

Item createIndex(MethodCall& call) {
    const bson::Document spec = indexSpec(call.requiredDocument(0), call.document(1));
    CommandBuilder("createIndexes", call.collection()).addOne("indexes", spec).run(call.session);
    return Item(Value(spec["name"]));
}

Item createIndexes(MethodCall& call) {
    const Value patterns = call.required(0);
    if (!patterns.view().isArray()) throw ScriptError("createIndexes: argument 1 must be an array of key patterns");
    std::vector<Value> specs;
    std::vector<Value> names;
    for (const Value& keys : elementsOf(patterns)) {
        if (!keys.view().isDocument()) throw ScriptError("createIndexes: a key pattern must be a document");
        const bson::Document spec = indexSpec(keys.view().asDocument(), call.document(1));
        specs.emplace_back(spec);
        names.emplace_back(spec["name"]);
    }
    CommandBuilder("createIndexes", call.collection()).add("indexes", makeArray(specs)).run(call.session);
    return Item(makeArray(names));
}

// By name or by key pattern.
Item dropIndex(MethodCall& call) {
    return Item(CommandBuilder("dropIndexes", call.collection()).add("index", call.required(0)).run(call.session));
}

Item dropIndexes(MethodCall& call) {
    const Value index = call.has(0) ? call.value(0) : Value("*");
    return Item(CommandBuilder("dropIndexes", call.collection()).add("index", index).run(call.session));
}

Item getIndexes(MethodCall& call) {
    return Item(makeArray(allOf(call.session, call.collection().database, bson::make("listIndexes", call.collection().name))));
}

Item drop(MethodCall& call) {
    CommandBuilder("drop", call.collection()).run(call.session);
    return Item(Value(true));
}

// What Store::statistics has of this collection.
Item stats(MethodCall& call) {
    const std::string ns = call.self.text();
    const bson::Document all = call.session.store.statistics();
    for (const ValueView& entry : all["collections"].asArray()) {
        if (entry.asDocument()["ns"].asString() == ns) return Item(Value(entry));
    }
    throw ScriptError("there is no collection " + ns);
}

Item figureOf(MethodCall& call, std::string_view field) {
    return Item(Value(stats(call).value()->view().asDocument()[field]));
}

Item dataSize(MethodCall& call) { return figureOf(call, "bytes"); }

Item getName(MethodCall& call) { return Item(Value(call.collection().name)); }

Item getFullName(MethodCall& call) { return Item(Value(call.self.text())); }

Item getCollection(MethodCall& call) {
    return Item(CollectionRef{call.collection().database, call.collection().name + "." + call.string(0), {}});
}

Item renameCollection(MethodCall& call) {
    const std::string to = call.collection().database + "." + call.string(0);
    const bool dropTarget = call.has(1) && call.arguments[1].isTrue();
    const bson::Document command = bson::make("renameCollection", call.self.text(), "to", to, "dropTarget", dropTarget);
    return Item(call.session.runCommand("admin", command));
}

Item validate(MethodCall& call) { return Item(CommandBuilder("validate", call.collection()).addAll(call.document(0)).run(call.session)); }

Item help(MethodCall& call) {
    printMethods(call.session.out, "db." + call.collection().name, methodsOf(call.self));
    return {};
}

constexpr Method kAdministration[] = {
    {"createIndex", createIndex, "keys, options"},
    {"createIndexes", createIndexes, "[keys, …], options"},
    {"drop", drop, "()"},
    {"dropIndex", dropIndex, "name or keys"},
    {"dropIndexes", dropIndexes, "()"},
    {"ensureIndex", createIndex, ""},
    {"getCollection", getCollection, ""},
    {"getFullName", getFullName, ""},
    {"getIndexes", getIndexes, "()"},
    {"getIndices", getIndexes, ""},
    {"getName", getName, ""},
    {"help", help, ""},
    {"renameCollection", renameCollection, "name, dropTarget"},
    {"stats", stats, "()"},
    {"dataSize", dataSize, "()"},
    {"validate", validate, "()"},
};

}  // namespace

MethodTable collectionAdministration() { return kAdministration; }

}  // namespace sheaf::tools::shell
