// A temporary file for what a blocking stage cannot keep in memory. It has no name: it is gone when it is closed,
// however the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sheaf::query {

// Written from front to back through a buffer, read anywhere. Made on the disk with the first write.
class SpillFile {
public:
    SpillFile() = default;
    ~SpillFile();
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    std::uint64_t size() const { return written_ + buffer_.size(); }
    // Throws OutOfDiskSpace (14031) when the disk is full, StoreInputOutput for other failures.
    void append(const void* bytes, std::size_t count);
    void flush();
    // Reads up to `count` bytes from `offset`; fewer only at the end. After flush().
    std::size_t read(std::uint64_t offset, void* out, std::size_t count) const;

private:
    void write(const std::uint8_t* bytes, std::size_t count);

    static constexpr std::size_t kBufferBytes = 1 << 18;
    int file_ = -1;
    std::uint64_t written_ = 0;
    std::vector<std::uint8_t> buffer_;
};

}  // namespace sheaf::query
