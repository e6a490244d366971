// RecordIds as bytes: the documented examples, order, and reading from both ends.

#include "index/record_id.h"

#include "tests/index/hex.h"

#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace sheaf::index {
namespace {

std::vector<std::uint8_t> bytesOf(RecordId id) {
    std::uint8_t bytes[kMaxRecordIdBytes];
    return {bytes, bytes + encodeRecordId(id, bytes)};
}

}  // namespace

TEST_CASE("a RecordId has its documented bytes and is read back from both ends") {
    struct Case { RecordId id; const char* bytes; };
    const Case cases[] = {
        {0, "20 00"},
        {1, "20 08"},
        {1'023, "3F F8"},
        {1'024, "40 20 01"},
        {200'000, "58 6A 01"},
        {262'143, "5F FF F9"},
        {262'144, "60 20 00 02"},
        {1'000'000, "60 7A 12 02"},
        {60'000'000, "7C 9C 38 02"},
        {1'000'000'000, "81 DC D6 50 03"},
        {kMaxRecordId, "EF FF FF FF FF FF FF FE"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.id);
        std::vector<std::uint8_t> bytes = bytesOf(c.id);
        CHECK(hex(bytes) == c.bytes);
        const std::size_t size = bytes.size();
        CHECK(recordIdAtEnd(bytes).id == c.id);
        bytes.insert(bytes.begin(), {0xFF, 0x00, 0x3C});
        CHECK(recordIdAtEnd(bytes).id == c.id);
        CHECK(recordIdAtEnd(bytes).bytes == size);
        bytes.erase(bytes.begin(), bytes.begin() + 3);
        bytes.push_back(0x55);
        CHECK(recordIdAtStart(bytes).id == c.id);
        CHECK(recordIdAtStart(bytes).bytes == size);
    }
}

TEST_CASE("the byte order of RecordIds is their order") {
    std::vector<RecordId> ids;
    for (unsigned shift = 0; shift < 57; ++shift) {
        for (int step = -2; step <= 2; ++step) {
            const RecordId id = (RecordId{1} << shift) + static_cast<RecordId>(step);
            if (id <= kMaxRecordId) ids.push_back(id);
        }
    }
    std::sort(ids.begin(), ids.end());
    for (std::size_t at = 1; at < ids.size(); ++at) {
        if (ids[at - 1] == ids[at]) continue;
        CAPTURE(ids[at]);
        CHECK(bytesOf(ids[at - 1]) < bytesOf(ids[at]));
    }
}

TEST_CASE("bytes that are no RecordId are refused") {
    const std::vector<std::vector<std::uint8_t>> broken = {
        {}, {0x20}, {0x20, 0x09}, {0x20, 0x07}, {0x40, 0x20}, {0x00, 0x00, 0x02}, {0x40, 0x20, 0x02}};
    for (const std::vector<std::uint8_t>& bytes : broken) {
        CAPTURE(hex(bytes));
        CHECK_THROWS_AS(recordIdAtEnd(bytes), Error);
        CHECK_THROWS_AS(recordIdAtStart(bytes), Error);
    }
}

}  // namespace sheaf::index
