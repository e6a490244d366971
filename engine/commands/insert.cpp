// insert: adds documents to a collection, which is made when it is not there.
//
//   {insert: <collection>, documents: [<document>, …], ordered: <bool>, bypassDocumentValidation: <bool>,
//    metered: <bool>, pages: "list", multiBatch: <documents in a transaction>}
//
// Reply     {n: <inserted>, writeErrors: [{index, code, keyPattern, keyValue, errmsg}, …]}
// Errors    InvalidLength (16): no document, or more than 100,000.
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"
#include "engine/write/insert.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void runInsertCommand(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    WriteSettings settings;
    std::optional<std::vector<bson::DocumentView>> inside;
    while (fields.next()) {
        if (fields.is("documents")) inside = fields.documents();
        else if (fields.is("bypassDocumentValidation")) fields.truthy();
        else if (!fields.takeWriteSetting(settings)) fields.refuse();
    }
    const std::span<const bson::DocumentView> documents =
        oneSourceOf(call, fields, "documents", inside ? &*inside : nullptr);
    finishSettings(call, settings);
    const InsertReply result = runInsert(call.operation, {ns, documents, settings});
    reply.appendCount("n", static_cast<std::uint64_t>(result.inserted));
    appendWriteErrors(reply, result.errors);
}

}  // namespace

constinit const Command kInsert{.name = "insert", .run = runInsertCommand, .validateWhole = false};

}  // namespace sheaf::engine
