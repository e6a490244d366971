// The bytes of index keys, as docs/file-format.md has them, for the few types that the workload uses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf::bench::floor {

enum class Order : std::uint8_t { Ascending, Descending };

// Appends components, then the RecordId.
class KeyWriter {
public:
    explicit KeyWriter(std::string& out) : out_(out) {}

    KeyWriter& integer(std::int64_t value, Order order = Order::Ascending);  // not negative
    KeyWriter& date(std::int64_t ms, Order order = Order::Ascending);
    KeyWriter& text(std::string_view value);                                 // without null bytes
    KeyWriter& recordId(std::uint64_t id);

private:
    void invertFrom(std::size_t start);

    std::string& out_;
};

// The RecordId at the end of an entry's key.
std::uint64_t recordIdOf(std::string_view key);
// A RecordId as the first part of a unique entry's value.
std::uint64_t leadingRecordId(std::string_view value);

}  // namespace sheaf::bench::floor
