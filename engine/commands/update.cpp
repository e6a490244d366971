// update: changes documents, or inserts one where none matches.
//
//   {update: <collection>, updates: [{q, u, multi, upsert, arrayFilters, hint, sort, collation, c}, …], let,
//    ordered, metered, pages: "list", multiBatch}
//
// Reply     {n: <matched and upserted>, writeErrors: […], upserted: [{index, _id}, …], nModified: <that differ now>}
// Errors    FailedToParse (9): `u` is neither a document nor an array. InvalidLength (16): no statement, or more than
//           100,000.
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"
#include "engine/write/update.h"

namespace sheaf::engine {
namespace {

UpdateStatement parseStatement(bson::DocumentView document) {
    UpdateStatement statement;
    StatementFields fields("update.updates", document);
    while (fields.next()) {
        if (fields.is("q")) statement.filter = fields.document();
        else if (fields.is("u")) statement.update = updateOf(fields.value());
        else if (fields.is("c")) statement.constants = fields.document();
        else if (!takeUpdateField(fields, statement)) fields.refuse();
    }
    fields.require("q");
    fields.require("u");
    return statement;
}

void appendUpserted(bson::Builder& reply, const std::vector<Upserted>& upserted) {
    if (upserted.empty()) return;
    reply.openArray("upserted");
    for (const Upserted& one : upserted) {
        reply.pushDocument().append("index", one.index).append("_id", one.id).close();
    }
    reply.close();
}

void runUpdateCommand(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    UpdateRequest request{.ns = fields.ns()};
    std::optional<std::vector<bson::DocumentView>> inside;
    while (fields.next()) {
        if (fields.is("updates")) inside = fields.documents();
        else if (fields.is("bypassDocumentValidation")) fields.truthy();
        else if (fields.is("let")) request.variables.addLet(fields.document());
        else if (!fields.takeWriteSetting(request.settings)) fields.refuse();
    }
    for (const bson::DocumentView statement : oneSourceOf(call, fields, "updates", inside ? &*inside : nullptr)) {
        if (!inside) requireValidStatement(statement);
        request.statements.push_back(parseStatement(statement));
    }
    finishSettings(call, request.settings);
    const UpdateReply result = runUpdate(call.operation, request);
    reply.appendCount("n", static_cast<std::uint64_t>(result.matched) + result.upserted.size());
    appendWriteErrors(reply, result.errors);
    appendUpserted(reply, result.upserted);
    reply.appendCount("nModified", static_cast<std::uint64_t>(result.modified));
}

}  // namespace

constinit const Command kUpdate{.name = "update", .run = runUpdateCommand};

}  // namespace sheaf::engine
