// The typed cursor: hands out the documents of its batch, then fetches the next one.
#include <sheaf/cursor.h>

#include "bson/bytes.h"
#include "engine/database_impl.h"
#include "engine/operation.h"

namespace sheaf {
namespace {

class BufferSink final : public engine::BatchSink {
public:
    explicit BufferSink(bson::Buffer& out) : out_(out) {}
    void add(bson::DocumentView document) override { out_.append(document.data(), document.size()); }

private:
    bson::Buffer& out_;
};

engine::BatchLimits limitsOf(std::int32_t batchSize) {
    engine::BatchLimits limits;
    if (batchSize > 0) limits.documents = batchSize;
    return limits;
}

void fetchBatch(Cursor::Impl& impl, const engine::BatchLimits& limits) {
    impl.batch.clear();
    impl.at = 0;
    engine::Operation operation(*impl.store, impl.session, impl.maxTime);
    BufferSink sink(impl.batch);
    impl.source->fill(operation, limits, sink);
    operation.cost().bytesReturned += impl.batch.size();
    if (impl.source->isAtEnd()) impl.source.reset();
}

// The cursor that this thread gave back last. It goes with the thread; a cursor that lives longer still finds the flag.
constexpr std::size_t kMaxKeptBytes = 64 << 10;
thread_local constinit bool mayKeep = true;
struct Kept {
    std::unique_ptr<Cursor::Impl> impl;
    ~Kept() { mayKeep = false; }
};
thread_local Kept kept;

}  // namespace

std::unique_ptr<Cursor::Impl> Cursor::Impl::make() {
    if (mayKeep && kept.impl) return std::move(kept.impl);
    return std::make_unique<Impl>();
}

void Cursor::Impl::giveBack(std::unique_ptr<Impl> impl) noexcept {
    if (!impl || !mayKeep || kept.impl || impl->batch.capacity() > kMaxKeptBytes) return;
    impl->store.reset();
    impl->source.reset();
    impl->batch.clear();
    impl->at = 0;
    kept.impl = std::move(impl);
}

Cursor::Cursor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;
Cursor::~Cursor() { Impl::giveBack(std::move(impl_)); }

std::optional<bson::DocumentView> Cursor::next() {
    if (impl_->at == impl_->batch.size()) {
        if (!impl_->source) return std::nullopt;
        try {
            fetchBatch(*impl_, limitsOf(impl_->batchSize));
        } catch (...) {
            impl_->source.reset();
            impl_->batch.clear();
            impl_->at = 0;
            throw;
        }
        if (impl_->batch.isEmpty()) return std::nullopt;
    }
    const std::uint8_t* data = impl_->batch.data() + impl_->at;
    const auto size = bson::load<std::uint32_t>(data);
    impl_->at += size;
    return bson::DocumentView::trusted(data, size);
}

std::vector<bson::Document> Cursor::toVector() {
    std::vector<bson::Document> documents;
    while (const auto document = next()) documents.push_back(document->copy());
    return documents;
}

}  // namespace sheaf
