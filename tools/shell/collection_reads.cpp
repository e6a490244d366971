// The methods of collections that read.
#include "tools/shell/methods.h"

#include "tools/shell/command_builder.h"

namespace sheaf::tools::shell {
namespace {

Item find(MethodCall& call) {
    auto cursor = std::make_shared<ShellCursor>("find", call.collection());
    if (call.has(0)) cursor->set("filter", Value(call.document(0)));
    if (call.has(1) && !call.document(1).isEmpty()) cursor->set("projection", Value(call.document(1)));
    for (const bson::Element& option : call.document(2)) cursor->set(option.name, Value(option.value));
    return Item(std::move(cursor));
}

Item findOne(MethodCall& call) {
    const Item found = find(call);
    ShellCursor& cursor = *found.cursor();
    cursor.set("limit", Value(std::int32_t{1}));
    if (cursor.isExplained()) return Item(cursor.explain(call.session, call.collection().explain));
    return Item(cursor.next(call.session).value_or(Value(nullptr)));
}

Item aggregate(MethodCall& call) {
    // A list of stages, or the stages one by one.
    Value pipeline = call.value(0);
    bson::Document options;
    if (!call.has(0)) pipeline = makeArray({});
    else if (pipeline.view().isArray()) options = call.document(1);
    else {
        std::vector<Value> stages;
        for (std::size_t k = 0; k < call.arguments.size(); ++k) stages.emplace_back(call.requiredDocument(k));
        pipeline = makeArray(stages);
    }
    auto cursor = std::make_shared<ShellCursor>("aggregate", call.collection());
    cursor->set("pipeline", pipeline);
    bson::Document batching;
    for (const bson::Element& option : options) {
        if (option.name == "batchSize") batching = bson::make("batchSize", Value(option.value));
        else cursor->set(option.name, Value(option.value));
    }
    cursor->set("cursor", Value(batching));
    // $out and $merge work at once, and give no documents.
    const std::vector<Value> stages = elementsOf(pipeline);
    const bool writes = !stages.empty() && stages.back().view().isDocument() &&
                        (stages.back().view().asDocument().contains("$out") || stages.back().view().asDocument().contains("$merge"));
    if (writes && !cursor->isExplained()) cursor->hasNext(call.session);
    return Item(std::move(cursor));
}

Item runCount(MethodCall& call, const bson::Document& filter, const bson::Document& options) {
    CommandBuilder command("count", call.collection());
    if (!filter.isEmpty()) command.add("query", filter);
    command.addAll(options);
    const bson::Document reply = command.run(call.session);
    return command.isExplained() ? Item(reply) : Item(Value(reply["n"]));
}

Item countDocuments(MethodCall& call) { return runCount(call, call.document(0), call.document(1)); }

Item estimatedDocumentCount(MethodCall& call) { return runCount(call, {}, {}); }

Item distinct(MethodCall& call) {
    CommandBuilder command("distinct", call.collection());
    command.add("key", Value(call.string(0)));
    if (call.has(1)) command.add("query", call.document(1));
    command.addAll(call.document(2));
    const bson::Document reply = command.run(call.session);
    return command.isExplained() ? Item(reply) : Item(Value(reply["values"]));
}

Item explain(MethodCall& call) {
    CollectionRef collection = call.collection();
    collection.explain = call.has(0) && call.value(0).view().isString() ? call.string(0) : "queryPlanner";
    return Item(std::move(collection));
}

constexpr Method kReads[] = {
    {"aggregate", aggregate, "pipeline, options"},
    {"count", countDocuments, "filter"},
    {"countDocuments", countDocuments, "filter, options"},
    {"distinct", distinct, "field, filter"},
    {"estimatedDocumentCount", estimatedDocumentCount, "()"},
    {"explain", explain, "verbosity"},
    {"find", find, "filter, projection"},
    {"findOne", findOne, "filter, projection"},
};

}  // namespace

MethodTable collectionReads() { return kReads; }

}  // namespace sheaf::tools::shell
