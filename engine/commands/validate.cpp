// validate: holds a collection against itself: checksums, BSON, every index entry against its document and back.
//
//   {validate: <collection>, full, …}: always in full
//
// Reply     {ns, uuid, nInvalidDocuments, nNonCompliantDocuments, nrecords, nIndexes, keysPerIndex: {<name>: <entries>},
//            indexDetails: {<name>: {valid}}, valid, repaired, warnings, errors: [<text>, …], extraIndexEntries,
//            missingIndexEntries, corruptRecords}
// Errors    NamespaceNotFound (26). NotImplemented (238): repair.
#include "engine/commands/commands.h"
#include "engine/maintenance/collection_check.h"
#include "engine/snapshot.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

// A finding's place is the collection, or the collection and an index.
bool concerns(const CheckFinding& finding, const CatalogIndex& index) { return finding.where.ends_with(index.spec.name); }

void appendReport(bson::Builder& reply, const Snapshot& snapshot, const CollectionEntry& entry, const CheckReport& report) {
    const auto invalid = std::ranges::count_if(
        report.findings, [](const CheckFinding& f) { return f.kind == "checksum" || f.kind == "document"; });
    reply.append("ns", entry.ns.full())
        .append("uuid", entry.uuidValue())
        .appendCount("nInvalidDocuments", static_cast<std::uint64_t>(invalid))
        .append("nNonCompliantDocuments", 0)
        .appendCount("nrecords", entry.records.count(snapshot.transaction()))
        .appendCount("nIndexes", entry.indexes.size())
        .openDocument("keysPerIndex");
    for (const IndexPtr& index : entry.indexes) {
        reply.appendCount(index->spec.name, snapshot.transaction().statistics(index->tree.tree()).entries);
    }
    reply.close().openDocument("indexDetails");
    for (const IndexPtr& index : entry.indexes) {
        const bool isValid = std::ranges::none_of(
            report.findings, [&](const CheckFinding& f) { return f.kind == "entry" && concerns(f, *index); });
        reply.openDocument(index->spec.name).append("valid", isValid).close();
    }
    reply.close().append("valid", report.ok()).append("repaired", false).openArray("warnings").close().openArray("errors");
    for (const CheckFinding& finding : report.findings) reply.push(finding.kind + " in " + finding.where + ": " + finding.message);
    reply.close();
    for (const char* none : {"extraIndexEntries", "missingIndexEntries", "corruptRecords"}) reply.openArray(none).close();
}

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const Namespace ns = fields.ns();
    while (fields.next()) {
        if (fields.is("full") || fields.is("background") || fields.is("metadata") || fields.is("checkBSONConformance") ||
            fields.is("enforceFastCount")) fields.truthy();
        else if (fields.is("repair") || fields.is("fixMultikey")) {
            if (fields.truthy()) fields.refuseUnsupported();
        } else fields.refuse();
    }
    const Snapshot snapshot(call.store());
    const EntryPtr entry = snapshot.catalog().find(ns);
    if (!entry) raise(ErrorCode::NamespaceNotFound, "Collection '", ns.full(), "' does not exist to validate.");
    CheckReport report;
    checkCollection(snapshot.transaction(), *entry, report, [&](std::string_view, std::uint64_t, std::uint64_t) {
        call.operation.checkInterrupt();
    });
    appendReport(reply, snapshot, *entry, report);
}

}  // namespace

constinit const Command kValidate{.name = "validate", .run = run};

}  // namespace sheaf::engine
