// bulkWrite: cuts the list into runs of one kind on one collection, each an insert, an update or a delete.
#include "engine/write/bulk_write.h"

#include "engine/write/insert.h"

namespace sheaf::engine {
namespace {

class BulkWriter {
public:
    BulkWriter(Operation& operation, const BulkWriteRequest& request) : operation_(operation), request_(request) {}

    BulkWriteReply run() {
        const auto& items = request_.items;
        for (std::size_t first = 0; first < items.size();) {
            std::size_t end = first + 1;
            while (end < items.size() && items[end].ns == items[first].ns &&
                   items[end].action.index() == items[first].action.index()) {
                ++end;
            }
            const std::int64_t errorsBefore = reply_.errors;
            runTogether(first, end);
            if (request_.settings.ordered && reply_.errors > errorsBefore) break;
            first = end;
        }
        return std::move(reply_);
    }

private:
    const Namespace& nsOf(std::size_t item) const { return request_.namespaces[request_.items[item].ns]; }

    void runTogether(std::size_t first, std::size_t end) {
        switch (request_.items[first].action.index()) {
            case 0: return insert(first, end);
            case 1: return update(first, end);
            default: return remove(first, end);
        }
    }

    // The outcomes of a run, without what is particular to its kind. `errors` is in order of its indexes.
    template <typename Succeeded>
    void addOutcomes(std::size_t first, std::size_t end, const std::vector<WriteError>& errors, Succeeded succeeded) {
        auto error = errors.begin();
        for (std::size_t at = first; at < end; ++at) {
            BulkOutcome outcome{.index = static_cast<std::int32_t>(at)};
            const bool failed = error != errors.end() && static_cast<std::size_t>(error->index) == at - first;
            if (failed) {
                ++reply_.errors;
                outcome.error = *error++;
                outcome.error->index = outcome.index;
            } else {
                succeeded(outcome, at - first);
            }
            reply_.outcomes.push_back(std::move(outcome));
            if (failed && request_.settings.ordered) return;
        }
    }

    void insert(std::size_t first, std::size_t end) {
        std::vector<bson::DocumentView> documents;
        for (std::size_t at = first; at < end; ++at) documents.push_back(std::get<0>(request_.items[at].action));
        const InsertReply result = runInsert(operation_, {nsOf(first), documents, request_.settings});
        reply_.inserted += result.inserted;
        addOutcomes(first, end, result.errors, [](BulkOutcome& outcome, std::size_t) { outcome.n = 1; });
    }

    void update(std::size_t first, std::size_t end) {
        UpdateRequest update{.ns = nsOf(first), .settings = request_.settings, .variables = request_.variables};
        for (std::size_t at = first; at < end; ++at) {
            update.statements.push_back(std::get<UpdateStatement>(request_.items[at].action));
        }
        UpdateReply result = runUpdate(operation_, update);
        reply_.matched += result.matched;
        reply_.modified += result.modified;
        reply_.upserted += static_cast<std::int64_t>(result.upserted.size());
        auto upserted = result.upserted.begin();
        addOutcomes(first, end, result.errors, [&](BulkOutcome& outcome, std::size_t statement) {
            outcome.n = result.statements[statement].matched;
            outcome.modified = result.statements[statement].modified;
            if (upserted == result.upserted.end() || static_cast<std::size_t>(upserted->index) != statement) return;
            outcome.n = 1;
            outcome.upsertedId = std::move((upserted++)->id);
        });
    }

    void remove(std::size_t first, std::size_t end) {
        DeleteRequest remove{.ns = nsOf(first), .settings = request_.settings, .variables = request_.variables};
        for (std::size_t at = first; at < end; ++at) {
            remove.statements.push_back(std::get<DeleteStatement>(request_.items[at].action));
        }
        const DeleteReply result = runDelete(operation_, remove);
        reply_.deleted += result.deleted;
        addOutcomes(first, end, result.errors, [&](BulkOutcome& outcome, std::size_t statement) {
            outcome.n = result.statements[statement];
        });
    }

    Operation& operation_;
    const BulkWriteRequest& request_;
    BulkWriteReply reply_;
};

}  // namespace

BulkWriteReply runBulkWrite(Operation& operation, const BulkWriteRequest& request) {
    return BulkWriter(operation, request).run();
}

}  // namespace sheaf::engine
