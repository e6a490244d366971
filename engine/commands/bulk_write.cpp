// bulkWrite: inserts, updates and deletes on several collections. Of the database admin.
//
//   {bulkWrite: 1, ops: [<op>, …], nsInfo: [{ns: "database.collection"}, …], ordered, errorsOnly, let, cursor: {batchSize},
//    metered, pages: "list", multiBatch}
//   <op> := {insert: <place in nsInfo>, document}
//         | {update: <place>, filter, updateMods, multi, upsert, arrayFilters, hint, sort, collation,
//            constants}
//         | {delete: <place>, filter, multi, hint, collation}
//
// Reply     {cursor: {firstBatch: [{ok, idx, n, nModified, upserted: {_id}} or {ok: 0, idx, code, errmsg, n, nModified}, …],
//            id, ns}, nErrors, nInserted, nMatched, nModified, nUpserted, nDeleted}
// Errors    Unauthorized (13): another database. InvalidLength (16): no op, or more than 100,000. BadValue (2): a place
//           that nsInfo has not. InvalidNamespace (73). FailedToParse (9): an op of no kind.
#include "engine/commands/commands.h"
#include "engine/commands/cursor_reply.h"
#include "engine/commands/write_replies.h"
#include "engine/read/list_cursor.h"
#include "engine/write/bulk_write.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::engine {
namespace {

Namespace parseNamespace(bson::DocumentView entry) {
    StatementFields fields("bulkWrite.nsInfo", entry);
    std::string_view full;
    while (fields.next()) {
        if (fields.is("ns")) full = fields.string();
        else if (!fields.is("collectionUUID")) fields.refuse();
    }
    fields.require("ns");
    const std::size_t dot = full.find('.');
    if (dot == std::string_view::npos) raise(ErrorCode::InvalidNamespace, "Invalid namespace specified for bulkWrite: '", full, "'");
    return Namespace(full.substr(0, dot), full.substr(dot + 1));
}

bson::DocumentView parseInsert(StatementFields& fields) {
    std::optional<bson::DocumentView> document;
    while (fields.next()) {
        if (fields.is("document")) document = fields.document();
        else if (!fields.is("insert")) fields.refuse();
    }
    fields.require("document");
    return *document;
}

UpdateStatement parseUpdate(StatementFields& fields) {
    UpdateStatement statement;
    while (fields.next()) {
        if (fields.is("filter")) statement.filter = fields.document();
        else if (fields.is("updateMods")) statement.update = updateOf(fields.value());
        else if (fields.is("constants")) statement.constants = fields.document();
        else if (!takeUpdateField(fields, statement) && !fields.is("update")) fields.refuse();
    }
    fields.require("filter");
    fields.require("updateMods");
    return statement;
}

DeleteStatement parseDelete(StatementFields& fields) {
    DeleteStatement statement{.isMulti = false};
    while (fields.next()) {
        if (fields.is("filter")) statement.filter = fields.document();
        else if (fields.is("multi")) statement.isMulti = fields.boolean();
        else if (fields.is("hint")) statement.hint = fields.value();
        else if (fields.is("collation")) statement.collation = fields.document();
        else if (!fields.is("delete")) fields.refuse();
    }
    fields.require("filter");
    return statement;
}

BulkAction parseAction(bson::DocumentView op) {
    const std::string_view kind = op.isEmpty() ? std::string_view() : op.begin()->name;
    if (kind == "insert") {
        StatementFields fields("bulkWrite.ops.insert", op);
        return parseInsert(fields);
    }
    if (kind == "update") {
        StatementFields fields("bulkWrite.ops.update", op);
        return parseUpdate(fields);
    }
    if (kind == "delete") {
        StatementFields fields("bulkWrite.ops.delete", op);
        return parseDelete(fields);
    }
    raise(ErrorCode::FailedToParse, "BSON field 'bulkWrite.ops' holds an operation that is none of insert, update and delete: ", op);
}

std::size_t placeOf(bson::DocumentView op, std::size_t at, std::size_t namespaces) {
    const bson::ValueView place = op.begin()->value;
    if (!place.isNumber()) {
        raise(ErrorCode::TypeMismatch, "BSON field 'bulkWrite.ops.", op.begin()->name, "' is the wrong type '", place.typeName(),
              "', expected type 'int'");
    }
    const std::optional<std::int64_t> number = bson::exactInt64(place);
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= namespaces) {
        raise(ErrorCode::BadValue, "BulkWrite ops entry ", at, " has an invalid nsInfo index.");
    }
    return static_cast<std::size_t>(*number);
}

