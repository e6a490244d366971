// Performing the torture's operations on a collection and on its model.
#include "tests/torture/operations.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

namespace sheaf::torture {
namespace {

constexpr std::int64_t kIdsPerThread = 60;
constexpr std::int64_t kThreadStride = 1'000;

bson::Document documentOf(std::int64_t id, const Item& item) {
    bson::Builder builder;
    builder.append("_id", id).append("n", item.n).openArray("tags");
    for (const std::int32_t tag : item.tags) builder.push(tag);
    builder.close().append("text", item.text);
    return builder.take();
}

Item freshItem(const Operation& operation) { return {operation.number, {operation.number % 7, operation.number % 11}, operation.text}; }

}  // namespace

std::uint64_t mixed(std::uint64_t state) {
    state += 0x9E3779B97F4A7C15u;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBu;
    return state ^ (state >> 31);
}

Operation operationAt(std::uint64_t seed, std::uint32_t thread, std::uint64_t number) {
    const std::uint64_t chance = mixed(seed * 31 + thread * 1'000'003 + number * 7);
    const std::uint64_t more = mixed(chance);
    const std::uint64_t pick = chance % 100;
    Operation operation;
    operation.kind = pick < 30 ? Kind::Insert : pick < 50 ? Kind::Increment : pick < 65 ? Kind::Push
                   : pick < 80 ? Kind::SetText : pick < 88 ? Kind::Replace : Kind::Delete;
    operation.id = thread * kThreadStride + static_cast<std::int64_t>(more % kIdsPerThread);
    operation.number = static_cast<std::int32_t>(more / 64 % 1000);
    // Mostly small; some beyond a page, a few of many pages.
    const std::uint64_t size = more / 65'536;
    operation.text = std::string(size % 50 == 0 ? size % 60'000 : size % 10 == 0 ? size % 6'000 : size % 300, static_cast<char>('a' + size % 26));
    return operation;
}

void perform(Collection& collection, const Operation& operation) {
    const bson::Document filter = bson::make("_id", operation.id);
    switch (operation.kind) {
        case Kind::Insert:
            try {
                collection.insertOne(documentOf(operation.id, freshItem(operation)));
            } catch (const Error& error) {
                if (error.code() != ErrorCode::DuplicateKey) throw;
            }
            return;
        case Kind::Increment:
            collection.updateOne(filter, bson::make("$inc", bson::make("n", std::int64_t{operation.number} + 1)));
            return;
        case Kind::Push: collection.updateOne(filter, bson::make("$push", bson::make("tags", operation.number % 13))); return;
        case Kind::SetText: collection.updateOne(filter, bson::make("$set", bson::make("text", operation.text))); return;
        case Kind::Replace: collection.replaceOne(filter, documentOf(operation.id, freshItem(operation))); return;
        case Kind::Delete: collection.deleteOne(filter); return;
    }
}

void applyToModel(Model& model, const Operation& operation) {
    if (operation.kind == Kind::Insert) {
        model.emplace(operation.id, freshItem(operation));
        return;
    }
    const auto found = model.find(operation.id);
    if (found == model.end()) return;
    Item& item = found->second;
    switch (operation.kind) {
        case Kind::Increment: item.n += operation.number + 1; return;
        case Kind::Push: item.tags.push_back(operation.number % 13); return;
        case Kind::SetText: item.text = operation.text; return;
        case Kind::Replace: item = freshItem(operation); return;
        case Kind::Delete: model.erase(found); return;
        case Kind::Insert: return;
    }
}

bool holds(Collection& collection, const Model& model, std::uint32_t thread) {
    const std::int64_t first = thread * kThreadStride;
    const bson::Document range = bson::make("_id", bson::make("$gte", first, "$lt", first + kThreadStride));
    auto due = model.begin();
    FindOptions options;
    options.sort = bson::make("_id", 1);
    for (const DocumentView document : collection.find(range, options)) {
        if (due == model.end()) return false;
        const bson::Document expected = documentOf(due->first, due->second);
        if (!bson::identical(document.asValue(), expected.view().asValue())) return false;
        ++due;
    }
    return due == model.end();
}

}  // namespace sheaf::torture
