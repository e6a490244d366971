// Catalog entries to documents and back.
#include "engine/catalog/entry.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <cstring>

namespace sheaf::engine {
namespace {

[[noreturn]] void damaged(bson::DocumentView document, std::string_view problem) {
    raise(ErrorCode::StoreDamaged, "The catalog is damaged: ", problem, ", in ", document);
}

storage::Tree treeOf(bson::ValueView id, storage::Environment& environment, bson::DocumentView document) {
    if (!id.isNumber()) damaged(document, "an id is no number");
    const std::optional<storage::Tree> tree = environment.tree(static_cast<storage::TreeId>(bson::truncatedInt64(id)));
    if (!tree) damaged(document, "a tree is missing");
    return *tree;
}

IndexPtr decodeIndex(bson::DocumentView document, storage::Environment& environment) {
    const bson::ValueView spec = document["spec"];
    if (!spec.isDocument()) damaged(document, "an index has no spec");
    auto index = std::make_shared<CatalogIndex>(index::IndexSpec::parse(spec.asDocument()),
                                                treeOf(document["id"], environment, document));
    index->isReady = document["ready"].isBool() && document["ready"].asBool();
    if (const bson::ValueView multikey = document["multikey"]; multikey.isDocument()) {
        index->multikey = index::MultikeyPaths::fromDocument(multikey.asDocument(), index->spec.keyPattern);
        index->runtime->committedMultikey = index->multikey;
    }
    return index;
}

}  // namespace

CatalogIndex::CatalogIndex(index::IndexSpec indexSpec, storage::Tree indexTree)
    : spec(std::move(indexSpec)),
      tree(indexTree),
      generator(spec),
      multikey(spec.keyPattern.size()),
      runtime(std::make_shared<IndexRuntime>()) {
    runtime->committedMultikey = multikey;
}

void CollectionEntry::setIndexes(std::vector<IndexPtr> all) {
    indexes = std::move(all);
    std::vector<const index::IndexSpec*> specs;
    for (std::size_t i = 1; i < indexes.size(); ++i) specs.push_back(&indexes[i]->spec);
    secondaryKeys = std::make_shared<const index::KeyGenerators>(specs);
}

const CatalogIndex* CollectionEntry::findIndex(std::string_view name) const {
    for (const IndexPtr& index : indexes) {
        if (index->spec.name == name) return index.get();
    }
    return nullptr;
}

bson::Value CollectionEntry::uuidValue() const {
    bson::Builder builder;
    builder.append("uuid", bson::BinaryView{4, uuid.data(), uuid.size()});
    return bson::Value(builder.take()["uuid"]);
}

query::CollationPtr defaultCollation(bson::DocumentView options) {
    const bson::ValueView collation = options["collation"];
    if (!collation.isDocument()) return nullptr;
    bson::Builder specification;
    for (const bson::Element& field : collation.asDocument()) {
        if (field.name != "version") specification.append(field);
    }
    return query::Collation::parse(specification.take());
}

CatalogKey catalogKeyOf(std::uint64_t id) {
    return {static_cast<std::uint8_t>(id >> 24), static_cast<std::uint8_t>(id >> 16), static_cast<std::uint8_t>(id >> 8),
            static_cast<std::uint8_t>(id)};
}

bson::Document encodeEntry(const CollectionEntry& entry) {
    bson::Builder builder;
    builder.append("ns", entry.ns.full())
        .append("id", static_cast<std::int32_t>(entry.id()))
        .append("uuid", bson::BinaryView{4, entry.uuid.data(), entry.uuid.size()})
        .append("options", entry.options)
        .append("highestRecordId", static_cast<std::int64_t>(entry.runtime->highestRecordId.load()))
        .openArray("indexes");
    for (const IndexPtr& index : entry.indexes) {
        builder.pushDocument()
            .append("id", static_cast<std::int32_t>(index->id()))
            .append("spec", index->spec.toDocument())
            .append("ready", index->isReady);
        if (index->multikey.isMultikey()) builder.append("multikey", index->multikey.toDocument(index->spec.keyPattern));
        builder.close();
    }
    builder.close();
    return builder.take();
}

EntryPtr decodeEntry(bson::DocumentView document, storage::Environment& environment, bool verifyChecksums) {
    const bson::ValueView ns = document["ns"];
    const std::size_t dot = ns.isString() ? ns.asString().find('.') : std::string_view::npos;
    if (dot == std::string_view::npos) damaged(document, "no namespace");
    const bson::ValueView uuid = document["uuid"];
    if (uuid.type() != bson::Type::Binary || uuid.asBinary().size != 16) damaged(document, "no uuid");
    if (!document["options"].isDocument() || !document["indexes"].isArray() || !document["highestRecordId"].isNumber()) {
        damaged(document, "a field is missing");
    }
    const storage::Tree tree = treeOf(document["id"], environment, document);
    auto entry = std::make_shared<CollectionEntry>(
        CollectionEntry{.ns = Namespace(ns.asString().substr(0, dot), ns.asString().substr(dot + 1)),
                        .tree = tree,
                        .records = storage::Records(tree, verifyChecksums)});
    std::memcpy(entry->uuid.data(), uuid.asBinary().data, entry->uuid.size());
    entry->options = document["options"].asDocument().copy();
    entry->collation = defaultCollation(entry->options);
    const auto highest = static_cast<RecordId>(bson::truncatedInt64(document["highestRecordId"]));
    entry->runtime->highestRecordId = highest;
    entry->runtime->committedHighestRecordId = highest;
    std::vector<IndexPtr> indexes;
    for (const bson::ValueView& index : document["indexes"].asArray()) {
        if (!index.isDocument()) damaged(document, "an index is no document");
        indexes.push_back(decodeIndex(index.asDocument(), environment));
    }
    if (indexes.empty()) damaged(document, "no _id index");
    entry->setIndexes(std::move(indexes));
    return entry;
}

}  // namespace sheaf::engine
