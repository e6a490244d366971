// Collection handles: each operation as its request, run as the command of its name would be.
#include <sheaf/collection.h>

#include "engine/database_impl.h"
#include "engine/read/find.h"
#include "engine/write/collections.h"
#include "engine/write/insert.h"

#include "bson/raise.h"

namespace sheaf {
namespace {

using engine::Operation;

[[noreturn]] void throwWriteError(const WriteError& error) {
    const auto code = static_cast<ErrorCode>(error.code);
    if (error.details.isEmpty()) throw Error(code, error.message);
    throw Error(code, error.message, error.details);
}

InsertManyResult insertAll(const Collection::Impl& impl, std::span<const bson::DocumentView> documents,
                           const InsertOptions& options) {
    if (documents.empty()) raise(ErrorCode::InvalidLength, "insertMany needs at least one document");
    Operation operation(*impl.store, options.session, options.maxTime);
    engine::WriteSettings settings = engine::WriteSettings::from(options);
    settings.ordered = options.ordered;
    engine::InsertReply reply = engine::runInsert(operation, {impl.ns, documents, settings});
    return {reply.inserted, std::move(reply.errors)};
}

engine::FindRequest findRequest(const Collection::Impl& impl, bson::DocumentView filter, const FindOptions& options) {
    bson::ValueView hint = options.hint.isEmpty() ? bson::ValueView() : options.hint.view().asValue();
    if (const bson::ValueView name = options.hint["$hint"]; !name.isMissing()) hint = name;
    return {.ns = impl.ns,
            .filter = filter,
            .projection = options.projection,
            .sort = options.sort,
            .hint = hint,
            .skip = options.skip,
            .limit = options.limit};
}

}  // namespace

Collection::Collection(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Collection::name() const { return impl_->name; }
std::string Collection::ns() const { return impl_->ns.full(); }

InsertOneResult Collection::insertOne(bson::DocumentView document, const InsertOptions& options) {
    Operation operation(*impl_->store, options.session, options.maxTime);
    engine::InsertReply reply =
        engine::runInsert(operation, {impl_->ns, {&document, 1}, engine::WriteSettings::from(options)}, true);
    if (!reply.errors.empty()) throwWriteError(reply.errors.front());
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
    auto cursor = std::make_unique<Cursor::Impl>();
    cursor->store = impl_->store;
    cursor->session = options.session;
    cursor->maxTime = options.maxTime;
    cursor->batchSize = options.batchSize;
    const engine::FindRequest request = findRequest(*impl_, filter, options);
    Operation operation(*impl_->store, options.session, options.maxTime);
    bson::Buffer& batch = cursor->batch;
    if (engine::isPointQuery(request)) {
        engine::findById(operation, impl_->ns, engine::pointQueryId(filter),
                         [&batch](bson::DocumentView document) { batch.append(document.data(), document.size()); });
    } else {
        struct Sink final : engine::BatchSink {
            explicit Sink(bson::Buffer& to) : out(to) {}
            void add(bson::DocumentView document) override { out.append(document.data(), document.size()); }
            bson::Buffer& out;
        } sink(batch);
        engine::BatchLimits limits = engine::BatchLimits::first();
        if (options.batchSize > 0) limits = {.documents = options.batchSize};
        cursor->source = std::make_unique<engine::QueryCursor>(*impl_->store, request);
        cursor->source->fill(operation, limits, sink);
        if (cursor->source->isAtEnd()) cursor->source.reset();
    }
    operation.cost().bytesReturned = batch.size();
    return Cursor(std::move(cursor));
}

std::optional<bson::Document> Collection::findOne(bson::DocumentView filter, const FindOptions& options) {
    FindOptions one = options;
    one.limit = 1;
    Cursor cursor = find(filter, one);
    const auto document = cursor.next();
    if (!document) return std::nullopt;
    return document->copy();
}

std::int64_t Collection::countDocuments(bson::DocumentView filter, const CountOptions& options) {
    Operation operation(*impl_->store, options.session, options.maxTime);
    const bson::ValueView hint = options.hint.isEmpty() ? bson::ValueView() : options.hint.view().asValue();
    return engine::countDocuments(operation, {impl_->ns, filter, hint, options.skip, options.limit});
}

std::int64_t Collection::estimatedDocumentCount() {
    Operation operation(*impl_->store, nullptr);
    return engine::countDocuments(operation, {.ns = impl_->ns});
}

bool Collection::drop() {
    Operation operation(*impl_->store, nullptr);
    return engine::dropCollection(operation, impl_->ns).has_value();
}

}  // namespace sheaf
