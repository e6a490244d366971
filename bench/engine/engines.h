// sheaf's side of the items, through its public headers only.
#pragma once

#include "bench/item.h"

namespace sheaf::bench::engine {

// insert_engine.cpp
std::unique_ptr<Contestant> bulkInsert(const Scale& scale);
std::unique_ptr<Contestant> bulkInsertIndexed(const Scale& scale);
std::unique_ptr<Contestant> buildIndexes(const Scale& scale);
std::unique_ptr<Contestant> openInsertClose(const Scale& scale);
// synced_engine.cpp
std::unique_ptr<Contestant> syncedInsert(const Scale& scale);
std::unique_ptr<Contestant> syncedInsertThreads(const Scale& scale);
// read_engine.cpp
std::unique_ptr<Contestant> pointRead(const Scale& scale);
std::unique_ptr<Contestant> topOfMaterial(const Scale& scale);
std::unique_ptr<Contestant> tagAndState(const Scale& scale);
std::unique_ptr<Contestant> countTag(const Scale& scale);
std::unique_ptr<Contestant> scanEarly(const Scale& scale);
std::unique_ptr<Contestant> scanLate(const Scale& scale);
// change_engine.cpp
std::unique_ptr<Contestant> increment(const Scale& scale, std::size_t docBytes);
std::unique_ptr<Contestant> incrementMetered(const Scale& scale, std::size_t docBytes);
std::unique_ptr<Contestant> deleteHalf(const Scale& scale);
std::unique_ptr<Contestant> dropCollection(const Scale& scale);
// bson_engine.cpp
std::unique_ptr<Contestant> parseJson(const Scale& scale);
std::unique_ptr<Contestant> printJson(const Scale& scale);
std::unique_ptr<Contestant> validate(const Scale& scale);

}  // namespace sheaf::bench::engine
