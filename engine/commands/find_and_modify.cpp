// findAndModify: changes or removes one document and gives it back.
//
//   {findAndModify: <collection>, query, sort, remove: true | update: <operators or replacement>, new, fields, upsert,
//    arrayFilters, hint, collation, let, metered, pages: "list"}
//
// Reply     {lastErrorObject: {n, updatedExisting (updates only), upserted: <_id>}, value: <document or null>}
// Errors    FailedToParse (9): neither update nor remove, both, or options that contradict them; an update that is
//           neither an object nor an array. BadValue (2): new with a positional projection. Those of update, delete
//           and projections.
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"
#include "engine/write/find_and_modify.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void parseUpdate(const CommandFields& fields, FindAndModifyRequest& request) {
    if (!fields.value().isDocument() && !fields.value().isArray()) {
        raise(ErrorCode::FailedToParse, "Update argument must be either an object or an array, found ", fields.value());
    }
    request.update = fields.value();
}

FindAndModifyRequest parseRequest(CommandCall& call) {
    CommandFields fields(call);
    FindAndModifyRequest request{.ns = fields.ns()};
    bool removes = false;
    while (fields.next()) {
        if (fields.is("query")) request.filter = fields.document();
        else if (fields.is("sort")) request.sort = fields.document();
        else if (fields.is("fields")) request.fields = fields.document();
        else if (fields.is("remove")) removes = fields.truthy();
        else if (fields.is("update")) parseUpdate(fields, request);
        else if (fields.is("new")) request.returnsNew = fields.truthy();
        else if (fields.is("upsert")) request.isUpsert = fields.truthy();
        else if (fields.is("arrayFilters")) request.arrayFilters = fields.documents();
        else if (fields.is("hint")) request.hint = fields.value();
        else if (fields.is("collation")) request.collation = fields.document();
        else if (fields.is("let")) request.variables.addLet(fields.document());
        else if (fields.is("bypassDocumentValidation")) fields.truthy();
        else if (fields.is("ordered") || !fields.takeWriteSetting(request.settings)) fields.refuse();
    }
    if (removes && !request.update.isMissing()) {
        raise(ErrorCode::FailedToParse, "Cannot specify both an update and remove=true");
    }
    if (!removes && request.update.isMissing()) {
        raise(ErrorCode::FailedToParse, "Either an update or remove=true must be specified");
    }
    finishSettings(call, request.settings);
    return request;
}

void run(CommandCall& call, bson::Builder& reply) {
    const FindAndModifyRequest request = parseRequest(call);
    const FindAndModifyReply result = runFindAndModify(call.operation, request);
    reply.openDocument("lastErrorObject").append("n", static_cast<std::int32_t>(result.n()));
    if (!request.isRemove()) reply.append("updatedExisting", result.isFound);
    if (result.upsertedId) reply.append("upserted", *result.upsertedId);
    reply.close();
    if (result.value) reply.append("value", *result.value);
    else reply.append("value", nullptr);
}

}  // namespace

constinit const Command kFindAndModify{.name = "findAndModify", .alias = "findandmodify", .run = run};

}  // namespace sheaf::engine
