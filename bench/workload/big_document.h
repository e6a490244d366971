// Documents of a chosen size: {_id, votes, comments: [{user, text, at}, …]}.
#pragma once

#include <sheaf/bson/document.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sheaf::bench {

inline constexpr std::array<std::size_t, 4> kBigDocumentBytes{512, 16 << 10, 256 << 10, 4 << 20};

// Filled with comments as long as the next one fits below `bytes` less 64, so that a record of it, header included,
// takes bytes / 4096 pages. The same arguments give the same document.
bson::Document makeBigDocument(std::int64_t id, std::size_t bytes);

}  // namespace sheaf::bench