struct BulkArguments {
    BulkWriteRequest request;
    BatchLimits limits;
    bool errorsOnly = false;
};

BulkArguments parseArguments(CommandCall& call) {
    CommandFields fields(call);
    if (call.database != "admin") {
        raise(ErrorCode::Unauthorized, "bulkWrite may only be run against the admin database.");
    }
    BulkArguments arguments;
    BulkWriteRequest& request = arguments.request;
    std::optional<std::vector<bson::DocumentView>> ops;
    std::optional<std::vector<bson::DocumentView>> namespaces;
    while (fields.next()) {
        if (fields.is("ops")) ops = fields.documents();
        else if (fields.is("nsInfo")) namespaces = fields.documents();
        else if (fields.is("errorsOnly")) arguments.errorsOnly = fields.boolean();
        else if (fields.is("let")) request.variables.addLet(fields.document());
        else if (fields.is("cursor")) arguments.limits = listingLimits(fields.document(), "bulkWrite");
        else if (fields.is("bypassDocumentValidation")) fields.boolean();
        else if (!fields.takeWriteSetting(request.settings)) fields.refuse();
    }
    for (const bson::DocumentView entry : oneSourceOf(call, fields, "nsInfo", namespaces ? &*namespaces : nullptr)) {
        if (!namespaces) requireValidStatement(entry);
        request.namespaces.push_back(parseNamespace(entry));
    }
    for (const bson::DocumentView op : oneSourceOf(call, fields, "ops", ops ? &*ops : nullptr)) {
        if (!ops) requireValidStatement(op);
        BulkAction action = parseAction(op);
        request.items.push_back({placeOf(op, request.items.size(), request.namespaces.size()), std::move(action)});
    }
    finishSettings(call, request.settings);
    return arguments;
}

bson::Document describe(const BulkOutcome& outcome) {
    bson::Builder item;
    item.append("ok", outcome.error ? 0.0 : 1.0).append("idx", outcome.index);
    if (outcome.error) {
        item.append("code", outcome.error->code).append("errmsg", outcome.error->message);
        item.appendElements(outcome.error->details);
    }
    item.appendCount("n", static_cast<std::uint64_t>(outcome.n));
    if (outcome.modified) item.appendCount("nModified", static_cast<std::uint64_t>(*outcome.modified));
    if (outcome.upsertedId) item.openDocument("upserted").append("_id", *outcome.upsertedId).close();
    return item.take();
}

void run(CommandCall& call, bson::Builder& reply) {
    const BulkArguments arguments = parseArguments(call);
    const BulkWriteReply result = runBulkWrite(call.operation, arguments.request);
    std::vector<bson::Document> items;
    for (const BulkOutcome& outcome : result.outcomes) {
        if (outcome.error || !arguments.errorsOnly) items.push_back(describe(outcome));
    }
    appendFirstBatch(call, reply, std::make_unique<ListCursor>("admin.$cmd.bulkWrite", std::move(items)), arguments.limits);
    reply.appendCount("nErrors", static_cast<std::uint64_t>(result.errors))
        .appendCount("nInserted", static_cast<std::uint64_t>(result.inserted))
        .appendCount("nMatched", static_cast<std::uint64_t>(result.matched))
        .appendCount("nModified", static_cast<std::uint64_t>(result.modified))
        .appendCount("nUpserted", static_cast<std::uint64_t>(result.upserted))
        .appendCount("nDeleted", static_cast<std::uint64_t>(result.deleted));
}

}  // namespace

constinit const Command kBulkWrite{.name = "bulkWrite", .run = run};

}  // namespace sheaf::engine
