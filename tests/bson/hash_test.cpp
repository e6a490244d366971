// The hashes on disk: they are XXH3 as published, whatever the processor and the size.
#include <doctest/doctest.h>

#include "bson/hash.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

using namespace sheaf::bson;

namespace {

std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

TEST_CASE("published values of XXH3") {
    CHECK(hashBytes(bytesOf("")) == 0x2d06800538d394c2);
    CHECK(hashBytes(bytesOf("a")) == 0xe6c632b61e964e1f);
    const std::array<std::uint8_t, 16> empty = {0x99, 0xaa, 0x06, 0xd3, 0x01, 0x47, 0x98, 0xd8,
                                                0x60, 0x01, 0xc3, 0x24, 0x46, 0x8d, 0x49, 0x7f};
    CHECK(digestBytes(bytesOf("")) == empty);
}

TEST_CASE("every byte and the seed count, at all the sizes where the algorithm changes, wherever the bytes lie") {
    for (const std::size_t size : {1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 1025, 5000}) {
        CAPTURE(size);
        // In a block of exactly that size, so that the address sanitizer sees any read beyond it.
        const std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[size]);
        std::fill_n(bytes.get(), size, std::uint8_t{7});
        const std::span<const std::uint8_t> all(bytes.get(), size);
        const std::uint64_t before = hashBytes(all);
        const auto digestBefore = digestBytes(all);
        CHECK(hashBytes(all, 1) != before);
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
            bytes[at] ^= 1;
            CHECK(hashBytes(all) != before);
            CHECK(digestBytes(all) != digestBefore);
            bytes[at] ^= 1;
        }
        std::vector<std::uint8_t> moved(size + 1, 7);
        CHECK(hashBytes({moved.data() + 1, size}) == before);
    }
}
