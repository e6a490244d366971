// A growing byte buffer that does not clear what it hands out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sheaf::bson {

// Owns its bytes. Growing moves them: pointers into it are valid until the next append. Throws std::bad_alloc.
class Buffer {
public:
    Buffer() = default;
    Buffer(const Buffer& other);
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Buffer& operator=(Buffer other) noexcept { swap(other); return *this; }
    ~Buffer();

    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    const std::uint8_t* data() const { return data_; }
    std::uint8_t* data() { return data_; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool isEmpty() const { return size_ == 0; }
    std::span<const std::uint8_t> bytes() const { return {data_, size_}; }

    void clear() { size_ = 0; }
    void truncate(std::size_t size) { size_ = size; }   // size <= size()
    void reserve(std::size_t capacity) { if (capacity > capacity_) grow(capacity); }

    void append(const void* bytes, std::size_t count);
    void append(std::uint8_t byte) { *extend(1) = byte; }
    // `count` more bytes, uninitialised.
    std::uint8_t* extend(std::size_t count) {
        if (capacity_ - size_ < count) grow(size_ + count);
        std::uint8_t* at = data_ + size_;
        size_ += count;
        return at;
    }

private:
    void grow(std::size_t needed);

    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace sheaf::bson
