// Chunks of growing size, used again and again.

#include "query/expression/arena.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr std::size_t kFirstChunkBytes = 8192;

}  // namespace

Arena::Mark Arena::mark() const {
    if (chunks_.empty()) return {};
    return {current_, static_cast<std::size_t>(at_ - chunks_[current_].bytes.get())};
}

void Arena::release(const Mark& mark) {
    if (chunks_.empty()) return;
    while (total_ > kKeptBytes && chunks_.size() > mark.chunk + 1) {
        total_ -= chunks_.back().size;
        chunks_.pop_back();
    }
    enter(mark.chunk, mark.used);
}

void Arena::enter(std::size_t chunk, std::size_t used) {
    current_ = chunk;
    at_ = chunks_[chunk].bytes.get() + used;
    end_ = chunks_[chunk].bytes.get() + chunks_[chunk].size;
}

std::uint8_t* Arena::allocateInNewChunk(std::size_t bytes) {
    while (!chunks_.empty() && current_ + 1 < chunks_.size()) {
        enter(current_ + 1, 0);
        if (bytes <= static_cast<std::size_t>(end_ - at_)) return allocate(bytes);
    }
    const std::size_t size = std::max({bytes, kFirstChunkBytes, total_});
    if (bytes > kMaxBytes || total_ + bytes > kMaxBytes) {
        raise(ErrorCode::ExceededMemoryLimit, "The values computed from one document need more than ", kMaxBytes,
              " bytes");
    }
    chunks_.push_back({std::unique_ptr<std::uint8_t[]>(new std::uint8_t[size]), size});
    total_ += size;
    enter(chunks_.size() - 1, 0);
    return allocate(bytes);
}

Arena& Arena::ofThread() {
    thread_local Arena arena;
    return arena;
}

}  // namespace sheaf::query
