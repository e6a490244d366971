// dataSize: the bytes of a collection's documents.
//
//   {dataSize: "database.collection", estimate}
//
// Reply     {estimate: false, size, numObjects, millis}: always counted. 0 for a collection that is not there.
// Errors    InvalidNamespace (73). NotImplemented (238): keyPattern, min, max.
#include "engine/commands/commands.h"
#include "engine/maintenance/sizes.h"
#include "engine/snapshot.h"

#include "bson/raise.h"

#include <chrono>

namespace sheaf::engine {
namespace {

Namespace fullNamespace(bson::ValueView value, std::string_view command) {
    const std::string_view full = value.isString() ? value.asString() : std::string_view();
    const std::size_t dot = full.find('.');
    if (dot == std::string_view::npos) raise(ErrorCode::InvalidNamespace, "Invalid namespace specified for ", command, ": ", value);
    return Namespace(full.substr(0, dot), full.substr(dot + 1));
}

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fullNamespace(call.command.begin()->value, fields.command());
    while (fields.next()) {
        if (fields.is("estimate")) fields.boolean();
        else if (fields.is("keyPattern") || fields.is("min") || fields.is("max")) fields.refuseUnsupported();
        else fields.refuse();
    }
    const auto start = std::chrono::steady_clock::now();
    const Snapshot snapshot(call.store());
    const EntryPtr entry = snapshot.catalog().find(ns);
    const CollectionSizes sizes = entry ? sizesOf(call.operation, snapshot.transaction(), *entry) : CollectionSizes{};
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    reply.append("estimate", false)
        .appendCount("size", sizes.documentBytes)
        .appendCount("numObjects", sizes.documents)
        .appendCount("millis", static_cast<std::uint64_t>(millis.count()));
}

}  // namespace

constinit const Command kDataSize{.name = "dataSize", .alias = "datasize", .run = run};

}  // namespace sheaf::engine
