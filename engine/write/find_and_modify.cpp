// findAndModify: an update or a delete of one statement that keeps the document.
#include "engine/write/find_and_modify.h"

#include "bson/raise.h"
#include "engine/write/delete.h"
#include "engine/write/update.h"

namespace sheaf::engine {
namespace {

void requireConsistent(const FindAndModifyRequest& request) {
    if (!request.isRemove()) return;
    if (request.isUpsert) raise(ErrorCode::FailedToParse, "Cannot specify both upsert=true and remove=true");
    if (request.returnsNew) {
        raise(ErrorCode::FailedToParse,
              "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
    }
    if (!request.arrayFilters.empty()) raise(ErrorCode::FailedToParse, "Cannot specify arrayFilters and remove=true");
}

ReturnedDocument returnedBy(const FindAndModifyRequest& request) {
    ReturnedDocument returned{.isNew = request.returnsNew};
    if (!request.fields.isEmpty()) returned.projection = query::Projection::parse(request.fields, {.variables = &request.variables});
    if (request.returnsNew && returned.projection.needsPosition()) {
        raise(ErrorCode::BadValue, "cannot use a positional projection and return the new document");
    }
    return returned;
}

void remove(Operation& operation, const FindAndModifyRequest& request, ReturnedDocument& returned,
            FindAndModifyReply& reply) {
    DeleteRequest remove{
        .ns = request.ns, .settings = request.settings, .returned = &returned, .variables = request.variables};
    remove.statements.push_back(
        {.filter = request.filter, .sort = request.sort, .collation = request.collation, .hint = request.hint, .isMulti = false});
    const DeleteReply result = runDelete(operation, remove);
    if (!result.errors.empty()) throwWriteError(result.errors.front());
    reply.isFound = result.deleted > 0;
}

void update(Operation& operation, const FindAndModifyRequest& request, ReturnedDocument& returned,
            FindAndModifyReply& reply) {
    UpdateRequest update{
        .ns = request.ns, .settings = request.settings, .returned = &returned, .variables = request.variables};
    update.statements.push_back({.filter = request.filter,
                                 .update = request.update,
                                 .arrayFilters = request.arrayFilters,
                                 .sort = request.sort,
                                 .collation = request.collation,
                                 .hint = request.hint,
                                 .isUpsert = request.isUpsert});
    UpdateReply result = runUpdate(operation, update);
    if (!result.errors.empty()) throwWriteError(result.errors.front());
    reply.isFound = result.matched > 0;
    if (!result.upserted.empty()) reply.upsertedId = std::move(result.upserted.front().id);
}

}  // namespace

FindAndModifyReply runFindAndModify(Operation& operation, const FindAndModifyRequest& request) {
    requireConsistent(request);
    ReturnedDocument returned = returnedBy(request);
    FindAndModifyReply reply;
    if (request.isRemove()) remove(operation, request, returned, reply);
    else update(operation, request, returned, reply);
    reply.value = std::move(returned.document);
    if (reply.value) operation.cost().nReturned += 1;
    return reply;
}

}  // namespace sheaf::engine
