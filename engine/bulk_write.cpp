// The list of a bulk write, and how a store runs it.
#include <sheaf/bulk_write.h>

#include "engine/collection_options.h"
#include "engine/write/bulk_write.h"

#include "bson/raise.h"

#include <sheaf/bson/validate.h>
#include <sheaf/store.h>

namespace sheaf {

// One write with copies of what it was given.
struct BulkWrite::Impl {
    enum class Kind : std::uint8_t { Insert, Update, Delete };
    struct Item {
        Kind kind;
        std::size_t ns;
        bson::Document document;  // or the filter
        bson::Document update;
        bool isMulti = false;
        UpdateOptions options;    // a delete has some of them
    };
    std::vector<engine::Namespace> namespaces;
    std::size_t current = 0;
    std::vector<Item> items;

    Item& add(Kind kind, bson::DocumentView document) {
        if (namespaces.empty()) raise(ErrorCode::InvalidNamespace, "a bulk write needs on() before its first write");
        bson::requireValid(document.bytes(), bson::kCommandLimits);
        return items.emplace_back(Item{.kind = kind, .ns = current, .document = document.copy()});
    }
    void addUpdate(bson::DocumentView filter, bson::DocumentView update, bool isMulti, const UpdateOptions& options) {
        bson::requireValid(update.bytes(), bson::kCommandLimits);
        Item& item = add(Kind::Update, filter);
        item.update = update.copy();
        item.isMulti = isMulti;
        item.options = options;
    }
    void addDelete(bson::DocumentView filter, bool isMulti, const DeleteOptions& options) {
        Item& item = add(Kind::Delete, filter);
        item.isMulti = isMulti;
        item.options.hint = options.hint;
        item.options.collation = options.collation;
    }
};

namespace {

engine::BulkAction actionOf(const BulkWrite::Impl::Item& item) {
    switch (item.kind) {
        case BulkWrite::Impl::Kind::Insert: return item.document.view();
        case BulkWrite::Impl::Kind::Update:
            return engine::UpdateStatement{.filter = item.document,
                                           .update = item.update.view().asValue(),
                                           .arrayFilters = engine::viewsOf(item.options.arrayFilters),
                                           .sort = item.options.sort,
                                           .collation = item.options.collation,
                                           .hint = engine::hintOf(item.options.hint),
                                           .isMulti = item.isMulti,
                                           .isUpsert = item.options.upsert};
        case BulkWrite::Impl::Kind::Delete: break;
    }
    return engine::DeleteStatement{.filter = item.document,
                                   .collation = item.options.collation,
                                   .hint = engine::hintOf(item.options.hint),
                                   .isMulti = item.isMulti};
}

}  // namespace

BulkWrite::BulkWrite() : impl_(std::make_shared<Impl>()) {}

BulkWrite& BulkWrite::on(std::string_view ns) {
    const std::size_t dot = std::min(ns.find('.'), ns.size());
    const engine::Namespace named(ns.substr(0, dot), dot == ns.size() ? std::string_view() : ns.substr(dot + 1));
    std::vector<engine::Namespace>& all = impl_->namespaces;
    impl_->current = static_cast<std::size_t>(std::find(all.begin(), all.end(), named) - all.begin());
    if (impl_->current == all.size()) all.push_back(named);
    return *this;
}

BulkWrite& BulkWrite::insertOne(bson::DocumentView document) {
    impl_->add(Impl::Kind::Insert, document);
    return *this;
}

BulkWrite& BulkWrite::updateOne(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options) {
    engine::requireOperators(update, "updateOne");
    impl_->addUpdate(filter, update, false, options);
    return *this;
}

BulkWrite& BulkWrite::updateMany(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options) {
    engine::requireOperators(update, "updateMany");
    impl_->addUpdate(filter, update, true, options);
    return *this;
}

BulkWrite& BulkWrite::replaceOne(bson::DocumentView filter, bson::DocumentView replacement, const UpdateOptions& options) {
    engine::requireReplacement(replacement, "replaceOne");
    impl_->addUpdate(filter, replacement, false, options);
    return *this;
}

BulkWrite& BulkWrite::deleteOne(bson::DocumentView filter, const DeleteOptions& options) {
    impl_->addDelete(filter, false, options);
    return *this;
}

BulkWrite& BulkWrite::deleteMany(bson::DocumentView filter, const DeleteOptions& options) {
    impl_->addDelete(filter, true, options);
    return *this;
}

std::size_t BulkWrite::size() const { return impl_->items.size(); }

BulkWriteResult Store::bulkWrite(const BulkWrite& writes, const BulkWriteOptions& options) {
    if (writes.size() == 0) raise(ErrorCode::InvalidLength, "a bulk write needs at least one write");
    engine::BulkWriteRequest request{.namespaces = writes.impl().namespaces,
                                     .settings = engine::WriteSettings::from(options)};
    request.settings.ordered = options.ordered;
    for (const BulkWrite::Impl::Item& item : writes.impl().items) request.items.push_back({item.ns, actionOf(item)});
    engine::Operation operation(*impl_, options.session, options.maxTime);
    engine::BulkWriteReply reply = engine::runBulkWrite(operation, request);
    BulkWriteResult result{.insertedCount = reply.inserted,
                           .matchedCount = reply.matched,
                           .modifiedCount = reply.modified,
                           .upsertedCount = reply.upserted,
                           .deletedCount = reply.deleted};
    for (engine::BulkOutcome& outcome : reply.outcomes) {
        if (outcome.upsertedId) result.upsertedIds.emplace_back(outcome.index, std::move(*outcome.upsertedId));
        if (outcome.error) result.writeErrors.push_back(std::move(*outcome.error));
    }
    return result;
}

}  // namespace sheaf
