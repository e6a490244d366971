// The life of a store for one test.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"

namespace sheaf::bench {

// 0.5 ms where the floor takes 0.15.
const Item kOpenInsertClose{.number = "16",
                            .benchmark = "OpenInsertClose/sync:0",
                            .what = "open an ephemeral store, one insert, close",
                            .unit = "stores",
                            .reachFloor = 3.3,
                            .floor = floor::openInsertClose,
                            .engine = engine::openInsertClose};

}  // namespace sheaf::bench
