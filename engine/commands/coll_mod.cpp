// collMod: changes what can be changed about a collection: whether an index is hidden from the planner.
//
//   {collMod: <collection>, index: {name | keyPattern, hidden: <boolean>}}
//
// Reply     {hidden_old, hidden_new} when that changed.
// Errors    NamespaceNotFound (26), IndexNotFound (27). InvalidOptions (72): neither or both of name and keyPattern, no
//           change named. BadValue (2): _id_ cannot be hidden. NotImplemented (238): other changes.
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"
#include "engine/write/collections.h"
#include "engine/write/indexes.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

constexpr std::string_view kUnsupported[] = {
    "validator", "validationLevel", "validationAction", "viewOn", "pipeline", "expireAfterSeconds", "cappedSize", "cappedMax",
    "changeStreamPreAndPostImages", "timeseries", "recordPreImages",
};

HideIndexRequest parseIndex(const Namespace& ns, bson::DocumentView index) {
    HideIndexRequest request{.ns = ns};
    StatementFields fields("collMod.index", index);
    bool hasChange = false;
    while (fields.next()) {
        if (fields.is("name")) request.name = fields.string();
        else if (fields.is("keyPattern")) request.keyPattern = fields.document().copy();
        else if (fields.is("hidden")) {
            request.isHidden = fields.boolean();
            hasChange = true;
        } else if (fields.is("expireAfterSeconds") || fields.is("unique") || fields.is("prepareUnique")) {
            raise(ErrorCode::NotImplemented, "collMod: this change of an index is not supported: ", index);
        } else fields.refuse();
    }
    if (request.name.empty() == request.keyPattern.isEmpty()) {
        raise(ErrorCode::InvalidOptions, "Must specify either index name or key pattern, and only one, in ", index);
    }
    if (!hasChange) raise(ErrorCode::InvalidOptions, "no expireAfterSeconds, hidden, unique, or prepareUnique field, in ", index);
    return request;
}

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    std::optional<HideIndexRequest> request;
    while (fields.next()) {
        if (fields.is("index")) request = parseIndex(ns, fields.document());
        else if (std::ranges::find(kUnsupported, fields.name()) != std::end(kUnsupported)) fields.refuseUnsupported();
        else fields.refuse();
    }
    if (!request) {
        requireCollection(call.operation, ns);
        return;
    }
    const bool wasHidden = runHideIndex(call.operation, *request);
    if (wasHidden != request->isHidden) reply.append("hidden_old", wasHidden).append("hidden_new", request->isHidden);
}

}  // namespace

constinit const Command kCollMod{.name = "collMod", .run = run};

}  // namespace sheaf::engine
