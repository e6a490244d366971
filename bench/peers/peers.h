// The peers, by the operation that they do too: SQLite 3.40 with documents as JSON text, libbson, and what they share.
#pragma once

#include "bench/item.h"

#include <sheaf/bson/view.h>

#include <string>
#include <vector>

namespace sheaf::bench::peers {

// libbson_peer.cpp
std::string relaxedJsonOf(bson::DocumentView document);
// The reviews as relaxed Extended JSON, made once.
const std::vector<std::string>& jsonCorpus(std::uint32_t documents);
std::unique_ptr<Contestant> libbsonParse(const Scale& scale);
std::unique_ptr<Contestant> libbsonPrint(const Scale& scale);
std::unique_ptr<Contestant> libbsonValidate(const Scale& scale);
// sqlite_write_peer.cpp
std::unique_ptr<Contestant> sqliteBulkInsert(const Scale& scale);
std::unique_ptr<Contestant> sqliteBulkInsertIndexed(const Scale& scale);
std::unique_ptr<Contestant> sqliteIncrement(const Scale& scale, std::size_t docBytes);
std::unique_ptr<Contestant> sqliteDeleteHalf(const Scale& scale);
std::unique_ptr<Contestant> sqliteDrop(const Scale& scale);
// sqlite_read_peer.cpp
std::unique_ptr<Contestant> sqlitePointRead(const Scale& scale);
std::unique_ptr<Contestant> sqliteTopOfMaterial(const Scale& scale);
std::unique_ptr<Contestant> sqliteTagAndState(const Scale& scale);
std::unique_ptr<Contestant> sqliteScanEarly(const Scale& scale);
std::unique_ptr<Contestant> sqliteScanLate(const Scale& scale);
std::unique_ptr<Contestant> sqliteGroupByType(const Scale& scale);
std::unique_ptr<Contestant> sqliteGroupByMaterial(const Scale& scale);
std::unique_ptr<Contestant> sqliteUnwindTags(const Scale& scale);

}  // namespace sheaf::bench::peers
