// Deleting half of a collection, and dropping it.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"

namespace sheaf::bench {

const Item kDeleteHalf{.number = "11",
                       .benchmark = "DeleteMany_COLLSCAN/indexes:4",
                       .what = "delete half, four indexes",
                       .unit = "docs",
                       .reachFloor = 1.5,
                       .reachPeer = 1.0,
                       .peerName = "SQLite",
                       .floor = floor::deleteHalf,
                       .engine = engine::deleteHalf,
                       .peer = peers::sqliteDeleteHalf};

const Item kDropCollection{.number = "11d",
                           .benchmark = "Drop/indexes:4/sync:1",
                           .what = "drop the collection, until its space is free",
                           .unit = "drops",
                           .reachFloor = 1.2,
                           .peerName = "SQLite",
                           .floor = floor::dropCollection,
                           .engine = engine::dropCollection,
                           .peer = peers::sqliteDrop};

}  // namespace sheaf::bench
