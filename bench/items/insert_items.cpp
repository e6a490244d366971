// Inserts: in bulk without syncs, one by one with syncs, and the size of the file that comes of it.
#include "bench/engine/engines.h"
#include "bench/floor/floors.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"

namespace sheaf::bench {

const Item kInsertMany{.number = "1",
                       .benchmark = "InsertMany/indexes:0/batch:1000/sync:0",
                       .what = "bulk insert, 1,000 a batch, no secondary index",
                       .unit = "docs",
                       .reachFloor = 2.0,
                       .reachPeer = 2.0,
                       .peerName = "SQLite",
                       .floor = floor::bulkInsert,
                       .engine = engine::bulkInsert,
                       .peer = peers::sqliteBulkInsert};

const Item kInsertManyIndexed{.number = "2",
                              .benchmark = "InsertMany/indexes:4/batch:1000/sync:0",
                              .what = "the same with four indexes",
                              .unit = "docs",
                              .reachFloor = 1.6,
                              .reachPeer = 2.5,
                              .peerName = "SQLite",
                              .floor = floor::bulkInsertIndexed,
                              .engine = engine::bulkInsertIndexed,
                              .peer = peers::sqliteBulkInsertIndexed};

const Item kBuildIndexes{.number = "2c",
                         .benchmark = "CreateIndex/indexes:4/sync:0",
                         .what = "build four indexes over loaded data",
                         .unit = "docs",
                         .reachFloor = 1.5,
                         .floor = floor::buildIndexes,
                         .engine = engine::buildIndexes};

const Item kInsertOneSynced{.number = "3",
                            .benchmark = "InsertOne/threads:1/sync:1",
                            .what = "durable single inserts, a sync taking 1 ms",
                            .unit = "docs",
                            .reachFloor = 1.1,
                            .floor = floor::syncedInsert,
                            .engine = engine::syncedInsert};

const Item kInsertOneSyncedThreads{.number = "3b",
                                   .benchmark = "InsertOne/threads:16/sync:1",
                                   .what = "the same from 16 threads",
                                   .unit = "docs",
                                   .reachFloor = 1.2,
                                   .floor = floor::syncedInsertThreads,
                                   .engine = engine::syncedInsertThreads};

const Item kCommitsPerInsert{.number = "3b commits",
                             .benchmark = "InsertOneCommits/threads:16/sync:1",
                             .what = "commits per insert from 16 threads",
                             .unit = "commits",
                             .counts = true,
                             .reachCount = 0.12,
                             .floor = floor::syncedInsertThreads,
                             .engine = engine::syncedInsertThreads};

const Item kFileBytes{.number = "12",
                      .benchmark = "InsertManyFile/indexes:4",
                      .what = "file after the load with four indexes",
                      .unit = "bytes",
                      .counts = true,
                      .reachFloor = 1.05,
                      .peerName = "SQLite",
                      .floor = floor::bulkInsertIndexed,
                      .engine = engine::bulkInsertIndexed,
                      .peer = peers::sqliteBulkInsertIndexed};

}  // namespace sheaf::bench
