// Everything that a floor puts into LMDB, as bytes made beforehand: records, `_id` entries, index entries.
#pragma once

#include "bench/workload/corpus.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::bench::floor {

struct Entry {
    std::string_view key;
    std::string_view value;
};

// The indexes of the workload: i1 {material.material_id: 1, votes: -1}, i2 {member.member_id: 1, date: -1},
// i3 {state: 1, date: -1}, i4 {tags: 1}.
inline constexpr std::size_t kIndexes = 4;

// Document `at` has the RecordId at + 1. Bytes are those that the engine stores, but for the checksum's value.
class FloorInput {
public:
    explicit FloorInput(const Corpus& corpus);

    std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
    std::string_view record(std::uint32_t at) const { return records_[at]; }
    const Entry& idEntry(std::uint32_t at) const { return idEntries_[at]; }
    // Of the documents [first, last), in document order.
    std::span<const Entry> indexEntries(std::size_t index, std::uint32_t first, std::uint32_t last) const;

    static const FloorInput& shared(std::uint32_t documents);

private:
    std::string recordPool_;
    std::string keyPool_;
    std::vector<std::string_view> records_;
    std::vector<Entry> idEntries_;
    std::array<std::vector<Entry>, kIndexes> indexEntries_;
    std::array<std::vector<std::uint32_t>, kIndexes> indexStarts_;  // of each document's entries; one more at the end
};

// A record's value: flags, checksum, document.
std::string recordOf(bson::DocumentView document);

}  // namespace sheaf::bench::floor
