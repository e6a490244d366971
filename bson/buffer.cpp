// Buffer's memory: plain malloc and realloc, which can grow in place.
#include <sheaf/bson/buffer.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace sheaf::bson {

Buffer::Buffer(const Buffer& other) { append(other.data_, other.size_); }

Buffer::~Buffer() { std::free(data_); }

void Buffer::append(const void* bytes, std::size_t count) {
    if (count != 0) std::memcpy(extend(count), bytes, count);
}

void Buffer::grow(std::size_t needed) {
    const std::size_t capacity = std::max({needed, capacity_ * 2, std::size_t{64}});
    void* data = std::realloc(data_, capacity);
    if (data == nullptr) throw std::bad_alloc();
    data_ = static_cast<std::uint8_t*>(data);
    capacity_ = capacity;
}

}  // namespace sheaf::bson
