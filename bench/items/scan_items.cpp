// Scans of the whole collection: counts and groups.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"

namespace sheaf::bench {

const Item kCountEarlyField{.number = "7",
                            .benchmark = "CountDocuments_COLLSCAN/field:early",
                            .what = "scan, score >= 4 and material.type == book, count",
                            .unit = "docs",
                            .reachFloor = 1.5,
                            .reachPeer = 1.0,
                            .peerName = "SQLite",
                            .floor = floor::scanEarly,
                            .engine = engine::scanEarly,
                            .peer = peers::sqliteScanEarly};

const Item kCountEarlyFieldPredicted{.number = "7 shape",
                                     .benchmark = "CountDocuments_COLLSCAN/field:early/floor:predicted",
                                     .what = "the same beside a floor that predicts the shape",
                                     .unit = "docs",
                                     .floor = floor::scanEarlyPredicted,
                                     .engine = engine::scanEarly};

const Item kCountLateField{.number = "7'",
                           .benchmark = "CountDocuments_COLLSCAN/field:late",
                           .what = "scan on a late field, count",
                           .unit = "docs",
                           .reachFloor = 1.5,
                           .peerName = "SQLite",
                           .floor = floor::scanLate,
                           .engine = engine::scanLate,
                           .peer = peers::sqliteScanLate};

const Item kGroupByType{.number = "8a",
                        .benchmark = "Aggregate_GROUP/by:type",
                        .what = "group by type: count, avg, sum",
                        .unit = "docs",
                        .reachFloor = 1.6,
                        .reachPeer = 3.5,
                        .peerName = "SQLite",
                        .floor = floor::groupByType,
                        .peer = peers::sqliteGroupByType};

const Item kGroupByMaterial{.number = "8b",
                            .benchmark = "Aggregate_GROUP/by:material_id",
                            .what = "group by material_id: count, avg, sum",
                            .unit = "docs",
                            .reachFloor = 1.6,
                            .reachPeer = 4.0,
                            .peerName = "SQLite",
                            .floor = floor::groupByMaterial,
                            .peer = peers::sqliteGroupByMaterial};

const Item kUnwindTags{.number = "8c",
                       .benchmark = "Aggregate_UNWIND_GROUP/by:tags",
                       .what = "unwind tags, count per tag, top 10",
                       .unit = "docs",
                       .reachFloor = 1.7,
                       .reachPeer = 5.0,
                       .peerName = "SQLite",
                       .floor = floor::unwindTags,
                       .peer = peers::sqliteUnwindTags};

}  // namespace sheaf::bench
