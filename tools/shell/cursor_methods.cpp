// The methods of cursors.
#include "tools/shell/methods.h"

#include "tools/shell/evaluator.h"
#include "tools/shell/help.h"

#include <sheaf/bson/builder.h>

namespace sheaf::tools::shell {
namespace {

// sort(…) of an aggregation is one more stage; of a find it is an option.
Item setOption(MethodCall& call, std::string_view field, Value value) {
    ShellCursor& cursor = call.cursor();
    if (cursor.isFind()) {
        cursor.set(field, std::move(value));
    } else if (field == "sort" || field == "skip" || field == "limit") {
        std::vector<Value> stages = elementsOf(cursor.get("pipeline"));
        stages.emplace_back(bson::make("$" + std::string(field), value));
        cursor.set("pipeline", makeArray(stages));
    } else {
        cursor.set(field, std::move(value));
    }
    return call.self;
}

Item sort(MethodCall& call) { return setOption(call, "sort", Value(call.requiredDocument(0))); }
Item limit(MethodCall& call) {
    const std::int64_t limit = call.whole(0);
    return setOption(call, "limit", Value::fromCount(static_cast<std::uint64_t>(limit < 0 ? -limit : limit)));
}
Item skip(MethodCall& call) {
    const std::int64_t skip = call.whole(0);
    return setOption(call, "skip", skip < 0 ? Value(skip) : Value::fromCount(static_cast<std::uint64_t>(skip)));
}
Item projection(MethodCall& call) { return setOption(call, "projection", Value(call.requiredDocument(0))); }
Item hint(MethodCall& call) { return setOption(call, "hint", call.required(0)); }
Item batchSize(MethodCall& call) {
    const Value size = fromNumber(static_cast<double>(call.whole(0)));
    if (call.cursor().isFind()) return setOption(call, "batchSize", size);
    return setOption(call, "cursor", Value(bson::make("batchSize", size)));
}
Item maxTimeMS(MethodCall& call) { return setOption(call, "maxTimeMS", call.required(0)); }
Item collation(MethodCall& call) { return setOption(call, "collation", Value(call.requiredDocument(0))); }
Item allowDiskUse(MethodCall& call) { return setOption(call, "allowDiskUse", Value(!call.has(0) || call.arguments[0].isTrue())); }
Item min(MethodCall& call) { return setOption(call, "min", Value(call.requiredDocument(0))); }
Item max(MethodCall& call) { return setOption(call, "max", Value(call.requiredDocument(0))); }
Item same(MethodCall& call) { return call.self; }

Item explain(MethodCall& call) {
    return Item(call.cursor().explain(call.session, call.has(0) && call.value(0).view().isString() ? call.string(0) : "queryPlanner"));
}

// Of a find: how many match, without skip and limit, as count() always did; size() minds them.
Item countOf(MethodCall& call, bool mindsLimits) {
    ShellCursor& cursor = call.cursor();
    if (!cursor.isFind()) return Item(fromNumber(static_cast<double>(cursor.rest(call.session).size())));
    bson::Builder command;
    command.append("count", cursor.collection().name);
    if (const Value filter = cursor.get("filter"); !filter.isMissing()) command.append("query", filter);
    if (const Value chosen = cursor.get("hint"); !chosen.isMissing()) command.append("hint", chosen);
    if (mindsLimits) command.append("skip", cursor.get("skip")).append("limit", cursor.get("limit"));
    return Item(Value(call.session.runCommand(cursor.collection().database, command.take())["n"]));
}

Item count(MethodCall& call) { return countOf(call, call.has(0) && call.arguments[0].isTrue()); }
Item size(MethodCall& call) { return countOf(call, true); }

Item toArray(MethodCall& call) {
    if (call.cursor().isExplained()) return Item(call.cursor().explain(call.session, call.cursor().collection().explain));
    return Item(makeArray(call.cursor().rest(call.session)));
}

Item forEach(MethodCall& call) {
    while (const std::optional<Value> document = call.cursor().next(call.session)) call.callback(0, *document);
    return {};
}

Item map(MethodCall& call) {
    std::vector<Value> results;
    while (const std::optional<Value> document = call.cursor().next(call.session)) {
        const Item result = call.callback(0, *document);
        results.push_back(result.isValue() ? *result.value() : Value(nullptr));
    }
    return Item(makeArray(results));
}

Item next(MethodCall& call) { return Item(call.cursor().next(call.session).value_or(Value(nullptr))); }
Item hasNext(MethodCall& call) { return Item(Value(call.cursor().hasNext(call.session))); }
Item itcount(MethodCall& call) { return Item(fromNumber(static_cast<double>(call.cursor().rest(call.session).size()))); }
Item objsLeftInBatch(MethodCall& call) { return Item(fromNumber(static_cast<double>(call.cursor().countBuffered()))); }

Item close(MethodCall& call) {
    call.cursor().close(call.session);
    return {};
}

Item help(MethodCall& call) {
    printMethods(call.session.out, "db.c.find()", methodsOf(call.self));
    return {};
}

constexpr Method kMethods[] = {
    {"allowDiskUse", allowDiskUse, ""},
    {"batchSize", batchSize, "documents"},
    {"close", close, "()"},
    {"collation", collation, ""},
    {"count", count, "()"},
    {"explain", explain, "verbosity"},
    {"forEach", forEach, "function"},
    {"hasNext", hasNext, "()"},
    {"help", help, ""},
    {"hint", hint, "keys or name"},
    {"itcount", itcount, "()"},
    {"limit", limit, "documents"},
    {"map", map, "function"},
    {"max", max, ""},
    {"maxTimeMS", maxTimeMS, "milliseconds"},
    {"min", min, ""},
    {"next", next, "()"},
    {"objsLeftInBatch", objsLeftInBatch, ""},
    {"pretty", same, "()"},
    {"project", projection, ""},
    {"projection", projection, "fields"},
    {"size", size, "()"},
    {"skip", skip, "documents"},
    {"sort", sort, "keys"},
    {"toArray", toArray, "()"},
};

}  // namespace

MethodTable cursorMethods() { return kMethods; }

}  // namespace sheaf::tools::shell
