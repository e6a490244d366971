// Collection handles: each operation as its request, run as the command of its name would be.
#include <sheaf/collection.h>

#include "engine/collection_options.h"
#include "engine/database_impl.h"
#include "engine/read/collation.h"
#include "engine/read/distinct.h"
#include "engine/read/find.h"
#include "engine/write/collections.h"
#include "engine/write/delete.h"
#include "engine/write/find_and_modify.h"
#include "engine/write/indexes.h"
#include "engine/write/insert.h"
#include "engine/write/update.h"

#include "bson/raise.h"

#include <sheaf/bson/validate.h>

namespace sheaf {
namespace {

using engine::hintOf;
using engine::Operation;
using engine::requireOperators;
using engine::requireReplacement;
using engine::viewsOf;

constexpr std::size_t kFirstBatchBytes = 8'192;  // room for the batch of a find of a few documents

InsertManyResult insertAll(const Collection::Impl& impl, std::span<const bson::DocumentView> documents,
                           const InsertOptions& options) {
    if (documents.empty()) raise(ErrorCode::InvalidLength, "insertMany needs at least one document");
    Operation operation(*impl.store, options.session, options.maxTime);
    engine::WriteSettings settings = engine::WriteSettings::from(options);
    settings.ordered = options.ordered;
    engine::InsertReply reply = engine::runInsert(operation, {impl.ns, documents, settings});
    return {reply.inserted, std::move(reply.errors)};
}

UpdateResult updateWith(const Collection::Impl& impl, bson::DocumentView filter, bson::DocumentView update, bool isMulti,
                        const UpdateOptions& options) {
    bson::requireValid(filter.bytes(), bson::kCommandLimits);
    bson::requireValid(update.bytes(), bson::kCommandLimits);
    Operation operation(*impl.store, options.session, options.maxTime);
    engine::UpdateRequest request{.ns = impl.ns, .settings = engine::WriteSettings::from(options)};
    request.statements.push_back({.filter = filter,
                                  .update = update.asValue(),
                                  .arrayFilters = viewsOf(options.arrayFilters),
                                  .sort = options.sort,
                                  .collation = options.collation,
                                  .hint = hintOf(options.hint),
                                  .isMulti = isMulti,
                                  .isUpsert = options.upsert});
    engine::UpdateReply reply = engine::runUpdate(operation, request);
    if (!reply.errors.empty()) engine::throwWriteError(reply.errors.front());
    UpdateResult result{reply.matched, reply.modified, std::nullopt};
    if (!reply.upserted.empty()) result.upsertedId = std::move(reply.upserted.front().id);
    return result;
}

std::optional<bson::Document> findAndModify(const Collection::Impl& impl, engine::FindAndModifyRequest& request,
                                            const FindOneAndDeleteOptions& options) {
    bson::requireValid(request.filter.bytes(), bson::kCommandLimits);
    request.sort = options.sort;
    request.collation = options.collation;
    request.fields = options.projection;
    request.hint = hintOf(options.hint);
    request.settings = engine::WriteSettings::from(options);
    Operation operation(*impl.store, options.session, options.maxTime);
    std::optional<bson::Document> value = engine::runFindAndModify(operation, request).value;
    if (value) operation.cost().bytesReturned = value->size();
    return value;
}

std::optional<bson::Document> findAndUpdate(const Collection::Impl& impl, bson::DocumentView filter,
                                            bson::DocumentView update, const FindOneAndUpdateOptions& options) {
    bson::requireValid(update.bytes(), bson::kCommandLimits);
    engine::FindAndModifyRequest request{.ns = impl.ns,
                                         .filter = filter,
                                         .update = update.asValue(),
                                         .arrayFilters = viewsOf(options.arrayFilters),
                                         .isUpsert = options.upsert,
                                         .returnsNew = options.returnDocument == ReturnDocument::After};
    return findAndModify(impl, request, options);
}

DeleteResult deleteWith(const Collection::Impl& impl, bson::DocumentView filter, bool isMulti,
                        const DeleteOptions& options) {
    Operation operation(*impl.store, options.session, options.maxTime);
    engine::DeleteRequest request{.ns = impl.ns, .settings = engine::WriteSettings::from(options)};
    request.statements.push_back(
        {.filter = filter, .collation = options.collation, .hint = hintOf(options.hint), .isMulti = isMulti});
    engine::DeleteReply reply = engine::runDelete(operation, request);
    if (!reply.errors.empty()) engine::throwWriteError(reply.errors.front());
    return {reply.deleted};
}

engine::FindRequest findRequest(const Collection::Impl& impl, bson::DocumentView filter, const FindOptions& options) {
    engine::FindRequest request{.ns = impl.ns,
                                .filter = filter,
                                .projection = options.projection,
                                .sort = options.sort,
                                .hint = hintOf(options.hint),
                                .skip = options.skip,
                                .limit = options.limit,
                                .min = options.min,
                                .max = options.max,
                                .returnKey = options.returnKey,
                                .showRecordId = options.showRecordId,
                                .collation = engine::collationFor(*impl.store, impl.ns, options.collation)};
    request.variables.addLet(options.let);
    return request;
}

// The `_id` when the find is for that one document and no more; else missing.
bson::ValueView pointId(const Collection::Impl& impl, bson::DocumentView filter, const FindOptions& options) {
    if (options.skip != 0 || !options.projection.isEmpty() || !options.hint.isEmpty()) return {};
    if (options.returnKey || options.showRecordId || !options.min.isEmpty() || !options.max.isEmpty()) return {};
    return engine::pointQueryId(filter, engine::collationFor(*impl.store, impl.ns, options.collation));
}

// Documents one after the other.
class BatchBuffer final : public engine::BatchSink {
public:
    explicit BatchBuffer(bson::Buffer& out) : out_(out) {}
    void add(bson::DocumentView document) override { out_.append(document.data(), document.size()); }

private:
    bson::Buffer& out_;
};

}  // namespace

Collection::Collection(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Collection::name() const { return impl_->name; }
std::string Collection::ns() const { return impl_->ns.full(); }

InsertOneResult Collection::insertOne(bson::DocumentView document, const InsertOptions& options) {
    Operation operation(*impl_->store, options.session, options.maxTime);
    engine::InsertReply reply =
        engine::runInsert(operation, {impl_->ns, {&document, 1}, engine::WriteSettings::from(options)}, true);
    if (!reply.errors.empty()) engine::throwWriteError(reply.errors.front());
    return {std::move(reply.firstId)};
}

InsertManyResult Collection::insertMany(std::span<const bson::DocumentView> documents, const InsertOptions& options) {
    return insertAll(*impl_, documents, options);
}

InsertManyResult Collection::insertMany(std::span<const bson::Document> documents, const InsertOptions& options) {
    std::vector<bson::DocumentView> views(documents.begin(), documents.end());
    return insertAll(*impl_, views, options);
}

Cursor Collection::find(bson::DocumentView filter, const FindOptions& options) {
    std::unique_ptr<Cursor::Impl> cursor = Cursor::Impl::make();
    cursor->store = impl_->store;
    cursor->session = options.session;
    cursor->maxTime = options.maxTime;
    cursor->batchSize = options.batchSize;
    Operation operation(*impl_->store, options.session, options.maxTime);
    BatchBuffer batch(cursor->batch);
    if (const bson::ValueView id = pointId(*impl_, filter, options)) {
        engine::findById(operation, impl_->ns, id, [&batch](bson::DocumentView document) { batch.add(document); });
    } else {
        cursor->batch.reserve(kFirstBatchBytes);
        engine::BatchLimits limits = engine::BatchLimits::first();
        if (options.batchSize > 0) limits = {.documents = options.batchSize};
        cursor->source = std::make_unique<engine::QueryCursor>(*impl_->store, findRequest(*impl_, filter, options));
        cursor->source->fill(operation, limits, batch);
        if (cursor->source->isAtEnd()) cursor->source.reset();
    }
    operation.cost().bytesReturned = cursor->batch.size();
    return Cursor(std::move(cursor));
}

std::optional<bson::Document> Collection::findOne(bson::DocumentView filter, const FindOptions& options) {
    if (const bson::ValueView id = pointId(*impl_, filter, options)) {
        std::optional<bson::Document> found;
        Operation operation(*impl_->store, options.session, options.maxTime);
        engine::findById(operation, impl_->ns, id, [&found](bson::DocumentView document) { found = document.copy(); });
        if (found) operation.cost().bytesReturned = found->size();
        return found;
    }
    FindOptions one = options;
    one.limit = 1;
    Cursor cursor = find(filter, one);
    const auto document = cursor.next();
    if (!document) return std::nullopt;
    return document->copy();
}

std::int64_t Collection::countDocuments(bson::DocumentView filter, const CountOptions& options) {
    Operation operation(*impl_->store, options.session, options.maxTime);
    return engine::countDocuments(
        operation, {.ns = impl_->ns,
                    .filter = filter,
                    .hint = hintOf(options.hint),
                    .skip = options.skip,
                    .limit = options.limit,
                    .collation = engine::collationFor(*impl_->store, impl_->ns, options.collation)});
}

std::vector<bson::Value> Collection::distinct(std::string_view key, bson::DocumentView filter,
                                              const DistinctOptions& options) {
    Operation operation(*impl_->store, options.session, options.maxTime);
    return engine::runDistinct(
        operation, {.ns = impl_->ns,
                    .key = key,
                    .filter = filter,
                    .hint = hintOf(options.hint),
                    .collation = engine::collationFor(*impl_->store, impl_->ns, options.collation)});
}

std::int64_t Collection::estimatedDocumentCount() {
    Operation operation(*impl_->store, nullptr);
    return engine::countDocuments(operation, {.ns = impl_->ns});
}

UpdateResult Collection::updateOne(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options) {
    requireOperators(update, "updateOne");
    return updateWith(*impl_, filter, update, false, options);
}

UpdateResult Collection::updateMany(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options) {
    requireOperators(update, "updateMany");
    return updateWith(*impl_, filter, update, true, options);
}

UpdateResult Collection::replaceOne(bson::DocumentView filter, bson::DocumentView replacement,
                                    const UpdateOptions& options) {
    requireReplacement(replacement, "replaceOne");
    return updateWith(*impl_, filter, replacement, false, options);
}

DeleteResult Collection::deleteOne(bson::DocumentView filter, const DeleteOptions& options) {
    return deleteWith(*impl_, filter, false, options);
}

DeleteResult Collection::deleteMany(bson::DocumentView filter, const DeleteOptions& options) {
    return deleteWith(*impl_, filter, true, options);
}

std::optional<bson::Document> Collection::findOneAndUpdate(bson::DocumentView filter, bson::DocumentView update,
                                                           const FindOneAndUpdateOptions& options) {
    requireOperators(update, "findOneAndUpdate");
    return findAndUpdate(*impl_, filter, update, options);
}

std::optional<bson::Document> Collection::findOneAndReplace(bson::DocumentView filter, bson::DocumentView replacement,
                                                            const FindOneAndUpdateOptions& options) {
    requireReplacement(replacement, "findOneAndReplace");
    return findAndUpdate(*impl_, filter, replacement, options);
}

std::optional<bson::Document> Collection::findOneAndDelete(bson::DocumentView filter,
                                                           const FindOneAndDeleteOptions& options) {
    engine::FindAndModifyRequest request{.ns = impl_->ns, .filter = filter};
    return findAndModify(*impl_, request, options);
}

std::string Collection::createIndex(const KeyPattern& keys, const IndexOptions& options) {
    bson::Builder entry;
    entry.append("key", keys.document());
    if (!options.name.empty()) entry.append("name", options.name);
    if (options.unique) entry.append("unique", true);
    if (options.sparse) entry.append("sparse", true);
    entry.appendElements(options.extra);
    engine::CreateIndexesRequest request{.ns = impl_->ns, .specs = {index::IndexSpec::parse(entry.take())}};
    Operation operation(*impl_->store, nullptr);
    engine::runCreateIndexes(operation, request);
    return request.specs.front().name;
}

void Collection::dropIndex(std::string_view name) {
    Operation operation(*impl_->store, nullptr);
    engine::runDropIndexes(operation, {.ns = impl_->ns, .names = {std::string(name)}});
}

std::vector<bson::Document> Collection::listIndexes() {
    std::vector<bson::Document> documents;
    const engine::Snapshot snapshot(*impl_->store);
    if (const engine::EntryPtr entry = snapshot.catalog().find(impl_->ns)) {
        for (const engine::IndexPtr& index : entry->indexes) documents.push_back(index->spec.toDocument());
    }
    return documents;
}

bool Collection::drop() {
    Operation operation(*impl_->store, nullptr);
    return engine::dropCollection(operation, impl_->ns).has_value();
}

}  // namespace sheaf
