// Items 10 and 10t: big documents behind enough reviews to make the tree three levels deep, updated in turn.
#pragma once

#include "bench/item.h"
#include "bench/workload/big_document.h"

#include <algorithm>

namespace sheaf::bench {

inline constexpr std::uint32_t kCountedDocuments = 8;
inline constexpr std::uint32_t kFirstVotes = 7;

// Seven reviews a page and 226 pages a branch: from 1,600 on there is a second level of branches.
inline std::uint32_t fillerDocuments(const Scale& scale) { return std::clamp(scale.documents / 5, 2'000U, 40'000U); }

class CountedDocuments {
public:
    explicit CountedDocuments(std::size_t docBytes) : docBytes_(docBytes) {}

    bson::Document make(std::int64_t id) const { return makeBigDocument(id, docBytes_); }
    std::uint32_t updates(const Scale& scale) const {
        const std::uint64_t share = std::uint64_t{scale.operations} * 8'192 / (docBytes_ + 8'192);
        return static_cast<std::uint32_t>(std::max<std::uint64_t>(share, kCountedDocuments * 2));
    }

private:
    std::size_t docBytes_;
};

}  // namespace sheaf::bench
