// insert: the documents are checked first, then written in batches.
#include "engine/write/insert.h"

#include "engine/snapshot.h"
#include "engine/write/collection_writer.h"
#include "engine/write/collections.h"
#include "engine/write/prepare.h"

#include "bson/raise.h"

#include <algorithm>
#include <optional>

namespace sheaf::engine {
namespace {

// The documents of a command that passed the first checks, and where they stood in it.
struct Prepared {
    PreparedDocuments documents;
    std::vector<std::uint32_t> indexes;  // empty: document i stood at i
    std::vector<WriteError> errors;

    explicit Prepared(int maxDepth) : documents(maxDepth) {}
    std::size_t indexOf(std::size_t at) const { return indexes.empty() ? at : indexes[at]; }
};

void noteRefused(Prepared& prepared, std::size_t at, const Error& error) {
    prepared.errors.push_back(toWriteError(at, error));
    if (!prepared.indexes.empty()) return;
    for (std::uint32_t i = 0; i < prepared.documents.size(); ++i) prepared.indexes.push_back(i);
}

Prepared prepare(Operation& operation, const InsertRequest& request) {
    Prepared prepared(operation.store().options.maxDepth);
    prepared.documents.reserve(request.documents.size());
    for (std::size_t i = 0; i < request.documents.size(); ++i) {
        try {
            prepared.documents.add(request.documents[i]);
            if (!prepared.errors.empty()) prepared.indexes.push_back(static_cast<std::uint32_t>(i));
        } catch (const Error& error) {
            if (!isWriteError(error.code())) throw;
            noteRefused(prepared, i, error);
            if (request.settings.ordered) break;
        }
    }
    return prepared;
}

// One batch: documents from `next` on, in one transaction.
class InsertOperation final : public WriteOperation {
public:
    InsertOperation(StoreImpl& store, const InsertRequest& request, const Prepared& prepared)
        : store_(store), request_(request), prepared_(prepared) {}

    std::size_t next = 0;  // the first document that is not done
    std::size_t inserted = 0;
    std::vector<WriteError> errors;
    Cost cost;

    void apply(storage::WriteTransaction& transaction) override {
        errors.clear();
        cost.indexes.clear();
        cost.logicalBytes = cost.docBytesWritten = 0;
        inserted = 0;
        after_ = next;
        EntryPtr entry = currentCatalog(store_.catalog)->find(request_.ns);
        if (!entry) throw CollectionVanished{};
        writer_.emplace(store_.catalog, transaction, std::move(entry), cost);
        insertSome(std::min(prepared_.documents.size() - next, request_.settings.documentsPerBatch()));
        writer_->finish();
    }

    void committed(const storage::WriteTransaction&) noexcept override {
        writer_->committed();
        next = after_;
    }

private:
    void insertSome(std::uint64_t count) {
        if (count > 1) {
            inserted = writer_->insertBatch(prepared_.documents, next, count);
            after_ = next + inserted;
            if (inserted > 0) return;
        }
        while (count-- > 0 && !writer_->isFull()) {
            try {
                writer_->insert(prepared_.documents[after_]);
                ++inserted;
            } catch (const Error& error) {
                if (!isWriteError(error.code())) throw;
                errors.push_back(toWriteError(prepared_.indexOf(after_), error));
            }
            ++after_;
            if (!errors.empty() && request_.settings.ordered) {
                after_ = prepared_.documents.size();
                return;
            }
        }
    }

    StoreImpl& store_;
    const InsertRequest& request_;
    const Prepared& prepared_;
    std::optional<CollectionWriter> writer_;
    std::size_t after_ = 0;
};

}  // namespace

InsertReply runInsert(Operation& operation, const InsertRequest& request, bool wantFirstId) {
    operation.store().requireWritable();
    requireUserCollection(request.ns);
    const Prepared prepared = prepare(operation, request);
    InsertReply reply;
    InsertOperation insert(operation.store(), request, prepared);
    if (wantFirstId && prepared.documents.size() > 0) reply.firstId = bson::Value(prepared.documents[0].begin()->value);
    while (insert.next < prepared.documents.size()) {
        withCollection(operation, request.ns, [&] { runWrite(operation, request.settings, insert); });
        reply.inserted += static_cast<std::int64_t>(insert.inserted);
        addWrites(operation.cost(), insert.cost);
        reply.errors.insert(reply.errors.end(), insert.errors.begin(), insert.errors.end());
    }
    const bool stopped = request.settings.ordered && !reply.errors.empty();
    if (!stopped) reply.errors.insert(reply.errors.end(), prepared.errors.begin(), prepared.errors.end());
    std::ranges::sort(reply.errors, {}, &WriteError::index);
    return reply;
}

}  // namespace sheaf::engine
