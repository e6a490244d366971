// Reads by key: `_id`, and the indexes.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"

namespace sheaf::bench {

const Item kFindOneById{.number = "4",
                        .benchmark = "FindOne_EXPRESS/by:_id",
                        .what = "point read by _id, whole document",
                        .unit = "docs",
                        .reachFloor = 1.6,
                        .peerName = "SQLite",
                        .floor = floor::pointRead,
                        .engine = engine::pointRead,
                        .peer = peers::sqlitePointRead};

const Item kFindTopOfMaterial{.number = "5",
                              .benchmark = "Find_IXSCAN/limit:10",
                              .what = "material_id equal, votes descending, 10 documents",
                              .unit = "queries",
                              .reachFloor = 1.5,
                              .reachPeer = 1.0,
                              .peerName = "SQLite",
                              .floor = floor::topOfMaterial,
                              .engine = engine::topOfMaterial,
                              .peer = peers::sqliteTopOfMaterial};

const Item kCountTagAndState{.number = "6",
                             .benchmark = "CountDocuments_FETCH/fields:2",
                             .what = "tag equal and state equal, count",
                             .unit = "queries",
                             .reachFloor = 1.4,
                             .peerName = "SQLite",
                             .floor = floor::tagAndState,
                             .engine = engine::tagAndState,
                             .peer = peers::sqliteTagAndState};

const Item kCountTag{.number = "6b",
                     .benchmark = "CountDocuments_COUNTSCAN/fields:1",
                     .what = "tag equal, count from the index",
                     .unit = "queries",
                     .reachFloor = 1.5,
                     .floor = floor::countTag,
                     .engine = engine::countTag};

}  // namespace sheaf::bench
