// Memory for values that are computed from one document and forgotten with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sheaf::query {

// Hands out bytes from chunks that it keeps; what was handed out is forgotten all at once, by release(). So work that
// repeats for each document allocates nothing after the first few.
// Threads: one at a time. Throws ExceededMemoryLimit (146) above kMaxBytes.
class Arena {
public:
    static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
    // release() gives chunks back that lie beyond.
    static constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // Uninitialised, at an address that suits any number.
    std::uint8_t* allocate(std::size_t bytes) {
        bytes = (bytes + 7) & ~std::size_t{7};
        if (bytes > static_cast<std::size_t>(end_ - at_)) return allocateInNewChunk(bytes);
        std::uint8_t* const place = at_;
        at_ += bytes;
        return place;
    }

    struct Mark {
        std::size_t chunk = 0;
        std::size_t used = 0;
    };
    Mark mark() const;
    // Forgets all that was handed out since the mark was taken.
    void release(const Mark& mark);

    // One that each thread has, for work that has none of its own. Use it within an ArenaScope.
    static Arena& ofThread();

private:
    struct Chunk {
        std::unique_ptr<std::uint8_t[]> bytes;
        std::size_t size = 0;
    };
    std::uint8_t* allocateInNewChunk(std::size_t bytes);
    void enter(std::size_t chunk, std::size_t used);

    std::vector<Chunk> chunks_;
    std::size_t current_ = 0;     // of chunks_; 0 when there is none
    std::size_t total_ = 0;       // of all chunks
    std::uint8_t* at_ = nullptr;  // in the current chunk
    std::uint8_t* end_ = nullptr;
};

// What is allocated within the scope ends with it.
class ArenaScope {
public:
    explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
    ~ArenaScope() { arena_.release(mark_); }
    ArenaScope(const ArenaScope&) = delete;
    ArenaScope& operator=(const ArenaScope&) = delete;

private:
    Arena& arena_;
    Arena::Mark mark_;
};

}  // namespace sheaf::query
