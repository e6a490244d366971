// $inc in documents of four sizes: the pages that one update writes, and its time.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"
#include "bench/workload/big_document.h"

namespace sheaf::bench {
namespace {

template <std::size_t Size>
std::unique_ptr<Contestant> floorOf(const Scale& scale) {
    return floor::increment(scale, kBigDocumentBytes[Size]);
}
template <std::size_t Size>
std::unique_ptr<Contestant> engineOf(const Scale& scale) {
    return engine::increment(scale, kBigDocumentBytes[Size]);
}
template <std::size_t Size>
std::unique_ptr<Contestant> meteredEngineOf(const Scale& scale) {
    return engine::incrementMetered(scale, kBigDocumentBytes[Size]);
}
template <std::size_t Size>
std::unique_ptr<Contestant> peerOf(const Scale& scale) {
    return peers::sqliteIncrement(scale, kBigDocumentBytes[Size]);
}

template <std::size_t Size>
constexpr Item pagesItem(std::string_view number, std::string_view benchmark, std::string_view what) {
    return Item{.number = number,
                .benchmark = benchmark,
                .what = what,
                .unit = "pages",
                .counts = true,
                .reachFloor = 1.0,
                .floor = floorOf<Size>,
                .engine = meteredEngineOf<Size>};
}

template <std::size_t Size>
constexpr Item timeItem(std::string_view number, std::string_view benchmark, std::string_view what) {
    return Item{.number = number,
                .benchmark = benchmark,
                .what = what,
                .unit = "updates",
                .reachFloor = 1.4,
                .peerName = "SQLite",
                .floor = floorOf<Size>,
                .engine = engineOf<Size>,
                .peer = peerOf<Size>};
}

}  // namespace

const Item kIncrementPages512 = pagesItem<0>("10/0.5K", "IncrementPages/docBytes:512", "$inc, 0.5 KB: pages written");
const Item kIncrementPages16K = pagesItem<1>("10/16K", "IncrementPages/docBytes:16384", "$inc, 16 KB: pages written");
const Item kIncrementPages256K =
    pagesItem<2>("10/256K", "IncrementPages/docBytes:262144", "$inc, 256 KB: pages written");
const Item kIncrementPages4M = pagesItem<3>("10/4M", "IncrementPages/docBytes:4194304", "$inc, 4 MB: pages written");

const Item kIncrement512 = timeItem<0>("10t/0.5K", "UpdateOne_EXPRESS/docBytes:512/sync:0", "$inc, 0.5 KB");
const Item kIncrement16K = timeItem<1>("10t/16K", "UpdateOne_EXPRESS/docBytes:16384/sync:0", "$inc, 16 KB");
const Item kIncrement256K = timeItem<2>("10t/256K", "UpdateOne_EXPRESS/docBytes:262144/sync:0", "$inc, 256 KB");
const Item kIncrement4M = timeItem<3>("10t/4M", "UpdateOne_EXPRESS/docBytes:4194304/sync:0", "$inc, 4 MB");

}  // namespace sheaf::bench
