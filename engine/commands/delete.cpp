// delete: removes documents.
//
//   {delete: <collection>, deletes: [{q, limit: 0 (all) or 1, hint, collation}, …], let, ordered, metered, pages: "list", multiBatch}
//
// Reply     {n: <removed>, writeErrors: […]}
// Errors    FailedToParse (9): another limit. InvalidLength (16): no statement, or more than 100,000.
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"
#include "engine/write/delete.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::engine {
namespace {

bool isMultiByLimit(bson::ValueView limit) {
    const std::optional<std::int64_t> number = limit.isNumber() ? bson::exactInt64(limit) : std::nullopt;
    if (number != 0 && number != 1) {
        raise(ErrorCode::FailedToParse, "The limit field in delete objects must be 0 or 1. Got ", limit);
    }
    return number == 0;
}

DeleteStatement parseStatement(bson::DocumentView document) {
    DeleteStatement statement;
    StatementFields fields("delete.deletes", document);
    while (fields.next()) {
        if (fields.is("q")) statement.filter = fields.document();
        else if (fields.is("limit")) statement.isMulti = isMultiByLimit(fields.value());
        else if (fields.is("hint")) statement.hint = fields.value();
        else if (fields.is("collation")) statement.collation = fields.document();
        else fields.refuse();
    }
    fields.require("q");
    fields.require("limit");
    return statement;
}

void runDeleteCommand(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    DeleteRequest request{.ns = fields.ns()};
    std::optional<std::vector<bson::DocumentView>> inside;
    while (fields.next()) {
        if (fields.is("deletes")) inside = fields.documents();
        else if (fields.is("let")) request.variables.addLet(fields.document());
        else if (!fields.takeWriteSetting(request.settings)) fields.refuse();
    }
    for (const bson::DocumentView statement : oneSourceOf(call, fields, "deletes", inside ? &*inside : nullptr)) {
        if (!inside) requireValidStatement(statement);
        request.statements.push_back(parseStatement(statement));
    }
    finishSettings(call, request.settings);
    const DeleteReply result = runDelete(call.operation, request);
    reply.appendCount("n", static_cast<std::uint64_t>(result.deleted));
    appendWriteErrors(reply, result.errors);
}

}  // namespace

constinit const Command kDelete{.name = "delete", .run = runDeleteCommand};

}  // namespace sheaf::engine
