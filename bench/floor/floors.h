// The floors, by the operation that they bound. Each is a whole program on bare LMDB; see item.h.
#pragma once

#include "bench/item.h"

namespace sheaf::bench::floor {

// insert_floor.cpp
std::unique_ptr<Contestant> bulkInsert(const Scale& scale);
std::unique_ptr<Contestant> bulkInsertIndexed(const Scale& scale);
std::unique_ptr<Contestant> buildIndexes(const Scale& scale);
// synced_floor.cpp
std::unique_ptr<Contestant> syncedInsert(const Scale& scale);
std::unique_ptr<Contestant> syncedInsertThreads(const Scale& scale);
// read_floor.cpp
std::unique_ptr<Contestant> pointRead(const Scale& scale);
std::unique_ptr<Contestant> topOfMaterial(const Scale& scale);
std::unique_ptr<Contestant> tagAndState(const Scale& scale);
std::unique_ptr<Contestant> countTag(const Scale& scale);
// scan_floor.cpp
std::unique_ptr<Contestant> scanEarly(const Scale& scale);
std::unique_ptr<Contestant> scanEarlyPredicted(const Scale& scale);
std::unique_ptr<Contestant> scanLate(const Scale& scale);
// group_floor.cpp
std::unique_ptr<Contestant> groupByType(const Scale& scale);
std::unique_ptr<Contestant> groupByMaterial(const Scale& scale);
std::unique_ptr<Contestant> unwindTags(const Scale& scale);
// update_floor.cpp
std::unique_ptr<Contestant> increment(const Scale& scale, std::size_t docBytes);
// delete_floor.cpp
std::unique_ptr<Contestant> deleteHalf(const Scale& scale);
std::unique_ptr<Contestant> dropCollection(const Scale& scale);
// open_floor.cpp
std::unique_ptr<Contestant> openInsertClose(const Scale& scale);

}  // namespace sheaf::bench::floor
