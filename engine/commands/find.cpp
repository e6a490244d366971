// find: the documents that match a filter.
//
//   {find: <collection>, filter, projection, sort, hint, skip, limit, batchSize, singleBatch, allowDiskUse, collation,
//    let, min, max, returnKey, showRecordId, …}
//
// Reply     {cursor: {firstBatch: [<document>, …], id: <int64, 0 at the end>, ns}}
// Errors    51024: negative skip, limit, batchSize. 51173 to 51176: min and max without a hint, or that do not fit its
//           index. NotImplemented (238): tailable cursors, returnKey with a sort that no index gives.
#include "engine/commands/commands.h"
#include "engine/commands/cursor_reply.h"
#include "engine/read/collation.h"
#include "engine/read/find.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

struct FindArguments {
    FindRequest request;
    std::optional<std::int64_t> batchSize;
    bool singleBatch = false;
};

FindArguments parseFind(CommandCall& call) {
    CommandFields fields(call);
    FindArguments arguments{.request = {.ns = fields.ns()}};
    FindRequest& request = arguments.request;
    bson::DocumentView collation;
    while (fields.next()) {
        if (fields.is("filter")) request.filter = fields.document();
        else if (fields.is("projection")) request.projection = fields.document();
        else if (fields.is("sort")) request.sort = fields.document();
        else if (fields.is("hint")) request.hint = fields.value();
        else if (fields.is("skip")) request.skip = fields.nonNegative();
        else if (fields.is("limit")) request.limit = fields.nonNegative();
        else if (fields.is("batchSize")) arguments.batchSize = fields.nonNegative();
        else if (fields.is("singleBatch")) arguments.singleBatch = fields.truthy();
        else if (fields.is("allowDiskUse")) request.allowDiskUse = fields.boolean();
        else if (fields.is("collation")) collation = fields.document();
        else if (fields.is("let")) request.variables.addLet(fields.document());
        else if (fields.is("noCursorTimeout") || fields.is("allowPartialResults") || fields.is("oplogReplay")) fields.truthy();
        else if (fields.is("min")) request.min = fields.document();
        else if (fields.is("max")) request.max = fields.document();
        else if (fields.is("returnKey")) request.returnKey = fields.truthy();
        else if (fields.is("showRecordId")) request.showRecordId = fields.truthy();
        else if (fields.is("tailable") || fields.is("awaitData")) {
            if (fields.truthy()) fields.refuseUnsupported();
        } else fields.refuse();
    }
    request.collation = collationFor(call.store(), request.ns, collation);
    return arguments;
}

BatchLimits limitsOf(const FindArguments& arguments) {
    if (!arguments.batchSize) return BatchLimits::first();
    return {.documents = *arguments.batchSize};
}

// A cursor whose documents are in the reply already.
void appendPoint(CommandCall& call, bson::Builder& reply, const FindRequest& request) {
    reply.openDocument("cursor").openArray("firstBatch");
    findById(call.operation, request.ns, pointQueryId(request.filter, request.collation),
             [&reply](bson::DocumentView document) { reply.push(document); });
    reply.close().append("id", std::int64_t{0}).append("ns", request.ns.full()).close();
}

void runFind(CommandCall& call, bson::Builder& reply) {
    const FindArguments arguments = parseFind(call);
    if (isPointQuery(arguments.request) && arguments.batchSize.value_or(1) > 0) {
        appendPoint(call, reply, arguments.request);
        return;
    }
    appendFirstBatch(call, reply, std::make_unique<QueryCursor>(call.store(), arguments.request), limitsOf(arguments),
                     arguments.singleBatch);
}

void explainFind(CommandCall& call, query::ExplainVerbosity verbosity, bson::Builder& reply) {
    appendExplain(call.operation, parseFind(call).request, verbosity, reply);
}

}  // namespace

constinit const Command kFind{.name = "find", .run = runFind, .explain = explainFind};

}  // namespace sheaf::engine
