// Lays out the bytes of records and index entries once, outside of what is timed.
#include "bench/floor/floor_input.h"

#include "bench/floor/keys.h"
#include "bench/workload/vocabulary.h"

#include <map>
#include <mutex>

namespace sheaf::bench::floor {
namespace {

constexpr std::size_t kRecordHeaderBytes = 9;
constexpr char kInt64TypeBits = 0x01;   // of an `_id` entry: the number is an int64
constexpr std::size_t kKeyRoom = 400;   // of all keys of one document, generously

void appendRecord(std::string& out, bson::DocumentView document) {
    const std::uint64_t checksum = document.size();
    out += '\0';
    out.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
    out.append(reinterpret_cast<const char*>(document.data()), document.size());
}

// A piece of a pool that may still move.
struct Piece {
    std::size_t start;
    std::size_t size;
    std::string_view in(const std::string& pool) const { return std::string_view(pool).substr(start, size); }
};

}  // namespace

std::string recordOf(bson::DocumentView document) {
    std::string record;
    appendRecord(record, document);
    return record;
}

FloorInput::FloorInput(const Corpus& corpus) {
    recordPool_.reserve(corpus.bytes() + corpus.size() * kRecordHeaderBytes);
    keyPool_.reserve(corpus.size() * kKeyRoom);
    std::vector<Piece> records;
    std::vector<std::pair<Piece, Piece>> ids;
    std::array<std::vector<Piece>, kIndexes> keys;
    const auto write = [&](auto&& fill) {
        const std::size_t start = keyPool_.size();
        fill(KeyWriter(keyPool_));
        return Piece{start, keyPool_.size() - start};
    };
    for (std::uint32_t at = 0; at < corpus.size(); ++at) {
        const Review& review = corpus.facts(at);
        const std::uint64_t id = at + 1;
        const std::size_t start = recordPool_.size();
        appendRecord(recordPool_, corpus.document(at));
        records.push_back({start, recordPool_.size() - start});
        const Piece idKey = write([&](KeyWriter key) { key.integer(review.id); });
        Piece idValue = write([&](KeyWriter value) { value.recordId(id); });
        keyPool_ += kInt64TypeBits;
        ++idValue.size;
        ids.emplace_back(idKey, idValue);
        for (std::size_t index = 0; index < kIndexes; ++index) {
            indexStarts_[index].push_back(static_cast<std::uint32_t>(keys[index].size()));
        }
        keys[0].push_back(write([&](KeyWriter key) {
            key.integer(review.materialId).integer(review.votes, Order::Descending).recordId(id);
        }));
        keys[1].push_back(write([&](KeyWriter key) {
            key.integer(review.memberId).date(review.dateMs, Order::Descending).recordId(id);
        }));
        keys[2].push_back(write([&](KeyWriter key) {
            key.text(stateName(review.state)).date(review.dateMs, Order::Descending).recordId(id);
        }));
        for (const std::uint32_t tag : review.tags) {
            keys[3].push_back(write([&](KeyWriter key) { key.text(tagOf(tag)).recordId(id); }));
        }
    }
    for (const Piece& record : records) records_.push_back(record.in(recordPool_));
    for (const auto& [key, value] : ids) idEntries_.push_back({key.in(keyPool_), value.in(keyPool_)});
    for (std::size_t index = 0; index < kIndexes; ++index) {
        indexStarts_[index].push_back(static_cast<std::uint32_t>(keys[index].size()));
        for (const Piece& key : keys[index]) indexEntries_[index].push_back({key.in(keyPool_), {}});
    }
}

std::span<const Entry> FloorInput::indexEntries(std::size_t index, std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t start = indexStarts_[index][first];
    return std::span(indexEntries_[index]).subspan(start, indexStarts_[index][last] - start);
}

const FloorInput& FloorInput::shared(std::uint32_t documents) {
    static std::mutex mutex;
    static std::map<std::uint32_t, std::unique_ptr<const FloorInput>> inputs;
    const std::lock_guard lock(mutex);
    auto& input = inputs[documents];
    if (!input) input = std::make_unique<const FloorInput>(Corpus::shared(documents));
    return *input;
}

}  // namespace sheaf::bench::floor
